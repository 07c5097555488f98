//! Which implementations take part.

use super::Args;
use crate::adapter::{Adapter, is_name};
use crate::drive::Target;
use anyhow::{Context as _, bail};

/// The implementations that this binary can stand for, the reference first.
const SERVED: &[&str] = if cfg!(feature = "builtin") {
    &["reference", "robotstxt", "texting_robots", "robotxt"]
} else {
    &["reference"]
};

/// Whether no implementation was named.
pub(super) fn is_bare(args: &Args) -> bool {
    args.names.is_empty() && args.adapter.is_empty() && args.command.is_empty()
}

/// The implementations in the order of the report: those named, those with adapters, the commands.
pub(super) fn targets(args: &Args) -> anyhow::Result<Vec<Target>> {
    let mut targets = Vec::new();
    if is_bare(args) {
        for name in SERVED {
            targets.push(served(name)?);
        }
    }
    for name in &args.names {
        targets.push(served(name)?);
    }
    for file in &args.adapter {
        targets.push(Adapter::load(file)?.target());
    }
    for command in &args.command {
        targets.push(one_shot(command)?);
    }
    check_distinct(&targets)?;
    Ok(targets)
}

/// An implementation that the binary stands for by executing itself.
fn served(name: &str) -> anyhow::Result<Target> {
    if !SERVED.contains(&name) {
        bail!(unknown(name, SERVED));
    }
    let program = std::env::current_exe().context("cannot find the program itself")?;
    Ok(Target::Adapter {
        name: name.to_owned(),
        command: vec![program.to_string_lossy().into_owned(), "serve".into(), name.to_owned()],
        folder: None,
        hint: None,
    })
}

/// What to say of a name that is not one of the known ones.
pub(super) fn unknown(name: &str, known: &[&str]) -> String {
    let near = known
        .iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let suggestion = near.map_or(String::new(), |(_, near)| format!(" Did you mean `{near}`?"));
    format!("no implementation is named `{name}`; there are {}.{suggestion}", known.join(", "))
}

/// `NAME=TEMPLATE`, or a template that is named for its program.
fn one_shot(text: &str) -> anyhow::Result<Target> {
    let (name, template) = match text.split_once('=') {
        Some((name, template)) if is_name(name) => (name.to_owned(), template),
        _ => (program_name(text), text),
    };
    if !is_name(&name) {
        bail!("give the command a name: --command 'NAME={template}'");
    }
    Ok(Target::OneShot { name, template: template.to_owned() })
}

fn program_name(template: &str) -> String {
    let program = template.split_whitespace().next().unwrap_or_default();
    program.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase()
}

fn check_distinct(targets: &[Target]) -> anyhow::Result<()> {
    for (position, target) in targets.iter().enumerate() {
        let name = target.name();
        if targets[..position].iter().any(|earlier| earlier.name() == name) {
            bail!("two implementations are named `{name}`; a command is named by NAME=TEMPLATE");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_distinct, one_shot, unknown};
    use crate::drive::Target;

    #[test]
    fn a_command_has_a_name_of_its_own_or_that_of_its_program() {
        for (text, wanted) in [
            (
                "bin/Check --robots={robots} {token} {uri}",
                ("check", "bin/Check --robots={robots} {token} {uri}"),
            ),
            ("mine=check {robots} {token} {uri}", ("mine", "check {robots} {token} {uri}")),
        ] {
            let Target::OneShot { name, template, .. } = one_shot(text).unwrap() else { panic!() };
            assert_eq!((name.as_str(), template.as_str()), wanted);
        }
        assert!(one_shot("").is_err());
    }

    #[test]
    fn names_are_distinct() {
        let twice = [one_shot("check a").unwrap(), one_shot("bin/check b").unwrap()];
        assert!(check_distinct(&twice).unwrap_err().to_string().contains("`check`"));
        assert!(check_distinct(&twice[..1]).is_ok());
    }

    #[test]
    fn an_unknown_name_gets_a_suggestion() {
        let known = ["reference", "robotstxt"];
        assert!(unknown("robotxts", &known).ends_with("Did you mean `robotstxt`?"));
        assert!(unknown("zebra", &known).ends_with("there are reference, robotstxt."));
    }
}

//! Which implementations take part.

use super::Args;
use crate::adapter::{Adapter, is_name};
use crate::builtin::{self, BUILTIN};
use crate::drive::Target;
use anyhow::{Context as _, bail};

/// Whether no implementation was named.
pub(super) fn is_bare(args: &Args) -> bool {
    args.chosen.is_empty() && args.adapter.is_empty() && args.command.is_empty()
}

/// The implementations in the order of the report: those named, those with adapters, the commands.
pub(super) fn targets(args: &Args) -> anyhow::Result<Vec<Target>> {
    let mut targets = Vec::new();
    if is_bare(args) {
        for builtin in BUILTIN {
            targets.push(builtin::target(builtin.name).context("cannot find the program itself")?);
        }
    }
    targets.extend(args.chosen.targets()?);
    for file in &args.adapter {
        targets.push(Adapter::load(file)?.target());
    }
    let texts = (args.allow_when.as_deref(), args.disallow_when.as_deref());
    for command in &args.command {
        targets.push(one_shot(command, texts)?);
    }
    check_distinct(&targets)?;
    Ok(targets)
}

/// The texts that mean "allow" and "disallow", where the exit status does not tell.
type Texts<'a> = (Option<&'a str>, Option<&'a str>);

/// `NAME=TEMPLATE`, or a template that is named for its program.
fn one_shot(text: &str, (allow_when, disallow_when): Texts<'_>) -> anyhow::Result<Target> {
    let (name, template) = match text.split_once('=') {
        Some((name, template)) if is_name(name) => (name.to_owned(), template),
        _ => (program_name(text), text),
    };
    if !is_name(&name) {
        bail!("give the command a name: --command 'NAME={template}'");
    }
    Ok(Target::OneShot {
        name,
        template: template.to_owned(),
        allow_when: allow_when.map(str::to_owned),
        disallow_when: disallow_when.map(str::to_owned),
    })
}

fn program_name(template: &str) -> String {
    let program = template.split_whitespace().next().unwrap_or_default();
    program.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase()
}

fn check_distinct(targets: &[Target]) -> anyhow::Result<()> {
    for (position, target) in targets.iter().enumerate() {
        let name = target.name();
        if targets[..position].iter().any(|earlier| earlier.name() == name) {
            bail!(
                "two implementations are named `{name}`: name each once, give an adapter another \
                 `name` in its adapter.yaml, and a command one by NAME=TEMPLATE"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Texts, check_distinct, one_shot};
    use crate::drive::Target;

    const TEXTS: Texts<'_> = (None, None);

    #[test]
    fn a_command_has_a_name_of_its_own_or_that_of_its_program() {
        for (text, wanted) in [
            (
                "bin/Check --robots={robots} {token} {uri}",
                ("check", "bin/Check --robots={robots} {token} {uri}"),
            ),
            ("mine=check {robots} {token} {uri}", ("mine", "check {robots} {token} {uri}")),
        ] {
            let Target::OneShot { name, template, .. } = one_shot(text, TEXTS).unwrap() else {
                panic!()
            };
            assert_eq!((name.as_str(), template.as_str()), wanted);
        }
        assert!(one_shot("", TEXTS).is_err());
    }

    #[test]
    fn names_are_distinct() {
        let twice = [one_shot("check a", TEXTS).unwrap(), one_shot("bin/check b", TEXTS).unwrap()];
        assert!(check_distinct(&twice).unwrap_err().to_string().contains("`check`"));
        assert!(check_distinct(&twice[..1]).is_ok());
    }
}

//! Command templates: split into arguments first, filled afterwards, and never seen by a shell.

use super::process::Launch;
use super::target::NotStarted;

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Robots,
    Token,
    Uri,
}

/// Each placeholder in its two spellings.
const PLACEHOLDERS: [(&str, Value); 6] = [
    ("{robots}", Value::Robots),
    ("{token}", Value::Token),
    ("{uri}", Value::Uri),
    ("%robots%", Value::Robots),
    ("%user-agent%", Value::Token),
    ("%url%", Value::Uri),
];

/// A template that names everything it must.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    program: String,
    arguments: Vec<String>,
}

impl Template {
    /// Splits like a shell does: words, quotes and backslashes, and nothing else.
    pub(super) fn parse(template: &str) -> Result<Self, NotStarted> {
        let words = shlex::split(template).ok_or_else(|| {
            NotStarted("the command has a quote or a backslash without its other half".to_owned())
        })?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(NotStarted("the command is empty".to_owned()));
        };
        for value in [Value::Robots, Value::Uri] {
            let spellings: Vec<&str> =
                PLACEHOLDERS.iter().filter(|entry| entry.1 == value).map(|entry| entry.0).collect();
            if !arguments.iter().any(|word| spellings.iter().any(|&name| word.contains(name))) {
                let names = spellings.join(" or ");
                return Err(NotStarted(format!("the command has no argument with {names}")));
            }
        }
        if let Some(name) = arguments.iter().find_map(|word| unknown_placeholder(word)) {
            let known = PLACEHOLDERS.map(|entry| entry.0).join(", ");
            return Err(NotStarted(format!(
                "the command has the unknown placeholder {name}; there are {known}"
            )));
        }
        Ok(Self { program: program.clone(), arguments: arguments.to_vec() })
    }

    /// The command for one query.
    pub(super) fn fill(&self, robots: &str, token: &str, uri: &str) -> Launch {
        let value = |value| match value {
            Value::Robots => robots,
            Value::Token => token,
            Value::Uri => uri,
        };
        let fill = |word: &String| fill(word, value);
        let arguments = self.arguments.iter().map(fill).collect();
        Launch { program: self.program.clone(), arguments, folder: None, variables: Vec::new() }
    }
}

/// What looks like a placeholder and is none. Words with blanks are programs or texts, in which braces mean other things.
fn unknown_placeholder(word: &str) -> Option<&str> {
    const SHORTEST: usize = 3;
    if word.contains(char::is_whitespace) {
        return None;
    }
    let is_known = |text: &str| PLACEHOLDERS.iter().any(|entry| entry.0 == text);
    let is_name = |text: &str| {
        text.len() >= SHORTEST && text.chars().all(|one| one.is_ascii_alphabetic() || one == '-')
    };
    [('{', '}'), ('%', '%')].into_iter().find_map(|(open, close)| {
        word.match_indices(open).find_map(|(from, _)| {
            let length = word[from + 1..].find(close)?;
            let text = &word[from..from + length + 2];
            (is_name(&word[from + 1..from + 1 + length]) && !is_known(text)).then_some(text)
        })
    })
}

/// Fills in once, from left to right: what a value holds is left alone.
fn fill<'a>(mut word: &str, value: impl Fn(Value) -> &'a str) -> String {
    let mut filled = String::new();
    while let Some(first) = word.chars().next() {
        let placeholder = PLACEHOLDERS.iter().find(|entry| word.starts_with(entry.0));
        let length = if let Some((name, what)) = placeholder {
            filled.push_str(value(*what));
            name.len()
        } else {
            filled.push(first);
            first.len_utf8()
        };
        word = &word[length..];
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str) -> Vec<String> {
        let launch = Template::parse(template).unwrap().fill(
            "/tmp/a b.txt",
            "{uri}",
            "http://x/?a=%robots%&b",
        );
        [vec![launch.program], launch.arguments].concat()
    }

    #[test]
    fn words_are_split_before_they_are_filled() {
        let expected =
            ["my tool", "-r=/tmp/a b.txt", "{uri}", "http://x/?a=%robots%&b", "it's $HOME"];
        assert_eq!(filled(r#"'my tool' -r={robots} {token} {uri} "it's \$HOME""#), expected);
        assert_eq!(filled(r#"'my tool' -r=%robots% %user-agent% %url% "it's \$HOME""#), expected);
    }

    #[test]
    fn other_braces_are_left_alone() {
        let words = ["{}", "100%", "{", "%ab%cd", "print(f'{uri_} {other}')"];
        let template = format!("x {{robots}}{{uri}} {} \"{}\"", words[..4].join(" "), words[4]);
        assert_eq!(filled(&template)[2..], words);
    }

    #[test]
    fn what_is_missing_is_named() {
        let problem = |template| Template::parse(template).unwrap_err().0;
        assert!(problem("x {token} {uri}").contains("{robots} or %robots%"));
        assert!(problem("x {robots} {token} {url}").contains("{uri} or %url%"));
        assert!(
            problem("x {robots} --for={agent} {uri}").contains("placeholder {agent}; there are")
        );
        assert!(problem("x %robots% %agent% %url%").contains("placeholder %agent%; there are"));
        assert!(problem("x '{robots} {uri}").contains("quote"));
        assert!(problem("  ").contains("empty"));
    }
}

//! Text from elsewhere within Markdown and HTML: whatever it is, it stays text.

/// A span of code: what stands in one is neither markup nor the mention of a person or an issue.
pub(super) fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    // A gap that is taken away again, where the text would else run into the fence or lose one of its own.
    let needs_gap = |edge: char| edge == '`' || edge == ' ';
    let gap = if text.is_empty() || text.starts_with(needs_gap) || text.ends_with(needs_gap) {
        " "
    } else {
        ""
    };
    format!("{fence}{gap}{text}{gap}{fence}")
}

/// The same within a cell of a table.
pub(super) fn code_cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// A block of code.
pub(super) fn block(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// Running text. Escaped characters of ASCII punctuation stand for themselves.
pub(super) fn prose(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut is_in_word = false;
    while let Some(character) = characters.next() {
        let is_followed = characters.peek().is_some_and(|next| next.is_alphanumeric());
        let is_plain = character == '_' && is_in_word && is_followed;
        if !is_plain && "\\`*_[]<>#|~&$!@".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
        is_in_word = character.is_alphanumeric();
        if is_followed && "@#".contains(character) {
            // An empty comment keeps a person or an issue from being mentioned.
            escaped.push_str("<!-- -->");
        }
    }
    escaped
}

/// Text within HTML.
pub(super) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{block, code, code_cell, html, prose};

    #[test]
    fn code_stays_code() {
        for (text, wanted) in [
            ("a*b", "`a*b`"),
            ("", "`  `"),
            ("a`b", "``a`b``"),
            ("``", "``` `` ```"),
            (" a ", "`  a  `"),
            ("<b>@all #1", "`<b>@all #1`"),
        ] {
            assert_eq!(code(text), wanted);
        }
        assert_eq!(code_cell("a|b`"), "`` a\\|b` ``");
    }

    #[test]
    fn a_block_ends_where_it_should() {
        assert_eq!(block("diff", "+ a"), "```diff\n+ a\n```\n");
        assert_eq!(block("", "```\n</details>\n"), "````\n```\n</details>\n````\n");
    }

    #[test]
    fn text_is_no_markup() {
        assert_eq!(prose("_a_b_ [x](y) <i>"), "\\_a_b\\_ \\[x\\](y) \\<i\\>");
        assert_eq!(prose("@all, # and #1"), "\\@<!-- -->all, \\# and \\#<!-- -->1");
        assert_eq!(html("</summary>&\""), "&lt;/summary&gt;&amp;&quot;");
    }
}

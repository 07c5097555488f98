//! Changes to files of an adapter that ask for another version than the one that is pinned.

/// Takes the text of a file, the package and the version; `None` if the text does not name the package.
pub(super) type Edit = fn(&str, &str, &str) -> Option<String>;

/// pip's requirements: the package at that version, whatever fits of the others, and no hashes.
pub(super) fn requirements(text: &str, package: &str, version: &str) -> Option<String> {
    let names = text.lines().filter_map(requirement).collect::<Vec<_>>();
    let is_package = |name: &&str| plain(name) == plain(package);
    names.iter().copied().find(is_package)?;
    let line = |name: &str| match is_package(&name) {
        true => format!("{name}=={version}\n"),
        false => format!("{name}\n"),
    };
    Some(names.into_iter().map(line).collect())
}

/// The package that a line pins; a line with blanks before it goes on with options.
fn requirement(line: &str) -> Option<&str> {
    let (name, _) = line.split_once("==")?;
    let begins = name.starts_with(|first: char| first.is_ascii_alphanumeric());
    begins.then(|| name.trim_end())
}

/// Names differ only by what is left of them (PEP 503).
fn plain(name: &str) -> String {
    let name = name.split('[').next().unwrap_or(name);
    let words = name.split(['-', '_', '.']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// Maven's pom.xml: the version of the dependency; the package is `group:artifact`.
pub(super) fn pom(text: &str, package: &str, version: &str) -> Option<String> {
    let (_, artifact) = package.split_once(':')?;
    let named = text.find(&format!("<artifactId>{artifact}</artifactId>"))?;
    let end = named + text[named..].find("</dependency>")?;
    let begin = named + text[named..end].find("<version>")? + "<version>".len();
    let old = text[begin..end].find("</version>")?;
    Some(format!("{}{version}{}", &text[..begin], &text[begin + old..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_of_another_version_pin_nothing_else() {
        let text = "# by pip-compile\nSome_Parser==1.0 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n\
             requests[socks]==2.0 ; python_version<'4' \\\n    --hash=sha256:02\n    # via x==1\n";
        let edited = requirements(text, "some-parser", "0.9").unwrap();
        assert_eq!(edited, "Some_Parser==0.9\nrequests[socks]\n");
        assert_eq!(requirements(text, "some", "0.9"), None);
    }

    #[test]
    fn the_pom_names_another_version_of_that_dependency_alone() {
        let dependency = |artifact: &str, version: &str| {
            format!(
                "<dependency>\n<groupId>g</groupId>\n<artifactId>{artifact}</artifactId>\n\
                 <version>{version}</version>\n</dependency>\n"
            )
        };
        let pom_with = |version: &str| {
            let own = "<artifactId>b-adapter</artifactId>\n<version>1</version>\n";
            [own, &dependency("b-c", "1.0"), &dependency("b", version), &dependency("d", "1.0")]
                .concat()
        };
        assert_eq!(pom(&pom_with("1.6"), "g:b", "1.3"), Some(pom_with("1.3")));
        assert_eq!(pom(&pom_with("1.6"), "g:c", "1.3"), None);
        assert_eq!(pom(&dependency("a", "1"), "a", "2"), None);
    }
}

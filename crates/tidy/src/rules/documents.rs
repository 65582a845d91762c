//! Documents name only files, folders and `make` targets that exist.

use crate::{Finding, Tree};

/// A name with a `/` is one of our paths below these folders, and if it ends in `.rs` the end of one; any other one is a
/// URL or a third-party name.
const FOLDERS: &[&str] = &[
    ".ci",
    "crates",
    "deploy",
    "docs",
    "idp",
    "openapi",
    "product-api",
    "scripts",
    "snippets",
    "web",
];
/// Build outputs, which documents name although the tree lacks them.
const BUILT: &[&str] = &["web/dist"];
/// Pages that a server renders: their links are URLs, which a test of product-api checks.
const GUIDES: &str = "product-api/guides/";

/// Finds names in Markdown that do not exist.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.ending_in(&[".md"]) {
        for (index, line) in text.lines().enumerate() {
            let lost = links(line)
                .filter(|link| !path.starts_with(GUIDES) && !tree.has(&joined(path, link)))
                .chain(quoted(line).filter(|name| !is_there(tree, path, name)));
            findings.extend(lost.map(|name| {
                Finding::at(
                    path,
                    index + 1,
                    format!("`{name}` leads nowhere"),
                    "Name what is there, or say something else: a document that is wrong once is not read twice.",
                )
            }));
        }
    }
    findings
}

/// Returns the targets of `[text](target)` that are our files.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|link| !link.is_empty() && !link.contains("://"))
}

/// Returns a link relative to the root: `../web/README.md` in `idp/README.md` is `web/README.md`.
pub(super) fn joined(document: &str, link: &str) -> String {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in link.split('/').filter(|part| *part != ".") {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// Returns the texts between backquotes.
pub(super) fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn is_there(tree: &Tree, document: &str, name: &str) -> bool {
    if let Some(target) = name.strip_prefix("make ") {
        let line = format!("\n{target}: ");
        return tree
            .text("Makefile")
            .is_some_and(|text| text.contains(&line));
    }
    let is_name = !name.contains([' ', '*', '<', '{', '…', ':']);
    match name.split_once('/') {
        Some((first, _)) if is_name && FOLDERS.contains(&first) => {
            BUILT.contains(&name) || tree.has(name) || tree.has(&joined(document, name))
        }
        _ if is_name
            && name
                .rsplit_once('.')
                .is_some_and(|(_, ending)| ending == "rs") =>
        {
            let ending = format!("/{name}");
            tree.texts().any(|(path, _)| path.ends_with(&ending))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn names_that_lead_nowhere_are_found() {
        assert_found(
            check,
            &[
                ("CONTRIBUTING.md", "`make test`, then `make coffee`"),
                ("Makefile", "help:\n\ntest: ## all\n\tx\n"),
                (
                    "README.md",
                    "[a](idp/README.md#x) [b](https://x.y) [c](gone.md)",
                ),
                (
                    "SECURITY.md",
                    "`idp/src/gone.rs`, `/oauth/token`, `idp/src/<noun>`",
                ),
                ("STYLE.md", "`idp/src/lib.rs` `web/dist` `lib.rs` `gone.rs`"),
                ("docs/a.md", "`src/lib.rs` `src/gone.rs`"),
                ("idp/README.md", "[up](../README.md) `idp/src/`"),
                ("idp/src/lib.rs", ""),
            ],
            &[
                "CONTRIBUTING.md",
                "README.md",
                "SECURITY.md",
                "STYLE.md",
                "docs/a.md",
            ],
        );
    }
}

//! Tests that documents name exist: `path::name` is a file with a test of that name.

use super::documents::{joined, quoted};
use crate::{Finding, Tree};

/// Finds names of tests in Markdown that do not exist. A path is relative to the document's folder, or to the root.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.ending_in(&[".md"]) {
        for (index, line) in text.lines().enumerate() {
            let lost = quoted(line).filter(|name| {
                test_of(name).is_some_and(|(file, test)| !is_there(tree, path, file, test))
            });
            findings.extend(lost.map(|name| {
                Finding::at(
                    path,
                    index + 1,
                    format!("there is no test `{name}`"),
                    "Name the test that holds the row now, or say that the row is open.",
                )
            }));
        }
    }
    findings
}

/// Returns the file and the test of a name such as `tests/it/mail.rs::a_mail_goes_out`.
fn test_of(name: &str) -> Option<(&str, &str)> {
    let (file, test) = name.split_once("::")?;
    let (_, ending) = file.rsplit_once('.')?;
    ["rs", "ts"].contains(&ending).then_some((file, test))
}

fn is_there(tree: &Tree, document: &str, file: &str, test: &str) -> bool {
    let relative = tree.text(&joined(document, file));
    let source = relative.or_else(|| tree.text(file)).unwrap_or_default();
    let is_named = [format!("fn {test}("), format!("test(\"{test}\"")];
    is_named.iter().any(|text| source.contains(text.as_str()))
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
                ("idp/tests/it/mail.rs", "async fn it_goes(world: World) {}"),
                ("web/e2e/main.e2e.ts", "test(\"it works\", () => {});"),
                (
                    "a.md",
                    "`idp/tests/it/mail.rs::it_goes`, `web/e2e/main.e2e.ts::it works`, `users::find`",
                ),
                ("idp/tests/b.md", "`it/mail.rs::it_goes`"),
                ("idp/tests/c.md", "`it/mail.rs::it_come`"),
                ("d.md", "`idp/tests/it/mail.rs::it_go`"),
                ("e.md", "`web/e2e/main.e2e.ts::it work`"),
                ("f.md", "`nowhere.rs::it_goes`"),
            ],
            &["d.md", "e.md", "f.md", "idp/tests/c.md"],
        );
    }
}

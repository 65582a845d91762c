//! Every dependency has one version in the workspace, and a reason.

use crate::{Finding, Tree};

const ROOT: &str = "Cargo.toml";

/// Finds lines of `[workspace.dependencies]` without a reason, and versions that a crate sets itself.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let root = tree.text(ROOT).unwrap_or_default();
    let unreasoned = section_lines(root, |name| name == "workspace.dependencies")
        .filter(|(_, line)| !has_reason(line))
        .map(|(number, line)| {
            Finding::at(
                ROOT,
                number,
                format!("no reason behind `{}`", name_of(line)),
                "Say at the end of the line, behind a #, what the project needs it for.",
            )
        });
    let own_versions = tree
        .ending_in(&["/Cargo.toml"])
        .flat_map(|(path, text)| {
            section_lines(text, |name| name.ends_with("dependencies")).map(move |(number, line)| (path, number, line))
        })
        .filter(|(_, _, line)| !line.contains("workspace = true"))
        .map(|(path, number, line)| {
            Finding::at(
                path,
                number,
                format!("`{}` has a version of its own", name_of(line)),
                "State it once, with its reason, in [workspace.dependencies] of the root, and take it from there.",
            )
        });
    let tables = tree
        .ending_in(&["Cargo.toml"])
        .flat_map(|(path, text)| text.lines().enumerate().map(move |(index, line)| (path, index + 1, line)))
        .filter(|(_, _, line)| line.starts_with('[') && line.contains("dependencies."))
        .map(|(path, number, line)| {
            Finding::at(
                path,
                number,
                format!("`{line}` is a table of its own"),
                "Write it as one line under [dependencies], where the rules about dependencies look.",
            )
        });
    unreasoned.chain(own_versions).chain(tables).collect()
}

/// Returns the lines with a key in the sections that match, with their numbers.
fn section_lines(text: &str, fits: fn(&str) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut is_inside = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if let Some(header) = line.strip_prefix('[') {
            is_inside = header.split(']').next().is_some_and(fits);
            return None;
        }
        let is_entry = line.starts_with(|c: char| c.is_ascii_alphanumeric()) && line.contains('=');
        (is_inside && is_entry).then_some((index + 1, line))
    })
}

/// Returns true if a line has a reason: at least two words after a `#` that follows the value.
fn has_reason(line: &str) -> bool {
    line.rsplit_once("# ")
        .is_some_and(|(_, reason)| reason.split_whitespace().count() >= 2)
}

fn name_of(line: &str) -> &str {
    line.split(['=', '.']).next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn line_without_a_reason_and_an_own_version_are_found() {
        assert_found(
            check,
            &[
                (
                    "Cargo.toml",
                    "[workspace.dependencies]\na = \"1\" # does a thing\nb = \"2\"\n[profile.dev]\nc = 1\n",
                ),
                (
                    "idp/Cargo.toml",
                    "[dependencies]\na.workspace = true\nb = { workspace = true }\n",
                ),
                ("web/Cargo.toml", "[dev-dependencies]\na = \"1\"\n"),
                (
                    "x/Cargo.toml",
                    "[dependencies.product-api]\nworkspace = true\n",
                ),
            ],
            &["Cargo.toml", "web/Cargo.toml", "x/Cargo.toml"],
        );
    }
}

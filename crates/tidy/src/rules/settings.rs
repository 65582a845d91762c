//! Every setting is listed in `.env.example`, and only `foundation::env` reads settings.

use crate::code::code_of;
use crate::{Finding, Tree};

/// List of all settings; a test of the binary compares its names with the code.
pub const EXAMPLE: &str = ".env.example";

/// Finds a missing example, and secrets with a value.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let Some(text) = tree.text(EXAMPLE) else {
        return vec![Finding::for_file(
            EXAMPLE,
            "there is no such file",
            "It lists every setting, grouped by service.",
        )];
    };
    let filled = text
        .lines()
        .enumerate()
        .filter(|(_, line)| is_filled_secret(line))
        .map(|(index, _)| {
            Finding::at(
                EXAMPLE,
                index + 1,
                "a secret with a value",
                "Leave it empty: an example value would be used by somebody.",
            )
        });
    filled.chain(direct_reads(tree)).collect()
}

fn is_filled_secret(line: &str) -> bool {
    line.split_once('=').is_some_and(|(name, value)| {
        (name.ends_with("SECRET") || name.ends_with("PASSWORD")) && !value.trim().is_empty()
    })
}

/// Finds reads of the environment. `env!` is read at compile time and is no setting, and neither are cargo's variables
/// for build scripts.
fn direct_reads(tree: &Tree) -> impl Iterator<Item = Finding> {
    tree.ending_in(&[".rs"])
        .filter(|(path, _)| *path != "crates/foundation/src/env.rs" && !path.ends_with("/build.rs"))
        .flat_map(|(path, source)| {
            let code = code_of(source);
            let lines: Vec<usize> = code
                .lines()
                .enumerate()
                .filter(|(_, line)| line.contains("env::var"))
                .map(|(index, _)| index + 1)
                .collect();
            lines.into_iter().map(move |line| {
                Finding::at(
                    path,
                    line,
                    "the environment is read directly",
                    "Take a foundation::env::Environment.",
                )
            })
        })
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn missing_example_and_a_filled_secret_are_found() {
        assert_found(check, &[], &[".env.example"]);
        assert_found(
            check,
            &[(".env.example", "# A secret.\nIDP_SECRET=\n# IDP_LISTEN=x\n")],
            &[],
        );
        assert_found(
            check,
            &[(".env.example", "IDP_SECRET=abc\n")],
            &[".env.example"],
        );
        let source = ("idp/src/app.rs", "let x = std::env::var(\"X\");");
        assert_found(check, &[(".env.example", ""), source], &["idp/src/app.rs"]);
    }
}

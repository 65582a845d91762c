//! The first line of every source file describes its purpose.

use crate::lines::GENERATED;
use crate::{Finding, Tree};

/// Finds files that do not begin with a sentence: `//! …` in Rust, `/** … */` in TypeScript.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let rust = tree
        .ending_in(&[".rs"])
        .filter(|(_, source)| !opens(source, "//! "))
        .map(|(path, _)| missing(path, "//! What the file is for, as one sentence."));
    let web = tree
        .ending_in(&[".ts", ".tsx", ".mjs"])
        .filter(|(path, source)| {
            path.starts_with("web/")
                && !path.starts_with(GENERATED)
                && !opens(source, "/** ")
                && !opens(source, "// ")
        })
        .map(|(path, _)| missing(path, "/** What the file is for, as one sentence. */"));
    rust.chain(web).collect()
}

/// Returns true if the first line begins with the mark and has words after it.
fn opens(source: &str, mark: &str) -> bool {
    source
        .lines()
        .next()
        .and_then(|line| line.strip_prefix(mark))
        .is_some_and(|words| words.split_whitespace().count() >= 3)
}

fn missing(path: &str, example: &str) -> Finding {
    Finding::at(
        path,
        1,
        "the first line does not say what the file is for",
        format!("Begin it with: {example}"),
    )
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn file_without_a_sentence_is_found() {
        assert_found(
            check,
            &[
                ("idp/src/app.rs", "//! The running idp.\n"),
                ("idp/src/lib.rs", "use x;\n//! Too late for a sentence.\n"),
                ("idp/src/routes.rs", "//! Routes.\n"),
                ("web/src/api/generated/x.ts", "export type X = 1;\n"),
                ("web/src/paths.ts", "/** Every URL of the app. */\n"),
                ("web/src/routes.tsx", "import x;\n"),
            ],
            &["idp/src/lib.rs", "idp/src/routes.rs", "web/src/routes.tsx"],
        );
    }
}

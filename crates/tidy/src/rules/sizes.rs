//! Files stay small: none over 400 lines, 95 of 100 at most 280, half of them at most 100.

use super::row_list::is_mark;
use crate::lines::GENERATED;
use crate::{Finding, Tree};

const MAX_LINES: usize = 400;
const LONG: usize = 280;
const USUAL: usize = 100;

/// Finds files that are too long, and a tree with too many long files.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let sizes: Vec<(usize, &str)> = tree
        .ending_in(&[".rs", ".ts", ".tsx", ".mjs"])
        .filter(|(path, _)| !path.starts_with(GENERATED))
        .map(|(path, source)| (length(source), path))
        .collect();
    let mut findings: Vec<Finding> = sizes
        .iter()
        .filter(|(lines, _)| *lines > MAX_LINES)
        .map(|(lines, path)| {
            Finding::for_file(
                path,
                format!("{lines} lines; the longest allowed is {MAX_LINES}"),
                "Give its second thought a file of its own.",
            )
        })
        .collect();
    findings.extend(share(&sizes, 50, USUAL));
    findings.extend(share(&sizes, 95, LONG));
    findings
}

/// Counts the lines without the comments that name the rows of tests.
fn length(source: &str) -> usize {
    source.lines().filter(|line| !is_mark(line)).count()
}

/// Finds a violation if fewer than that many of a hundred files have at most `limit` lines.
fn share(sizes: &[(usize, &str)], of_hundred: usize, limit: usize) -> Option<Finding> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    let last = (sorted.len() * of_hundred).div_ceil(100).checked_sub(1)?;
    let (lines, path) = sorted.get(last)?;
    (*lines > limit).then(|| {
        let over: Vec<String> = sorted
            .iter()
            .rev()
            .take_while(|(lines, _)| *lines > limit)
            .map(|(lines, path)| format!("{path} ({lines})"))
            .collect();
        Finding::for_file(
            path,
            format!("{of_hundred} of 100 files should have at most {limit} lines, but this one, at that place, has {lines}"),
            format!("Over the limit, longest first: {}", over.join(", ")),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn file_that_is_too_long_is_found() {
        let (long, most) = ("x\n".repeat(401), "x\n".repeat(400));
        let short = format!("{most}// row: A1\n");
        let small: Vec<String> = (0..40)
            .map(|number| format!("idp/src/small/{number}.rs"))
            .collect();
        let mut tree: Vec<(&str, &str)> = small.iter().map(|path| (path.as_str(), "x\n")).collect();
        tree.push(("idp/src/long.rs", &long));
        tree.push(("idp/src/short.rs", &short));
        assert_found(check, &tree, &["idp/src/long.rs"]);
    }

    #[test]
    fn tree_that_is_long_on_the_whole_is_found() {
        let (long, short) = ("x\n".repeat(101), "x\n".repeat(100));
        assert_found(
            check,
            &[("a.rs", &short), ("b.rs", &short), ("c.rs", &long)],
            &[],
        );
        assert_found(
            check,
            &[("a.rs", &short), ("b.rs", &long), ("c.rs", &long)],
            &["b.rs"],
        );
        let very_long = "x\n".repeat(281);
        assert_found(
            check,
            &[("a.rs", &short), ("b.rs", &short), ("c.rs", &very_long)],
            &["c.rs"],
        );
    }
}

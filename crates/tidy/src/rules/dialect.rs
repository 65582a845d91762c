//! Comments, documents, contracts and texts of screens use the standard terms of the field.

use crate::ceilings::{self, Figures, Measure, Tally};
use crate::lines::{GENERATED, crate_of, is_of_word};
use crate::paths::is_test_file;
use crate::{Finding, Tree};

const DIALECT: Measure = Measure {
    name: "dialect",
    unit: "dialect words in 1,000 words",
    per: 1_000,
    goal: 2,
    advice: "Use the field's term, and name the actor: the client, the server, the user.",
};
const WORDS: &[&str] = &[
    "whoever",
    "whatever",
    "whichever",
    "anew",
    "beside",
    "meanwhile",
    "somebody",
    "nobody",
    "everybody",
    "anybody",
    "told",
    "tell",
    "tells",
    "stand",
    "stands",
];
/// Pairs of words with only space between them.
const PAIRS: &[(&str, &str)] = &[
    ("of", "late"),
    ("let", "go"),
    ("lets", "go"),
    ("go", "on"),
    ("goes", "on"),
    ("is", "over"),
    ("are", "over"),
    ("come", "of"),
    ("comes", "of"),
    ("came", "of"),
];

/// Parts of lines with the numbers of their lines.
type Prose<'t> = Vec<(usize, &'t str)>;

/// Finds scopes with more dialect than their ceilings allow.
pub fn check(tree: &Tree) -> Vec<Finding> {
    ceilings::exceeding(tree, count)
}

/// Counts the dialect words of each scope.
pub fn count(tree: &Tree, figures: &mut Figures) {
    for (path, text) in tree.texts() {
        for (scope, prose) in prose_of(path, text) {
            let tally = figures.tally(&DIALECT, &scope);
            for (number, words) in prose {
                count_words(tally, &format!("{path}:{number}"), words);
            }
        }
    }
}

fn count_words(tally: &mut Tally, place: &str, text: &str) {
    let mut before = "";
    for chunk in text.split_whitespace() {
        tally.total += usize::from(chunk.contains(char::is_alphabetic));
        let mut is_first = true;
        for word in chunk.split(|c: char| !is_of_word(c)) {
            let is = |dialect: &str, word: &str| dialect.eq_ignore_ascii_case(word);
            if is_first && PAIRS.iter().any(|(a, b)| is(a, before) && is(b, word)) {
                tally.add(format!("{place} `{before} {word}`"));
            } else if WORDS.iter().any(|dialect| is(dialect, word)) {
                tally.add(format!("{place} `{word}`"));
            }
            before = word;
            is_first = false;
        }
    }
}

/// Returns the prose of a file by scope.
fn prose_of<'t>(path: &str, text: &'t str) -> Vec<(String, Prose<'t>)> {
    let folder = path.split_once('/').map_or("", |(folder, _)| folder);
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let of_file = |prose| vec![(path.to_owned(), prose)];
    match (folder, ending) {
        (_, "rs") => {
            let part = if is_test_file(path) { "tests" } else { "src" };
            let scope = format!("{}/{part}", crate_of(path));
            vec![(scope, parts(text, comment))]
        }
        (_, "md") => of_file(parts(text, Some)),
        ("openapi", "json") => of_file(parts(text, description)),
        ("idp" | "web", "json") if path.contains("/translations/") => of_file(parts(text, key)),
        ("idp", "html") => vec![("idp/templates".to_owned(), parts(text, untagged))],
        ("web", "ts" | "tsx" | "mjs") if !path.starts_with(GENERATED) => web_prose(path, text),
        _ => Vec::new(),
    }
}

fn web_prose<'t>(path: &str, text: &'t str) -> Vec<(String, Prose<'t>)> {
    let mut is_inside = false;
    let comments = parts(text, |line| {
        let line = line.trim_start();
        if is_inside || line.starts_with("/*") || line.starts_with("{/*") {
            is_inside = !line.contains("*/");
            return Some(line);
        }
        comment(line)
    });
    let mut prose = vec![("web/comments".to_owned(), comments)];
    if !path.contains(".test.") && !path.starts_with("web/e2e/") {
        prose.push(("web/strings".to_owned(), parts(text, strings)));
    }
    prose
}

/// Collects the parts of each line.
fn parts<'t, P>(text: &'t str, mut parts_of: impl FnMut(&'t str) -> P) -> Prose<'t>
where
    P: IntoIterator<Item = &'t str>,
{
    let mut prose = Vec::new();
    for (index, line) in text.lines().enumerate() {
        prose.extend(parts_of(line).into_iter().map(|part| (index + 1, part)));
    }
    prose
}

fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with("//") {
        return Some(line);
    }
    // Most lines have no slash, and a search for one character is fast.
    let line = line.contains('/').then_some(line)?;
    line.split_once(" // ").map(|(_, comment)| comment)
}

fn description(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("\"description\": ")
        .or_else(|| line.strip_prefix("\"summary\": "))
}

/// Returns the English text of a translation.
fn key(line: &str) -> Option<&str> {
    line.split_once("\": \"").map(|(key, _)| key)
}

/// Returns the text outside tags.
fn untagged(line: &str) -> impl Iterator<Item = &str> {
    line.split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
}

/// Returns the literals that look like sentences.
fn strings(line: &str) -> impl Iterator<Item = &str> {
    line.split('"')
        .skip(1)
        .step_by(2)
        .filter(|text| text.contains(' ') && text.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn dialect_is_found_in_each_kind_of_text() {
        let said = "Whoever is told, stands.";
        let comment = format!("// {said}\n");
        let after_code = format!("let a = b; // {said}\n");
        let in_web = format!("{{/* Help.\n {said} */}}\n");
        let shown = format!("<p class=\"x\">{{t(\"{said}\")}}</p>\n");
        let scopes = [
            "README.md",
            "idp/src",
            "idp/templates",
            "idp/tests",
            "idp/translations/de.json",
            "openapi/idp.json",
            "web/comments",
            "web/strings",
        ];
        assert_found(
            check,
            &[
                ("idp/src/a.rs", comment.as_str()),
                ("idp/src/a/tests.rs", after_code.as_str()),
                ("idp/templates/a.html", &format!("<p>{said}</p>")),
                (
                    "idp/translations/de.json",
                    &format!("  \"{said}\": \"\",\n"),
                ),
                ("openapi/idp.json", &format!("\"description\": \"{said}\"")),
                ("README.md", said),
                ("web/src/a.tsx", &in_web),
                ("web/src/b.tsx", &shown),
            ],
            &scopes,
        );
    }

    #[test]
    fn pairs_are_found_and_like_words_are_not() {
        let pairs = "it lets go and goes\non. It goes on; of late it is over";
        let like = "let. Go. On line: retold, standing, besides, go, on, late; my_told";
        let code = "let told = \"anybody and everybody and nobody\";";
        let tree = [("a.md", pairs), ("b.md", like), ("idp/src/a.rs", code)];
        assert_found(check, &tree, &["a.md"]);
    }
}

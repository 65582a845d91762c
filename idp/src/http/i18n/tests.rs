//! Tests of the texts: choice of the language, and completeness of the catalogue.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::catalogue::GERMAN_FILE;
use super::*;

#[test]
fn preferred_language_of_the_browser_is_chosen() {
    use Language::{English, German};
    let rows = [
        ("de", Some(German)),
        ("de-AT, de;q=0.9, en;q=0.8", Some(German)),
        ("en-GB,en;q=0.9,de;q=0.8", Some(English)),
        ("fr, de;q=0.5, en;q=0.4", Some(German)),
        ("en;q=0.5, DE;q=0.500", Some(English)),
        ("en;q=0.5, de ; q=0.501", Some(German)),
        ("de;q=0, en;q=0.1", Some(English)),
        ("fr, *;q=0.5, de;q=0.4", Some(English)),
        ("*", Some(English)),
        ("fr, it", None),
        ("de;q=0", None),
        ("", None),
        (";;;,,,=", None),
        // Ignores languages with invalid weights.
        ("de;q=2, en;q=0.1", Some(English)),
        ("de;q=1.5, en;q=0.1", Some(English)),
        ("de;q=0.1234, en;q=0.1", Some(English)),
        ("de;q=, en;q=0.1", Some(English)),
        ("de;level=1, en;q=0.1", Some(English)),
        ("de;q=-1, en;q=0.1", Some(English)),
    ];
    for (header, expected) in rows {
        assert_eq!(preferred(header), expected, "{header}");
    }
    let far = format!("{}de", "fr,".repeat(40));
    assert_eq!(preferred(&far), None);
}

#[test]
fn first_available_language_of_a_request_is_used() {
    use Language::{English, German};
    let rows = [
        ("de", Some(German)),
        ("fr de-CH en", Some(German)),
        ("en de", Some(English)),
        ("DE_de", Some(German)),
        ("deutsch", None),
        ("", None),
    ];
    for (tags, expected) in rows {
        assert_eq!(Language::from_tags(tags), expected, "{tags}");
    }
}

#[tokio::test]
async fn text_has_the_language_of_its_task() {
    assert_eq!(say("Sign in"), "Sign in");
    let german = with_language(Language::German, async {
        [
            say("Sign in").to_owned(),
            fill("Sign in to {}", "a.example"),
            fill_two("{} on {}", "Firefox", "{}"),
            piece("You are signing in as {}.", 1).to_owned(),
            piece("Sign in", 7).to_owned(),
        ]
    });
    let expected = [
        "Anmelden",
        "Bei a.example anmelden",
        "Firefox auf {}",
        " an.",
        "",
    ];
    assert_eq!(german.await, expected);
    assert_eq!(language(), Language::English);
}

fn catalogue() -> BTreeMap<String, String> {
    serde_json::from_str(GERMAN_FILE).expect("a catalogue is one JSON object of texts")
}

#[test]
fn translation_has_the_gaps_of_its_text() {
    for (text, translation) in catalogue() {
        let gaps = |text: &str| text.matches("{}").count();
        assert_eq!(gaps(&text), gaps(&translation), "{text}");
        assert!(!translation.trim().is_empty(), "{text}");
        assert!(!translation.contains(['<', '>']), "{text}");
        let end = |text: &str| text.chars().last().filter(|end| ".?:".contains(*end));
        assert_eq!(end(&text), end(&translation), "{text}");
    }
}

/// Returns the contents of all files in a folder with this ending; literals over several lines become one line.
fn sources(folder: &Path, ending: &str) -> String {
    let mut all = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.push_str(&sources(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            let source = fs::read_to_string(&path).expect("a source");
            let mut lines = source.split("\\\n");
            all.push_str(lines.next().unwrap_or_default());
            lines.for_each(|line| all.push_str(line.trim_start()));
        }
    }
    all
}

#[test]
fn catalogue_has_no_unused_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let said = sources(&root.join("src"), "rs") + &sources(&root.join("templates"), "html");
    for text in catalogue().into_keys() {
        assert!(
            said.contains(&format!("\"{text}\"")),
            "no source contains {text:?}"
        );
    }
}

/// Returns the English texts that a source passes to the translation functions.
fn said_in(source: &str) -> Vec<String> {
    let calls = ["say", "fill", "fill_two", "piece"].map(|call| format!("{call}("));
    let mut found = Vec::new();
    for call in calls {
        for rest in source.split(&call).skip(1) {
            let Some(rest) = rest.trim_start().strip_prefix('"') else {
                continue;
            };
            found.extend(rest.split('"').next().map(ToOwned::to_owned));
        }
    }
    found
}

#[test]
fn catalogue_has_every_used_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = sources(&root.join("src"), "rs") + &sources(&root.join("templates"), "html");
    let catalogue = catalogue();
    let said = said_in(&sources);
    assert!(said.len() > 300, "only {} texts were found", said.len());
    for text in said {
        assert!(catalogue.contains_key(&text), "de.json lacks {text:?}");
    }
}

/// Returns the text of a template without markup and placeholders.
fn bare(template: &str) -> String {
    let mut rest = template.to_owned();
    let pairs = [
        ("{%", "%}"),
        ("{{", "}}"),
        ("<script", "</script>"),
        ("<", ">"),
    ];
    for (open, close) in pairs {
        let mut without = String::new();
        let mut parts = rest.split(open);
        without.push_str(parts.next().unwrap_or_default());
        for part in parts {
            without.push_str(part.split_once(close).map_or("", |(_, after)| after));
        }
        rest = without;
    }
    rest
}

#[test]
fn templates_have_no_text_of_their_own() {
    assert_eq!(bare("<p id=\"a\">{{ b }} c{% if d %}</p>").trim(), "c");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let left = bare(&sources(&root, "html"));
    let words: Vec<_> = left
        .lines()
        .filter(|line| line.chars().any(char::is_alphabetic))
        .collect();
    assert!(words.is_empty(), "say these by the catalogue: {words:?}");
}

//! Searches guides, operations and problems. The search runs on the server, because the pages allow no script.

use serde_json::Value;

use super::guides::GUIDES;
use super::html::{Html, page_of_search};
use super::reference::operations;
use crate::problem::Kind;

const MAX_RESULTS: usize = 30;

/// One target of a search.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) text: String,
}

/// All entries, each with its words in lower case.
#[derive(Debug)]
pub(super) struct Index(Vec<(Entry, String)>);

impl Index {
    pub(super) fn new(document: &Value, issuer: &str) -> Self {
        let guides = GUIDES.iter().flat_map(|guide| guide.entries(issuer));
        let operations = operations(document).map(|operation| Entry {
            url: format!("/docs/reference#{}", operation.id),
            title: operation.summary.to_owned(),
            text: format!(
                "{} {} {}",
                operation.method.to_uppercase(),
                operation.path,
                operation.description()
            ),
        });
        let problems = Kind::ALL.iter().map(|kind| Entry {
            url: format!("/problems/{}", kind.slug()),
            title: kind.slug().to_owned(),
            text: format!(
                "{} {} {}",
                kind.status(),
                kind.row().title,
                kind.row().advice
            ),
        });
        let entries = guides.chain(operations).chain(problems);
        Self(
            entries
                .map(|entry| {
                    let words =
                        format!("{} {} {}", entry.title, entry.url, entry.text).to_lowercase();
                    (entry, words)
                })
                .collect(),
        )
    }

    /// Finds the entries that contain every word of the query; matches in the title come first.
    fn find(&self, query: &str) -> Vec<&Entry> {
        let query = query.to_lowercase();
        let terms: Vec<&str> = query.split_whitespace().collect();
        let has_all = |text: &str| terms.iter().all(|term| text.contains(term));
        let found = self
            .0
            .iter()
            .filter(|(_, words)| !terms.is_empty() && has_all(words));
        let mut found: Vec<&Entry> = found.map(|(entry, _)| entry).collect();
        found.sort_by_key(|entry| !has_all(&entry.title.to_lowercase()));
        found.truncate(MAX_RESULTS);
        found
    }

    /// Renders the results page.
    pub(super) fn page(&self, query: &str) -> String {
        let found = self.find(query);
        let mut main = Html::default();
        let title = if query.trim().is_empty() {
            "Search".to_owned()
        } else {
            format!("Search: {query}")
        };
        main.raw("<main id=\"main\" class=\"single\"><h1>")
            .text(&title)
            .raw("</h1>");
        if found.is_empty() {
            main.raw("<p>Nothing was found for “")
                .text(query)
                .raw("”. Try one word, such as “refund” or “webhook”, or read the <a href=\"/docs\">guides</a>.</p>");
        }
        main.raw("<ul class=\"guides\">");
        for entry in found {
            main.raw("<li><a href=\"")
                .text(&entry.url)
                .raw("\">")
                .text(&entry.title)
                .raw("</a><p>")
                .text(&beginning(&entry.text))
                .raw("</p></li>");
        }
        main.raw("</ul></main>");
        page_of_search(&title, query, &main)
    }
}

/// Returns the first words of a text, up to 160 characters.
fn beginning(text: &str) -> String {
    const MAX_LETTERS: usize = 160;
    let plain: String = text
        .chars()
        .filter(|letter| *letter != '`')
        .take(MAX_LETTERS)
        .collect();
    if plain.chars().count() < MAX_LETTERS {
        return plain;
    }
    format!(
        "{} …",
        plain
            .rsplit_once(' ')
            .map_or(plain.as_str(), |(words, _)| words)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index {
        let document = serde_json::from_str(&crate::openapi_document()).unwrap();
        Index::new(&document, "https://id.example")
    }

    #[test]
    fn search_for_words_finds_guides_operations_and_problems() {
        let index = index();
        for (query, expected) in [
            ("verify signature", "/docs/webhooks#verify-the-signature"),
            ("SPEND credits", "/docs/reference#spend_credits"),
            ("/v1/holds", "/docs/reference#open_hold"),
            ("insufficient-credits", "/problems/insufficient-credits"),
        ] {
            let found = index.find(query);
            assert!(found.iter().any(|entry| entry.url == expected), "{query}");
        }
        assert!(index.find("").is_empty());
        assert!(index.find("no-such-word").is_empty());
    }

    #[test]
    fn search_page_with_markup_in_the_query_escapes_it() {
        let page = index().page("<script>");
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script"));
    }

    #[test]
    fn search_page_keeps_the_query_in_its_field_and_heading() {
        let page = index().page("reverse \"a\"");
        assert!(page.contains("value=\"reverse &quot;a&quot;\""));
        assert!(page.contains("<h1>Search: reverse &quot;a&quot;</h1>"));
        assert!(page.contains("<title>Search: reverse &quot;a&quot; · Tollgate</title>"));
        assert!(index().page(" ").contains("<h1>Search</h1>"));
    }
}

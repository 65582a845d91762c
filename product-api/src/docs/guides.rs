//! The guides: Markdown files, rendered at startup with the installation's issuer and the code of `snippets/`.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::html::{Html, page};
use super::search::Entry;

/// A page that explains a task.
#[derive(Debug)]
pub(super) struct Guide {
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
    summary: &'static str,
    markdown: &'static str,
}

macro_rules! guides {
    ($($slug:literal $title:literal $summary:literal;)*) => {
        [$(Guide {
            slug: $slug,
            title: $title,
            summary: $summary,
            markdown: include_str!(concat!("../../guides/", $slug, ".md")),
        },)*]
    };
}

/// All guides, in the order in which a new developer reads them.
pub(super) const GUIDES: [Guide; 6] = guides! {
    "start" "Start" "Register a website, sign a visitor in, grant and spend credits: ten minutes.";
    "credits" "Credits" "Grants, spends, holds, prices, refunds and balances.";
    "sign-in" "Sign-in" "OpenID Connect for your website: addresses, scopes, sign-out.";
    "webhooks" "Webhooks" "Events, signatures and retries.";
    "test-mode" "Test mode" "Separate credits, keys and customers to try things out.";
    "errors" "Errors" "What errors look like, and when to send a request again.";
};

macro_rules! snippets {
    ($($path:literal,)*) => {
        [$(($path, include_str!(concat!("../../../snippets/", $path))),)*]
    };
}

/// Code that guides include by a line `{{> PATH}}`.
const SNIPPETS: [(&str, &str); 6] = snippets! {
    "curl/grant.sh",
    "curl/spend.sh",
    "webhooks/verify.mjs",
    "webhooks/verify.py",
    "webhooks/webhook.go",
    "webhooks/Webhook.java",
};

impl Guide {
    /// Returns the Markdown with all placeholders replaced.
    fn text(&self, issuer: &str) -> String {
        SNIPPETS
            .iter()
            .fold(self.markdown.to_owned(), |text, (path, code)| {
                text.replace(&format!("{{{{> {path}}}}}"), code.trim_end())
            })
            .replace("{{ISSUER}}", issuer)
            .replace("{{SUB}}", "usr_…")
    }

    /// Renders the whole page.
    pub(super) fn page(&self, issuer: &str) -> String {
        let text = self.text(issuer);
        let mut body = String::new();
        html::push_html(&mut body, events(&text).into_iter());
        // Users can scroll wide code and tables by keyboard only if these can receive the focus.
        let body = body
            .replace("<pre>", "<pre tabindex=\"0\">")
            .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
            .replace("</table>", "</table></div>");
        let mut main = Html::default();
        main.raw("<div class=\"columns\"><nav class=\"side\" aria-label=\"Guides\">");
        for guide in &GUIDES {
            main.raw("<a href=\"/docs/").text(guide.slug).raw("\"");
            if guide.slug == self.slug {
                main.raw(" aria-current=\"page\"");
            }
            main.raw(">").text(guide.title).raw("</a>");
        }
        main.raw(
            "<a href=\"/docs/reference\">API reference</a></nav><main id=\"main\" class=\"guide\">",
        )
        .markdown(&body)
        .raw("</main></div>");
        page(self.title, &main)
    }

    /// Lists the guide's sections for the search.
    pub(super) fn entries(&self, issuer: &str) -> Vec<Entry> {
        let text = self.text(issuer);
        let events: Vec<_> = Parser::new_ext(&text, Options::ENABLE_TABLES).collect();
        let sections = sections(&events).enumerate();
        sections
            .map(|(index, (heading, body))| {
                // The first heading is the guide's title, so its entry links to the page without an anchor.
                let anchor = if index == 0 {
                    String::new()
                } else {
                    format!("#{}", heading_id(heading))
                };
                Entry {
                    url: format!("/docs/{}{anchor}", self.slug),
                    title: format!("{}: {}", self.title, words(heading).concat()),
                    text: sentences(body),
                }
            })
            .collect()
    }
}

/// Renders the page that lists all guides.
pub(super) fn overview() -> String {
    let mut main = Html::default();
    main.raw("<main id=\"main\" class=\"single\"><h1>Documentation</h1><ul class=\"guides\">");
    for guide in &GUIDES {
        main.raw("<li><a href=\"/docs/")
            .text(guide.slug)
            .raw("\">")
            .text(guide.title)
            .raw("</a><p>")
            .text(guide.summary)
            .raw("</p></li>");
    }
    main.raw(
        "<li><a href=\"/docs/reference\">API reference</a><p>Every operation with its parameters, errors and an \
         example.</p></li><li><a href=\"/v1/openapi.json\">openapi.json</a><p>The same as an OpenAPI 3.0 document, for \
         client generators.</p></li></ul></main>",
    );
    page("Documentation", &main)
}

/// Parses Markdown and gives each heading an id made of its words, so that links can point to it.
fn events(text: &str) -> Vec<Event<'_>> {
    let mut events: Vec<_> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let ids: Vec<String> = sections(&events)
        .map(|(heading, _)| heading_id(heading))
        .collect();
    let headings = events.iter_mut().filter_map(|event| {
        if let Event::Start(Tag::Heading { id, .. }) = event {
            Some(id)
        } else {
            None
        }
    });
    for (id, words) in headings.zip(ids) {
        *id = Some(CowStr::from(words));
    }
    events
}

/// Splits a guide into its sections, each a heading and the events below it.
fn sections<'e, 't>(
    events: &'e [Event<'t>],
) -> impl Iterator<Item = (&'e [Event<'t>], &'e [Event<'t>])> {
    events
        .split(|event| matches!(event, Event::Start(Tag::Heading { .. })))
        .skip(1)
        .map(|section| {
            let end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Heading(_)));
            let mut parts = section.splitn(2, end);
            (
                parts.next().unwrap_or_default(),
                parts.next().unwrap_or_default(),
            )
        })
}

/// Joins the letters and digits of a heading by hyphens: `Hold and capture` becomes `hold-and-capture`.
fn heading_id(heading: &[Event<'_>]) -> String {
    let words = words(heading).concat().to_lowercase();
    let words = words.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Returns the texts of a part of a guide.
fn words<'e>(events: &'e [Event<'_>]) -> Vec<&'e str> {
    let texts = events.iter().filter_map(|event| {
        if let Event::Text(text) | Event::Code(text) = event {
            Some(text.as_ref())
        } else {
            None
        }
    });
    texts.collect()
}

/// Returns a part of a guide as one line. Only ends of lines and blocks add a space, so that `**Credits**:` stays together.
fn sentences(events: &[Event<'_>]) -> String {
    let mut line = String::new();
    for event in events {
        if let Event::Text(text) | Event::Code(text) = event {
            line.push_str(text);
        } else if !is_inside_a_line(event) {
            line.push(' ');
        }
    }
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_inside_a_line(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(Tag::Emphasis | Tag::Strong | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guide_rendered_has_no_placeholder_left() {
        for guide in &GUIDES {
            let page = guide.page("https://id.example");
            assert!(!page.contains("{{"), "{}", guide.slug);
            assert!(page.contains(&format!(
                "<h1 id=\"{}\">",
                heading_id(&[Event::Text(guide.title.into())])
            )));
        }
    }

    #[test]
    fn guide_sections_are_search_entries_with_anchors() {
        let credits = &GUIDES[1];
        let entries = credits.entries("https://id.example");
        let hold = entries
            .iter()
            .find(|entry| entry.url == "/docs/credits#hold-and-capture");
        assert_eq!(hold.unwrap().title, "Credits: Hold and capture");
    }

    #[test]
    fn search_text_separates_words_like_the_page() {
        let entries = GUIDES[0].entries("https://id.example");
        let next = entries
            .iter()
            .find(|entry| entry.title.ends_with("Next steps"));
        assert!(next.unwrap().text.starts_with("Credits: holds"));
        let text = "**Credits**: a\nline, `code`.\n\n- [one](/1)\n- two\n\n| a | b |\n|---|---|\n| c | d |";
        let events: Vec<_> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
        assert_eq!(sentences(&events), "Credits: a line, code. one two a b c d");
    }

    #[test]
    fn guide_links_lead_to_pages_and_operations_that_exist() {
        let contract = crate::openapi_document();
        let exists = |target: &str| match target.strip_prefix("reference") {
            Some("" | "#problems") => true,
            Some(anchor) => {
                let id = anchor.trim_start_matches('#');
                contract.contains(&format!("\"operationId\": \"{id}\""))
            }
            None => GUIDES.iter().any(|guide| guide.slug == target),
        };
        for guide in &GUIDES {
            for link in guide.markdown.split("](/docs/").skip(1) {
                let target = link.split(')').next().unwrap();
                assert!(exists(target), "{}: /docs/{target}", guide.slug);
            }
        }
    }
}

//! Writes HTML, and escapes all text.

use std::fmt::Write;

/// A fragment of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Appends markup, which must be a constant of this crate.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Appends text, escaped for content and for quoted attributes.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
        self
    }

    /// Appends markup that was rendered from our own Markdown.
    pub(super) fn markdown(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Appends a number.
    pub(super) fn number(&mut self, number: usize) -> &mut Self {
        // Writing to a `String` cannot fail.
        let _written = write!(self.0, "{number}");
        self
    }

    /// Appends text in which backticks mark code, as in our descriptions.
    pub(super) fn prose(&mut self, text: &str) -> &mut Self {
        for (index, part) in text.split('`').enumerate() {
            if index % 2 == 0 {
                self.text(part);
            } else {
                self.raw("<code>").text(part).raw("</code>");
            }
        }
        self
    }

    /// Appends paragraphs, which are separated by empty lines.
    pub(super) fn paragraphs(&mut self, text: &str) -> &mut Self {
        for paragraph in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
            self.raw("<p>").prose(paragraph).raw("</p>");
        }
        self
    }

    /// Appends another fragment.
    pub(super) fn piece(&mut self, piece: &Self) -> &mut Self {
        self.0.push_str(&piece.0);
        self
    }

    /// Returns the finished markup.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Builds a whole page around its main part.
pub(super) fn page(title: &str, main: &Html) -> String {
    page_of_search(title, "", main)
}

/// Renders a page whose search field holds the query, so that the visitor can change it.
pub(super) fn page_of_search(title: &str, query: &str, main: &Html) -> String {
    let mut html = Html::default();
    html.raw(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>",
    )
    .text(title)
    .raw(
        " · Tollgate</title><link rel=\"icon\" href=\"/docs/mark.svg\">\
         <link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>\
         <a class=\"skip\" href=\"#main\">Skip to content</a>\
         <header class=\"top\"><a class=\"brand\" href=\"/\">\
         <img src=\"/docs/mark.svg\" alt=\"\" width=\"28\" height=\"28\">Tollgate</a>\
         <nav aria-label=\"Documentation\"><a href=\"/docs\">Guides</a><a href=\"/docs/reference\">API reference</a></nav>\
         <form role=\"search\" action=\"/docs/search\"><input type=\"search\" name=\"q\" maxlength=\"100\" required \
         aria-label=\"Search the documentation\" placeholder=\"Search\" value=\"",
    )
    .text(query)
    .raw("\"><button>Search</button></form></header>")
    .piece(main)
    .raw("</body></html>");
    html.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        let mut html = Html::default();
        html.text("<script>\"'&").prose(" `<b>` ");
        assert_eq!(
            html.finish(),
            "&lt;script&gt;&quot;&#39;&amp; <code>&lt;b&gt;</code> "
        );
    }
}

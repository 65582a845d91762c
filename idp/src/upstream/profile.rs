//! What a provider says of a person, cleaned: bounded texts without marks that nobody sees.

use foundation::Timestamp;
use foundation::marks::is_hidden;
use url::Url;

use foundation::EmailAddress;

/// The longest id of a person (OpenID Connect Core, section 2), in bytes.
const LONGEST_ID: usize = 255;
/// The longest name, in characters.
const LONGEST_NAME: usize = 200;
/// The longest address of a picture, in bytes.
const LONGEST_IMAGE: usize = 2048;

/// A person, cleaned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Profile {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) image: Option<String>,
    pub(super) email: Option<EmailAddress>,
    pub(super) auth_time: Option<Timestamp>,
}

/// An id as it stands, if it can be one: never cleaned, because two that differ must stay two.
pub(crate) fn id(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.len() <= LONGEST_ID;
    (fits && text.bytes().all(|byte| byte.is_ascii_graphic())).then(|| text.to_owned())
}

/// A name without control marks, marks that turn the direction of writing, and marks without width.
pub(crate) fn name(text: &str) -> Option<String> {
    let cleaned: String = text
        .chars()
        .map(|mark| if mark.is_whitespace() { ' ' } else { mark })
        .filter(|mark| !mark.is_control() && !is_hidden(*mark))
        .take(LONGEST_NAME)
        .collect();
    let cleaned = cleaned.split_whitespace().collect::<Vec<_>>().join(" ");
    (!cleaned.is_empty()).then_some(cleaned)
}

/// The https address of a picture, as a browser's parser writes it.
pub(crate) fn image(text: &str) -> Option<String> {
    let fits = text.len() <= LONGEST_IMAGE && !text.bytes().any(|byte| byte.is_ascii_control());
    let url = Url::parse(text).ok().filter(|_| fits)?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let text = url.to_string();
    (url.scheme() == "https" && is_plain && text.len() <= LONGEST_IMAGE).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_and_cut() {
        let long = "x".repeat(1_000_000);
        let rows = [
            ("Ann", Some("Ann")),
            ("  Ann\t\nLee ", Some("Ann Lee")),
            ("A\u{0}n\u{202e}n\u{200b}", Some("Ann")),
            ("\u{2066}\u{feff}", None),
            ("", None),
        ];
        for (text, expected) in rows {
            assert_eq!(name(text).as_deref(), expected, "{text:?}");
        }
        assert_eq!(name(&long).unwrap().len(), LONGEST_NAME);
    }

    #[test]
    fn only_https_pictures_stay() {
        assert_eq!(
            image("https://example.com/a b").as_deref(),
            Some("https://example.com/a%20b")
        );
        for bad in [
            "javascript:alert(1)",
            "data:image/png;base64,AA",
            "http://example.com/a.png",
            "https://user:pw@example.com/",
            "https://example.com/\n",
            "//example.com/a.png",
            "",
        ] {
            assert_eq!(image(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn ids_are_taken_whole_or_not_at_all() {
        assert_eq!(id("583231").as_deref(), Some("583231"));
        for bad in ["", "a b", "a\u{0}", "\u{e9}", &"1".repeat(256)] {
            assert_eq!(id(bad), None, "{bad:?}");
        }
    }
}

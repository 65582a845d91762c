//! Sanitized profiles of providers: bounded texts without invisible characters.

use foundation::Timestamp;
use foundation::text::is_hidden;
use url::Url;

use crate::identity::users::{ProfileClaim, ProfileClaims};
use foundation::EmailAddress;

/// Maximum length of a user's id (OpenID Connect Core, section 2), in bytes.
const MAX_ID_LENGTH: usize = 255;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 200;
/// Maximum length of a picture's URL, in bytes.
const MAX_IMAGE_URL_LENGTH: usize = 2048;

/// Maximum length of a language tag and of a time zone's name, in bytes.
const MAX_WORD_LENGTH: usize = 64;

/// A sanitized profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProviderProfile {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) image: Option<String>,
    pub(super) claims: ProfileClaims,
    pub(super) email: Option<EmailAddress>,
    pub(super) auth_time: Option<Timestamp>,
}

/// Returns a valid id unchanged: it is never sanitized, because two different ids must stay different.
pub(crate) fn id(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.len() <= MAX_ID_LENGTH;
    (fits && text.bytes().all(|byte| byte.is_ascii_graphic())).then(|| text.to_owned())
}

/// Removes control characters, direction marks and zero-width characters from a name.
pub(crate) fn name(text: &str) -> Option<String> {
    let cleaned: String = text
        .chars()
        .map(|character| {
            if character.is_whitespace() {
                ' '
            } else {
                character
            }
        })
        .filter(|character| !character.is_control() && !is_hidden(*character))
        .take(MAX_NAME_LENGTH)
        .collect();
    let cleaned = cleaned.split_whitespace().collect::<Vec<_>>().join(" ");
    (!cleaned.is_empty()).then_some(cleaned)
}

/// Returns the https URL of a picture, as a browser's parser writes it.
pub(crate) fn image(text: &str) -> Option<String> {
    let fits =
        text.len() <= MAX_IMAGE_URL_LENGTH && !text.bytes().any(|byte| byte.is_ascii_control());
    let url = Url::parse(text).ok().filter(|_| fits)?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let text = url.to_string();
    (url.scheme() == "https" && is_plain && text.len() <= MAX_IMAGE_URL_LENGTH).then_some(text)
}

/// Returns a claim's text in the form to store; `None` if it is invalid.
pub(crate) fn claim(claim: ProfileClaim, text: &str) -> Option<String> {
    match claim {
        ProfileClaim::FamilyName | ProfileClaim::GivenName | ProfileClaim::PreferredUsername => {
            name(text)
        }
        ProfileClaim::Locale => locale(text),
        ProfileClaim::Zoneinfo => zone(text),
    }
}

/// Reads a provider's claims apart from name and picture.
pub(super) fn claims<'a>(text_of: impl Fn(&str) -> Option<&'a str>) -> ProfileClaims {
    let mut claims = ProfileClaims::default();
    for one in ProfileClaim::ALL {
        claims.set(one, text_of(one.name()).and_then(|text| claim(one, text)));
    }
    claims
}

/// Checks a language tag's form (RFC 5646 section 2.1). Some providers write an underscore (OpenID Core section 5.1).
fn locale(text: &str) -> Option<String> {
    let tag = text.trim().replace('_', "-");
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    let is_language = (2..=8).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let is_tag = tag.len() <= MAX_WORD_LENGTH && is_language && parts.all(is_part);
    is_tag.then_some(tag)
}

/// Checks the form of a time zone's name, such as `Europe/Vienna`; new ones are added every year.
fn zone(text: &str) -> Option<String> {
    let text = text.trim();
    let is_mark = |byte: u8| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte);
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(is_mark);
    (text.len() <= MAX_WORD_LENGTH && text.split('/').all(is_part)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    // row: D21
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
        assert_eq!(name(&long).unwrap().len(), MAX_NAME_LENGTH);
    }

    // row: D21
    #[test]
    fn only_https_pictures_are_stored() {
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
    fn claims_are_kept_by_their_form() {
        let rows = [
            (
                ProfileClaim::GivenName,
                " Ann\u{202e}\tLee ",
                Some("Ann Lee"),
            ),
            (ProfileClaim::PreferredUsername, "\u{200b}", None),
            (ProfileClaim::Locale, "de", Some("de")),
            (ProfileClaim::Locale, "zh-Hant_TW", Some("zh-Hant-TW")),
            (ProfileClaim::Locale, "d", None),
            (ProfileClaim::Locale, "de-", None),
            (ProfileClaim::Locale, "<b>-DE", None),
            (ProfileClaim::Locale, "", None),
            (
                ProfileClaim::Zoneinfo,
                "Europe/Vienna",
                Some("Europe/Vienna"),
            ),
            (
                ProfileClaim::Zoneinfo,
                "America/Argentina/Buenos_Aires",
                Some("America/Argentina/Buenos_Aires"),
            ),
            (ProfileClaim::Zoneinfo, "Etc/GMT+1", Some("Etc/GMT+1")),
            (ProfileClaim::Zoneinfo, "Europe//Vienna", None),
            (ProfileClaim::Zoneinfo, "../etc/passwd", None),
            (ProfileClaim::Zoneinfo, "Europe/Vienna; x", None),
            (ProfileClaim::Zoneinfo, "", None),
        ];
        for (one, text, expected) in rows {
            assert_eq!(claim(one, text).as_deref(), expected, "{one:?} {text:?}");
        }
        for one in [ProfileClaim::Locale, ProfileClaim::Zoneinfo] {
            assert_eq!(claim(one, &"a".repeat(65)), None);
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

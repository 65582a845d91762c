//! The website to which a user signs in, as emails show it.

/// Maximum length of a name in an email, in characters.
const MAX_NAME: usize = 60;
/// Button colors of an email without a website: near-black and white, as in `tokens.css`.
pub(super) const OUR_COLORS: [&str; 2] = ["#1b1e26", "#ffffff"];

/// Name and look of a website, safe for an email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EmailBrand {
    /// The name on one line, without anything that mail clients would link.
    pub(super) name: String,
    /// Letter of the website's mark.
    pub(super) initial: String,
    /// Background and text color of the mark and the button, as `#rrggbb`.
    pub(super) colors: [String; 2],
}

impl EmailBrand {
    /// Creates the website's data. Returns `None` for a name that is empty, too long or holds an address, because an
    /// email must not carry a stranger's link.
    pub(crate) fn new(
        name: &str,
        initial: String,
        colors: Option<(String, String)>,
    ) -> Option<Self> {
        let is_shown = |character: &char| !character.is_control() && !is_format(*character);
        let plain: String = name.chars().filter(is_shown).collect();
        let plain = plain.trim();
        let has_address = plain.contains("://") || plain.contains(['@', '/', '\\', '<', '>']);
        let has_fit = !plain.is_empty() && plain.chars().count() <= MAX_NAME;
        let [background, text_color] = OUR_COLORS.map(ToOwned::to_owned);
        let (background, text_color) = colors.unwrap_or((background, text_color));
        (has_fit && !has_address).then(|| Self {
            name: plain.replace('.', "\u{200b}."),
            initial,
            colors: [background, text_color],
        })
    }
}

/// Returns true for joiners and direction marks, which are invisible and change how other characters are shown.
fn is_format(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(name: &str) -> Option<String> {
        EmailBrand::new(name, "P".to_owned(), None).map(|site| site.name)
    }

    #[test]
    fn name_for_a_mail_is_one_line_without_links() {
        let rows = [
            ("Paper Plane", Some("Paper Plane")),
            (" Paper\r\nPlane ", Some("PaperPlane")),
            ("a\u{202e}b\u{200b}", Some("ab")),
            ("Booking.example", Some("Booking\u{200b}.example")),
            ("see https://evil.example", None),
            ("ann@evil.example", None),
            ("evil.example/win", None),
            ("\u{200b} ", None),
            ("", None),
        ];
        for (name, expected) in rows {
            assert_eq!(name_of(name).as_deref(), expected, "{name:?}");
        }
        assert!(name_of(&"é".repeat(60)).is_some());
        assert_eq!(name_of(&"é".repeat(61)), None);
    }
}

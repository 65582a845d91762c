//! The website that a person signs in to, as its mails show it.

/// The longest name that a mail carries, in characters.
const MAX_NAME: usize = 60;
/// The button of a mail without a website: near-black with white letters, as `tokens.css` has it.
pub(super) const OUR_COLORS: [&str; 2] = ["#1b1e26", "#ffffff"];

/// A website's name and look, fit for a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The name on one line, with nothing in it that mail programs make a link of.
    pub(super) name: String,
    /// The letter of its mark.
    pub(super) initial: String,
    /// The colour of its mark and button, and of the letters on them, as `#rrggbb`.
    pub(super) colors: [String; 2],
}

impl Site {
    /// Makes the site of a name; `None` for a name that is empty, too long or holds an address, because a mail must not
    /// carry a stranger's link to its reader.
    pub(crate) fn new(
        name: &str,
        initial: String,
        colors: Option<(String, String)>,
    ) -> Option<Self> {
        let is_shown = |mark: &char| !mark.is_control() && !is_format(*mark);
        let plain: String = name.chars().filter(is_shown).collect();
        let plain = plain.trim();
        let has_address = plain.contains("://") || plain.contains(['@', '/', '\\', '<', '>']);
        let has_fit = !plain.is_empty() && plain.chars().count() <= MAX_NAME;
        let [ground, ink] = OUR_COLORS.map(ToOwned::to_owned);
        let (ground, ink) = colors.unwrap_or((ground, ink));
        (has_fit && !has_address).then(|| Self {
            name: plain.replace('.', "\u{200b}."),
            initial,
            colors: [ground, ink],
        })
    }
}

/// Returns true for joiners and marks of direction: they show nothing, and change how others are shown.
fn is_format(mark: char) -> bool {
    matches!(mark, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(name: &str) -> Option<String> {
        Site::new(name, "P".to_owned(), None).map(|site| site.name)
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

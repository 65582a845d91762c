//! A client's brand colour, with a readable text colour and its contrast to other colours.

/// Colour of the sRGB space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color([u8; 3]);

/// Black: the text colour on light colours.
pub(crate) const BLACK: Color = Color([0, 0, 0]);
/// White: the text colour on dark colours.
pub(crate) const WHITE: Color = Color([255, 255, 255]);

impl Color {
    /// Parses `#rrggbb`, the only supported form.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let part = |range| u8::from_str_radix(digits.get(range)?, 16).ok();
        Some(Self([part(0..2)?, part(2..4)?, part(4..6)?]))
    }

    /// Returns `#rrggbb` in lower case.
    pub(crate) fn name(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns black or white, the one with the higher contrast: at least 4.5:1 on every colour.
    pub(crate) fn text_color(self) -> Self {
        if self.contrast(BLACK) >= self.contrast(WHITE) {
            BLACK
        } else {
            WHITE
        }
    }

    /// Returns a shade for the hovered button; its contrast with the text colour is even higher.
    pub(crate) fn under_pointer(self) -> Self {
        let darker = |part: u8| part - (part >> 3);
        Self(self.0.map(|part| match self.text_color() {
            BLACK => 255 - darker(255 - part),
            Self(_) => darker(part),
        }))
    }

    /// Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2).
    #[expect(
        clippy::float_arithmetic,
        reason = "the definition is in fractions, and nothing is counted by it"
    )]
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Returns the relative luminance (WCAG 2.2).
    #[expect(
        clippy::float_arithmetic,
        reason = "the definition is in fractions, and nothing is counted by it"
    )]
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn color_has_six_digits() {
        let rows = [
            ("#08734f", Some("#08734f")),
            ("#ABCDEF", Some("#abcdef")),
            ("#fff", None),
            ("08734f", None),
            ("#08734g", None),
            ("#+8734f", None),
            ("#08734f00", None),
            ("#0\u{e9}734", None),
            ("red", None),
            ("", None),
            ("#000;}*{", None),
        ];
        for (text, expected) in rows {
            let name = Color::parse(text).map(Color::name);
            assert_eq!(name.as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn known_contrasts() {
        let rows = [
            ("#ffffff", "#000000", 20.99..21.01),
            ("#777777", "#ffffff", 4.47..4.48),
            ("#0000ff", "#ffffff", 8.59..8.60),
            ("#08734f", "#08734f", 0.99..1.01),
        ];
        for (one, two, expected) in rows {
            let contrast = Color::parse(one)
                .unwrap()
                .contrast(Color::parse(two).unwrap());
            assert!(expected.contains(&contrast), "{one} {two} {contrast}");
        }
    }

    proptest! {
        #[test]
        fn every_color_can_be_written_on(parts in any::<[u8; 3]>()) {
            let color = Color(parts);
            let text_color = color.text_color();
            let (at_rest, pointed) = (color.contrast(text_color), color.under_pointer().contrast(text_color));
            prop_assert!(at_rest >= 4.5, "{} {at_rest}", color.name());
            prop_assert!(pointed >= at_rest, "{} {pointed}", color.name());
        }
    }
}

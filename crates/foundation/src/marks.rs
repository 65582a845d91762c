//! Marks that a text for people must not hold: nobody sees them, and they change what is seen around them.

/// Whether nobody sees a mark: it has no width, stands for nothing, or turns the direction of writing (Unicode
/// `Default_Ignorable_Code_Point`, `Bidi_Control`, and letters that are drawn as a blank).
pub fn is_hidden(mark: char) -> bool {
    matches!(
        mark,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a text can be shown to people as a name: something is seen of it, and nothing of it is hidden.
pub fn is_showable(text: &str) -> bool {
    !text.trim().is_empty()
        && !text
            .chars()
            .any(|mark| mark.is_control() || is_hidden(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_and_what_is_not() {
        let good = [
            "Ann",
            "A b",
            "\u{5d0}\u{5d1}",
            "\u{645}\u{62a}\u{62c}\u{631}",
            "\u{1f6d2} Shop",
            "caf\u{e9}",
        ];
        for text in good {
            assert!(is_showable(text), "{text:?}");
        }
        let bad = [
            "",
            " ",
            "\u{a0}\u{3000}",
            "a\u{0}",
            "a\nb",
            "a\u{7f}",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{200b}b",
            "a\u{200f}",
            "\u{3164}",
            "\u{2800}",
            "a\u{ad}b",
            "a\u{e0041}",
        ];
        for text in bad {
            assert!(!is_showable(text), "{text:?}");
        }
    }
}

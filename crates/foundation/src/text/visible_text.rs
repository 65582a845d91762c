//! Invisible characters, which names must not have: they change the characters around them.

/// Returns true for an invisible character: without width, without meaning, or one that changes the writing direction
/// (Unicode `Default_Ignorable_Code_Point`, `Bidi_Control`, and letters that are drawn as a blank).
pub fn is_hidden(character: char) -> bool {
    matches!(
        character,
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

/// Returns true if a text begins and ends with visible characters. White space and invisible characters at an end make
/// two different ids look alike. An empty text has no such ends.
pub fn has_visible_ends(text: &str) -> bool {
    let is_visible = |character: char| {
        !character.is_whitespace()
            && !character.is_control()
            && !is_hidden(character)
            && !is_shaping(character)
    };
    text.chars().next().is_some_and(is_visible) && text.chars().next_back().is_some_and(is_visible)
}

/// Returns true for a mark that only shapes the letter before it, or a drawing of shorthand or music (the rest of
/// `Default_Ignorable_Code_Point`).
fn is_shaping(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}')
}

/// Returns true if a page can show a text as a name: it has a visible character, and no invisible one.
pub fn is_showable(text: &str) -> bool {
    !text.trim().is_empty()
        && !text
            .chars()
            .any(|character| character.is_control() || is_hidden(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_a_text_are_visible_or_not() {
        let ends = [
            " ",
            "\t",
            "\n",
            "\u{a0}",
            "\u{3000}",
            "\u{2003}",
            "\u{85}",
            "\u{200b}",
            "\u{200d}",
            "\u{200e}",
            "\u{2060}",
            "\u{ad}",
            "\u{feff}",
            "\u{fe0f}",
            "\u{2800}",
            "\u{3164}",
            "\u{e0020}",
            "\u{1d173}",
        ];
        for end in ends {
            for text in [
                format!("{end}user-77"),
                format!("user-77{end}"),
                end.repeat(3),
            ] {
                assert!(!has_visible_ends(&text), "{text:?}");
            }
            assert!(has_visible_ends(&format!("user{end}77")), "{end:?} inside");
        }
        assert!(!has_visible_ends(""));
        for text in [
            "a",
            "user 77",
            "\u{e4}",
            "\u{1f600}",
            "-",
            "gid://app/Customer/1234",
        ] {
            assert!(has_visible_ends(text), "{text:?}");
        }
    }

    #[test]
    fn visible_characters_are_classified() {
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

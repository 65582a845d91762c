//! The blocklist: passwords that consist only of what attackers try first.
//!
//! A list of passwords would hold few of 15 characters. The list here holds the words of common passwords. A password
//! is refused when all of it is made of at most three of them, with digits, symbols, sequences and repetitions around.
//! As NIST SP 800-63B-4 requires, the whole password is compared, and a listed word inside a longer one does no harm.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The words, sorted; lines with a # name their sources.
const LIST: &str = include_str!("../../../assets/common-words.txt");
/// Maximum number of listed words that are still easy to guess.
const MAX_WORDS: usize = 3;
/// Maximum length of a run of digits that adds no strength: years, dates, house numbers.
const MAX_DIGITS: usize = 8;
/// Maximum length of a repeated part; the repetition is as weak as the part.
const MAX_UNIT_LENGTH: usize = 8;
/// Minimum length of a run such as `abc`, `987` or `aaa`.
const MIN_SEQUENCE_LENGTH: usize = 3;
/// Maximum length of a compared text; a longer one is not made of three words.
const MAX_INSPECTED_LENGTH: usize = 128;

static WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| LIST.lines().filter(|line| !line.starts_with('#')).collect());
static MAX_WORD_LENGTH: LazyLock<usize> = LazyLock::new(|| {
    WORDS
        .iter()
        .map(|word| word.len())
        .max()
        .unwrap_or_default()
});

/// Result of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlocklistOutcome {
    /// The password is not listed.
    Fine,
    /// The password is made of common words.
    Common,
    /// The password is made of the user's address or this website's name.
    Personal,
}

/// Judges a password in its normal form, for the owner of an address at a host.
pub(super) fn check(password: &str, email: &str, host: &str) -> BlocklistOutcome {
    let folded = fold(password);
    let address = fold(email);
    if !address.is_empty() && contains(&folded, &address) {
        return BlocklistOutcome::Personal;
    }
    // Refuses passwords of symbols and spaces alone, or of a short repeated part.
    if folded.is_empty() || unit(&password.chars().collect::<Vec<_>>()).len() <= MAX_UNIT_LENGTH {
        return BlocklistOutcome::Common;
    }
    let own = own_words(email, host);
    let readings = [folded.clone(), without_substitutions(&folded)];
    let is_covered = |own: &HashSet<Vec<char>>| {
        readings.iter().any(|reading| {
            let unit = unit(reading);
            unit.len() <= MAX_UNIT_LENGTH && unit.len() < reading.len() || is_made_of(unit, own)
        })
    };
    if is_covered(&HashSet::new()) {
        BlocklistOutcome::Common
    } else if is_covered(&own) {
        BlocklistOutcome::Personal
    } else {
        BlocklistOutcome::Fine
    }
}

/// Returns the letters and digits in lower case, with symbols that replace letters; drops all other characters.
fn fold(text: &str) -> Vec<char> {
    text.chars()
        .flat_map(char::to_lowercase)
        .filter(|character| character.is_alphanumeric() || matches!(character, '@' | '$'))
        .collect()
}

/// Replaces digits and symbols with the letters that they resemble.
fn without_substitutions(folded: &[char]) -> Vec<char> {
    folded
        .iter()
        .map(|character| match character {
            '0' => 'o',
            '1' => 'i',
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            other => *other,
        })
        .collect()
}

/// Returns the shortest part of which a text is a repetition, or the text itself if it repeats nothing.
fn unit(text: &[char]) -> &[char] {
    (1..text.len())
        .filter(|length| text.len().is_multiple_of(*length))
        .filter_map(|length| text.get(..length))
        .find(|unit| text.chunks(unit.len()).all(|chunk| chunk == *unit))
        .unwrap_or(text)
}

/// Returns the words of an address and a host, and their parts.
fn own_words(email: &str, host: &str) -> HashSet<Vec<char>> {
    let name = host.split(':').next().unwrap_or_default();
    let (local, domain) = email.split_once('@').unwrap_or((email, ""));
    let whole = [local, domain, name].into_iter();
    let parts = [local, domain, name]
        .into_iter()
        .flat_map(|text| text.split(|character: char| !character.is_alphanumeric()));
    whole
        .chain(parts)
        .map(fold)
        .filter(|word| word.len() >= MIN_SEQUENCE_LENGTH)
        .collect()
}

/// Returns true if a text consists of the user's words, at most three listed ones, digits and sequences.
fn is_made_of(text: &[char], own: &HashSet<Vec<char>>) -> bool {
    if text.len() > MAX_INSPECTED_LENGTH {
        return false;
    }
    // Each entry is the minimum number of listed words that make up the text up to that position.
    let mut fewest = vec![None; text.len() + 1];
    if let Some(first) = fewest.first_mut() {
        *first = Some(0_usize);
    }
    for start in 0..text.len() {
        let Some(Some(words)) = fewest.get(start).copied() else {
            continue;
        };
        for (end, fewest_words) in fewest.iter_mut().enumerate().skip(start + 1) {
            let Some(price) = text.get(start..end).and_then(|piece| price(piece, own)) else {
                continue;
            };
            let words = words + price;
            if fewest_words.is_none_or(|known| words < known) {
                *fewest_words = Some(words);
            }
        }
    }
    fewest
        .last()
        .copied()
        .flatten()
        .is_some_and(|words| words <= MAX_WORDS)
}

/// Returns the number of listed words that a piece counts as; `None` for a piece that attackers do not try.
fn price(piece: &[char], own: &HashSet<Vec<char>>) -> Option<usize> {
    let is_number = piece.len() <= MAX_DIGITS && piece.iter().all(char::is_ascii_digit);
    if is_number || own.contains(piece) || is_sequence(piece) || matches!(piece, ['@' | '$']) {
        return Some(0);
    }
    if piece.len() > *MAX_WORD_LENGTH {
        return None;
    }
    let word: String = piece.iter().collect();
    WORDS.contains(word.as_str()).then_some(1)
}

/// Returns true if each character is the next, the previous, or the same.
fn is_sequence(piece: &[char]) -> bool {
    let steps = || {
        piece.windows(2).map(|pair| match pair {
            [one, next] => i64::from(u32::from(*next)) - i64::from(u32::from(*one)),
            _ => 0,
        })
    };
    let first = steps().next().unwrap_or_default();
    let wraps =
        |step: i64| step == first || (first == 1 && step == -9) || (first == -1 && step == 9);
    piece.len() >= MIN_SEQUENCE_LENGTH && first.abs() <= 1 && steps().all(wraps)
}

fn contains(text: &[char], part: &[char]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_sorted_folded_and_without_doubles() {
        let lines: Vec<_> = LIST.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() > 1000);
        assert!(lines.is_sorted() && lines.windows(2).all(|pair| pair[0] != pair[1]));
        for line in lines {
            assert!(line.bytes().all(|byte| byte.is_ascii_lowercase()), "{line}");
        }
    }

    #[test]
    fn sequences_and_repetitions() {
        let of = |text: &str| text.chars().collect::<Vec<_>>();
        for text in ["abc", "cba", "aaa", "3456789012", "210987"] {
            assert!(is_sequence(&of(text)), "{text}");
        }
        for text in ["ab", "abd", "135", "az9"] {
            assert!(!is_sequence(&of(text)), "{text}");
        }
        assert_eq!(unit(&of("abcabc")), of("abc"));
        assert_eq!(unit(&of("abcab")), of("abcab"));
    }
}

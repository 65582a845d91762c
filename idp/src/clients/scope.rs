//! Scopes: sets of words (RFC 6749 section 3.3), and which of them are the idp's own.

use std::collections::BTreeSet;
use std::fmt;

/// The longest scope that is read, in bytes.
const LONGEST: usize = 2048;

/// A set of scope words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scope(BTreeSet<String>);

impl Scope {
    /// The words that any client may ask for, as far as its grant types give them a meaning.
    pub(crate) const OWN: [&'static str; 4] = ["openid", "profile", "email", "offline_access"];

    /// The word that opens a person's own account.
    pub(crate) const ACCOUNT: &str = "account";

    /// Reads words separated by single blanks; `None` when a character is not allowed in one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        text.split(' ')
            .filter(|word| !word.is_empty())
            .map(|word| is_word(word).then(|| word.to_owned()))
            .collect::<Option<_>>()
            .map(Self)
    }

    /// Whether a word is in it.
    pub(crate) fn contains(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// Whether every word of it is in the other.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// The words of it that pass a test.
    pub(crate) fn filtered(&self, passes: impl Fn(&str) -> bool) -> Self {
        Self(self.0.iter().filter(|word| passes(word)).cloned().collect())
    }

    /// The words of both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).cloned().collect())
    }

    /// The words, in alphabetical order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, word) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            f.write_str(word)?;
        }
        Ok(())
    }
}

/// RFC 6749 section 3.3: printable ASCII without blank, quote and backslash.
fn is_word(word: &str) -> bool {
    word.bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_once_each_and_written_in_order() {
        let scope = Scope::parse("openid  email openid credits.read").unwrap();
        assert_eq!(scope.to_string(), "credits.read email openid");
        assert!(scope.contains("email") && !scope.contains("mail"));
        for bad in ["a\"b", "a\\b", "a\tb", "\u{e9}", &"x".repeat(2049)] {
            assert_eq!(Scope::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn narrowing() {
        let wide = Scope::parse("openid email a").unwrap();
        assert!(Scope::parse("email").unwrap().is_within(&wide));
        assert!(!Scope::parse("email b").unwrap().is_within(&wide));
        assert_eq!(
            wide.filtered(|word| word != "a"),
            Scope::parse("openid email").unwrap()
        );
        assert_eq!(
            wide.and(&Scope::parse("b").unwrap()),
            Scope::parse("openid email a b").unwrap()
        );
    }
}

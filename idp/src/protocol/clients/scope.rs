//! Scopes: sets of scope values (RFC 6749 section 3.3), and the idp's own values.

use std::collections::BTreeSet;
use std::fmt;

/// Maximum length of a scope, in bytes.
const MAX_LENGTH: usize = 2048;

/// Set of scope values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scope(BTreeSet<String>);

impl Scope {
    /// The values that any client may request, as far as its grant types give them a meaning.
    pub(crate) const OWN: [&'static str; 4] = ["openid", "profile", "email", "offline_access"];

    /// The value that gives access to the user's own account.
    pub(crate) const ACCOUNT: &str = "account";

    /// Parses values separated by spaces; `None` if a value has a character that is not allowed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        text.split(' ')
            .filter(|word| !word.is_empty())
            .map(|word| is_word(word).then(|| word.to_owned()))
            .collect::<Option<_>>()
            .map(Self)
    }

    /// Returns whether the scope has a value.
    pub(crate) fn contains(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// Returns whether every value of this scope is in the other one.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Returns the values that pass a test.
    pub(crate) fn filtered(&self, passes: impl Fn(&str) -> bool) -> Self {
        Self(self.0.iter().filter(|word| passes(word)).cloned().collect())
    }

    /// Returns the union of both scopes.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).cloned().collect())
    }

    /// Returns the values in alphabetical order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(word)?;
        }
        Ok(())
    }
}

/// Returns whether a text is a scope value: printable ASCII without space, quote and backslash (RFC 6749 section 3.3).
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
    fn scope_is_narrowed() {
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

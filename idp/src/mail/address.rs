//! The address of a person: normalised once, by strict rules, and never compared in any other form.

use unicode_normalization::UnicodeNormalization;

/// The longest part before the `@`, in bytes (RFC 5321 section 4.5.3.1.1).
const LONGEST_LOCAL: usize = 64;
/// The longest address, in bytes (RFC 5321 section 4.5.3.1.3, without the angle brackets).
const LONGEST: usize = 254;
/// The longest label of a domain, in bytes (RFC 1035 section 2.3.4).
const LONGEST_LABEL: usize = 63;
/// What an atom may hold besides letters and digits (RFC 5322 section 3.2.3).
const ATOM_MARKS: &str = "!#$%&'*+-/=?^_`{|}~";

/// A normalised address: lower-case ASCII, a dot-atom before the `@`, a dotted domain behind it.
///
/// Look-alikes are undone by Unicode's NFKC first (a full-width `@`, a ligature), and what is not plain
/// ASCII after that is refused. Mail goes to this form and never to what was typed, so that nobody gets
/// mail meant for an address that only looks or folds the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address(String);

impl Address {
    /// Normalises what a person typed; `None` when it is no address that we send to.
    pub(crate) fn parse(typed: &str) -> Option<Self> {
        // No address that fits grows out of a text this long; cut off the work before Unicode's tables.
        if typed.len() > 4 * LONGEST {
            return None;
        }
        let text: String = typed.nfkc().collect();
        let text = text.trim().to_lowercase();
        let (local, domain) = text.split_once('@')?;
        let fits = text.len() <= LONGEST && local.len() <= LONGEST_LOCAL;
        (fits && is_dot_atom(local) && is_domain(domain)).then_some(Self(text))
    }

    /// The address as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as text of one's own.
    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

fn is_dot_atom(local: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .chars()
                .all(|mark| mark.is_ascii_alphanumeric() || ATOM_MARKS.contains(mark))
    };
    local.split('.').all(is_atom)
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= LONGEST_LABEL
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // A last label of digits only would be an address of a machine, not a name.
    let named = |last: &str| !last.bytes().all(|byte| byte.is_ascii_digit());
    domain.split('.').all(is_label) && domain.rsplit_once('.').is_some_and(|(_, last)| named(last))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn typed_addresses_are_normalised() {
        let rows = [
            ("ann@example.com", "ann@example.com"),
            ("  Ann@Example.COM ", "ann@example.com"),
            ("\u{a0}ann@example.com\u{3000}", "ann@example.com"),
            ("ann\u{ff20}example.com", "ann@example.com"),
            ("o\u{fb01}ce@example.com", "ofice@example.com"),
            ("\u{212a}ate@example.com", "kate@example.com"),
            ("a.b+c@sub.example.co", "a.b+c@sub.example.co"),
            ("ann@xn--mnchen-3ya.example", "ann@xn--mnchen-3ya.example"),
            ("o'neil@example.com", "o'neil@example.com"),
        ];
        for (typed, expected) in rows {
            let address = Address::parse(typed);
            assert_eq!(
                address.as_ref().map(Address::as_str),
                Some(expected),
                "{typed:?}"
            );
        }
    }

    #[test]
    fn doubtful_addresses_are_refused() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long_whole = format!("a@{}.com", "a.".repeat(130));
        let long_label = format!("a@{}.com", "a".repeat(64));
        let huge = "\u{fdfa}".repeat(100_000);
        let rows = [
            "",
            "ann",
            "@",
            "@example.com",
            "ann@",
            "ann@localhost",
            "ann@example.",
            "ann@.",
            "ann@.com",
            "ann@example..com",
            "ann@-example.com",
            "ann@example-.com",
            "ann@127.0.0.1",
            "ann@[127.0.0.1]",
            "ann@ex_ample.com",
            "a@x.com,b@y.com",
            "a@x.com,evil.com",
            "a,b@x.com",
            "a;b@x.com",
            "\"e@attacker.com\"@victim.com",
            "\"ann\"@example.com",
            "a@b@example.com",
            "a\u{ff20}b@example.com",
            "a b@example.com",
            "a\tb@example.com",
            "a@example.com\nb",
            "a@example.com\r\nBcc: b@example.com",
            "a\u{0}@example.com",
            "a\u{200b}b@example.com",
            "m\u{131}ke@example.com",
            "\u{430}nn@example.com",
            "ann@ex\u{430}mple.com",
            "ann@m\u{fc}nchen.example",
            "<b>@example.com",
            "ann@<b>.com",
            ".ann@example.com",
            "ann.@example.com",
            "a..b@example.com",
            "ann(comment)@example.com",
            long_local.as_str(),
            long_whole.as_str(),
            long_label.as_str(),
            huge.as_str(),
        ];
        for typed in rows {
            assert_eq!(Address::parse(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn the_longest_that_fit_are_taken() {
        let local = "a".repeat(64);
        let domain = format!(
            "{}.{}.{}.com",
            "b".repeat(62),
            "c".repeat(62),
            "d".repeat(59)
        );
        let longest = format!("{local}@{domain}");
        assert_eq!(longest.len(), 254);
        assert!(Address::parse(&longest).is_some());
        assert!(Address::parse(&format!("{longest}m")).is_none());
    }

    proptest! {
        #[test]
        fn what_is_taken_is_stable_and_plain(typed in "[ -~\u{a0}-\u{ffff}]{0,40}@[a-zA-Z.\u{ff21}-\u{ff3a}-]{1,30}") {
            if let Some(address) = Address::parse(&typed) {
                let text = address.as_str();
                prop_assert_eq!(Address::parse(text), Some(address.clone()));
                prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && !byte.is_ascii_uppercase()));
                prop_assert_eq!(text.matches('@').count(), 1);
                prop_assert!(!text.contains(['"', ',', '<', '>', ';', ':', '\\', '(', ')', '[', ']']));
                prop_assert!(text.parse::<lettre::Address>().is_ok(), "{}", text);
            }
        }

        #[test]
        fn nothing_typed_makes_trouble(typed in any::<String>()) {
            let _address = Address::parse(&typed);
        }
    }
}

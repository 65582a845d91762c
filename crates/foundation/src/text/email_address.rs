//! Email addresses in the one form that every service stores, compares and sends email to.

use std::fmt;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use unicode_normalization::UnicodeNormalization;

use super::visible_text::is_hidden;

/// Maximum length of the local part, in bytes (RFC 5321 section 4.5.3.1.1).
const MAX_LOCAL_BYTES: usize = 64;
/// Maximum length of an address, in bytes (RFC 5321 section 4.5.3.1.3, without the angle brackets).
const MAX_BYTES: usize = 254;
/// Characters of an atom other than letters and digits (RFC 5322 section 3.2.3).
const ATOM_MARKS: &str = "!#$%&'*+-/=?^_`{|}~";
/// Zero-width joiners belong to some scripts; UTS 46 checks that they are between letters of such a script.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// A normalised email address: lower-case ASCII, a dot-atom before the `@`, a dotted domain name after it.
///
/// NFKC folds compatibility forms (a full-width `@`, a ligature), and UTS 46 converts the domain to ASCII, so that both
/// spellings of an internationalised domain are one address. Email goes to this form, never to the typed text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

/// Reason why a text is not an email address that we can send email to.
///
/// Each message is a sentence for the user or developer who sent the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmailAddressError {
    /// The text has not exactly one `@`, or no characters on one of its sides.
    #[error("Must be an e-mail address, such as ann@example.com.")]
    Form,
    /// The text has an invisible character, which copied texts often contain.
    #[error("Must hold no invisible character: type the address instead of pasting it.")]
    Hidden,
    /// The local part is not an ASCII dot-atom.
    #[error(
        "The part before the @ may hold only the letters a to z, digits, single dots between them, and !#$%&'*+-/=?^_`{{|}}~."
    )]
    Local,
    /// The domain is not a host name.
    #[error("The part after the @ must be a domain name, such as example.com.")]
    Domain,
    /// The domain has no dot, so no mail server outside the local network can be found by it.
    #[error("The domain after the @ must have a dot, as in example.com.")]
    Dotless,
    /// The address ends in a dot.
    #[error("The domain after the @ must not end in a dot: leave the last dot out.")]
    TrailingDot,
    /// Longer than 64 bytes before the `@`, or than 254 in all.
    #[error("Must have at most 64 characters before the @, and 254 in all.")]
    Length,
}

impl EmailAddress {
    /// Normalises a text and trims white space around it.
    pub fn parse(text: &str) -> Result<Self, EmailAddressError> {
        // Normalisation never shortens such a long text to a valid address.
        if text.len() > 4 * MAX_BYTES {
            return Err(EmailAddressError::Length);
        }
        let text: String = text.nfkc().collect();
        let text = text.trim();
        let is_bad = |character: char| is_hidden(character) && !JOINERS.contains(&character);
        if text.chars().any(is_bad) {
            return Err(EmailAddressError::Hidden);
        }
        let (local, domain) = text.split_once('@').ok_or(EmailAddressError::Form)?;
        if local.is_empty() || domain.is_empty() || domain.contains('@') {
            return Err(EmailAddressError::Form);
        }
        if !is_dot_atom(local) {
            return Err(EmailAddressError::Local);
        }
        let address = format!("{}@{}", local.to_ascii_lowercase(), ascii_domain(domain)?);
        if local.len() > MAX_LOCAL_BYTES || address.len() > MAX_BYTES {
            return Err(EmailAddressError::Length);
        }
        Ok(Self(address))
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address as an owned text.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_dot_atom(local: &str) -> bool {
    let is_mark =
        |character: char| character.is_ascii_alphanumeric() || ATOM_MARKS.contains(character);
    let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(is_mark);
    local.split('.').all(is_atom)
}

/// Converts the domain of an address to ASCII (UTS 46, as browsers do it).
pub fn ascii_domain(domain: &str) -> Result<String, EmailAddressError> {
    let ascii = Uts46::new().to_ascii(
        domain.as_bytes(),
        AsciiDenyList::STD3,
        Hyphens::CheckFirstLast,
        DnsLength::VerifyAllowRootDot,
    );
    let ascii = ascii.map_err(|_invalid| EmailAddressError::Domain)?;
    if ascii.ends_with('.') {
        return Err(EmailAddressError::TrailingDot);
    }
    let (_, last) = ascii.rsplit_once('.').ok_or(EmailAddressError::Dotless)?;
    // A last label of digits makes it an IPv4 address.
    if last.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(EmailAddressError::Domain);
    }
    Ok(ascii.into_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accepted_texts_have_one_normal_form() {
        let rows = [
            ("ann@example.com", "ann@example.com"),
            ("  Ann@Example.COM ", "ann@example.com"),
            ("\u{a0}ann@example.com\u{3000}", "ann@example.com"),
            ("ann\u{ff20}example.com", "ann@example.com"),
            ("\u{ff41}nn@\u{ff45}xample.com", "ann@example.com"),
            ("o\u{fb01}ce@example.com", "ofice@example.com"),
            ("\u{212a}ate@example.com", "kate@example.com"),
            ("a.b+c@sub.example.co", "a.b+c@sub.example.co"),
            ("o'neil@example.com", "o'neil@example.com"),
            ("ann@b\u{fc}cher.example", "ann@xn--bcher-kva.example"),
            ("ann@B\u{dc}CHER.example", "ann@xn--bcher-kva.example"),
            ("ann@bu\u{308}cher.example", "ann@xn--bcher-kva.example"),
            ("ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"),
            ("ann@XN--BCHER-KVA.EXAMPLE", "ann@xn--bcher-kva.example"),
            ("ann@stra\u{df}e.example", "ann@xn--strae-oqa.example"),
            ("ann@example\u{3002}com", "ann@example.com"),
            ("ann@example\u{ff0e}com", "ann@example.com"),
            ("ann@example\u{ff61}com", "ann@example.com"),
            (
                "ann@\u{4f8b}\u{3048}.\u{30c6}\u{30b9}\u{30c8}",
                "ann@xn--r8jz45g.xn--zckzah",
            ),
            ("ann@ex\u{430}mple.com", "ann@xn--exmple-4nf.com"),
        ];
        for (text, expected) in rows {
            let address = EmailAddress::parse(text);
            assert_eq!(
                address.as_ref().map(EmailAddress::as_str),
                Ok(expected),
                "{text:?}"
            );
        }
    }

    // row: email-1, D14, E5, E6, E9
    #[test]
    fn refused_texts_name_their_fault() {
        use EmailAddressError::{Domain, Dotless, Form, Local, TrailingDot};
        let long_label = format!("a@{}.com", "a".repeat(64));
        let rows = [
            ("", Form),
            ("ann", Form),
            ("@", Form),
            ("@example.com", Form),
            ("ann@", Form),
            ("a@b@example.com", Form),
            ("a\u{ff20}b@example.com", Form),
            ("a@x.com,b@y.com", Form),
            ("\"e@attacker.com\"@victim.com", Form),
            ("ann@localhost", Dotless),
            ("ann@example", Dotless),
            ("ann@example.", TrailingDot),
            ("ann@example.com.", TrailingDot),
            ("ann@example.com\u{3002}", TrailingDot),
            ("ann@.", Domain),
            ("ann@.com", Domain),
            ("ann@example..com", Domain),
            ("ann@-example.com", Domain),
            ("ann@example-.com", Domain),
            ("ann@127.0.0.1", Domain),
            ("ann@[127.0.0.1]", Domain),
            ("ann@ex_ample.com", Domain),
            ("ann@sub_domain.example.com", Domain),
            ("ann@xn--\u{fc}.example", Domain),
            ("ann@xn--a.example", Domain),
            ("ann@exam\u{200d}ple.com", Domain),
            ("ann@<b>.com", Domain),
            ("a@x.com,evil.com", Domain),
            ("a@example.com\nb", Domain),
            ("a@example.com\r\nBcc: b@example.com", Form),
            (long_label.as_str(), Domain),
            ("a,b@x.com", Local),
            ("a;b@x.com", Local),
            ("\"ann\"@example.com", Local),
            ("a b@example.com", Local),
            ("a\tb@example.com", Local),
            ("a\u{0}@example.com", Local),
            ("m\u{131}ke@example.com", Local),
            ("j\u{f6}rg@example.com", Local),
            ("\u{430}nn@example.com", Local),
            ("<b>@example.com", Local),
            (".ann@example.com", Local),
            ("ann.@example.com", Local),
            ("a..b@example.com", Local),
            ("ann(comment)@example.com", Local),
        ];
        for (text, expected) in rows {
            assert_eq!(EmailAddress::parse(text), Err(expected), "{text:?}");
        }
    }

    #[test]
    fn texts_that_hide_something_or_are_too_long_are_refused() {
        use EmailAddressError::{Hidden, Length};
        let long_local = format!("{}@example.com", "a".repeat(65));
        let labels = format!("{}.", "b".repeat(60)).repeat(4);
        let long_whole = format!("{}@{labels}com", "a".repeat(64));
        let huge = "\u{fdfa}".repeat(100_000);
        let rows = [
            ("a\u{200b}b@example.com", Hidden),
            ("lee@example.com\u{200b}", Hidden),
            ("\u{feff}lee@example.com", Hidden),
            ("lee@exam\u{ad}ple.com", Hidden),
            ("lee@\u{202e}example.com", Hidden),
            (long_local.as_str(), Length),
            (long_whole.as_str(), Length),
            (huge.as_str(), Length),
        ];
        for (text, expected) in rows {
            assert_eq!(EmailAddress::parse(text), Err(expected), "{text:?}");
        }
    }

    #[test]
    fn longest_address_that_fits_is_accepted() {
        let local = "a".repeat(64);
        let domain = format!(
            "{}.{}.{}.com",
            "b".repeat(62),
            "c".repeat(62),
            "d".repeat(59)
        );
        let longest = format!("{local}@{domain}");
        assert_eq!(longest.len(), 254);
        assert!(EmailAddress::parse(&longest).is_ok());
        assert!(EmailAddress::parse(&format!("{longest}m")).is_err());
    }

    proptest! {
        #[test]
        fn accepted_text_is_stable_and_plain(typed in "[ -~\u{a0}-\u{ffff}]{0,40}@[a-zA-Z.\u{ff21}-\u{ff3a}\u{e0}-\u{17f}-]{1,30}") {
            if let Ok(address) = EmailAddress::parse(&typed) {
                let text = address.as_str();
                prop_assert_eq!(EmailAddress::parse(text), Ok(address.clone()));
                prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && !byte.is_ascii_uppercase()));
                prop_assert_eq!(text.matches('@').count(), 1);
                prop_assert!(!text.contains(['"', ',', '<', '>', ';', ':', '\\', '(', ')', '[', ']']));
            }
        }

        #[test]
        fn any_text_is_parsed_without_panic(typed in any::<String>()) {
            let _address = EmailAddress::parse(&typed);
        }
    }
}

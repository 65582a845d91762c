//! A typed password: its normal form, and the checks of its strength.

use foundation::secret::{ExposeSecret, SecretString};
use unicode_normalization::UnicodeNormalization;

use super::blocklist::{self, BlocklistOutcome};

/// Minimum length of a password that is set here, in characters. NIST SP 800-63B-4, section 3.1.1.2, requires it of a
/// password as the only authenticator.
pub(crate) const MIN_CHARACTERS: usize = 15;
/// Maximum length of a typed password, in bytes; a longer one is refused before any work.
pub(crate) const MAX_LENGTH: usize = 1024;

/// A password as typed and in the form that is hashed. That form is Unicode's NFKC, so that every keyboard's way of
/// typing the same characters gives the same password. Hashes of other systems were made from the typed form.
#[derive(Clone, Debug)]
pub(crate) struct Password {
    typed: SecretString,
    normal: SecretString,
}

/// Reason that a password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weakness {
    /// It has too few characters.
    TooShort,
    /// It is longer than the server reads.
    TooLong,
    /// It is made of words, rows of keys or repetitions that attackers try first.
    Common,
    /// It is made of the user's address or of this website's name.
    Personal,
}

impl Weakness {
    /// Returns the message with the reason and advice.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::TooShort => {
                "Use at least 15 characters. A few words that do not belong together are easy to remember."
            }
            Self::TooLong => "This password is too long. Use at most 1,024 bytes.",
            Self::Common => {
                "This password is easy to guess: it is made of common words, rows of keys or repetitions. Add words \
                 that are hard to guess."
            }
            Self::Personal => {
                "This password is made of your address or of the name of this site. Choose one that has nothing to \
                 do with them."
            }
        }
    }
}

/// Data about a user that attackers know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownUserData<'a> {
    /// The user's normalised address.
    pub(crate) email: &'a str,
    /// Host name of this website.
    pub(crate) host: &'a str,
}

impl Password {
    /// Reads a typed password; fails if it is too long.
    pub(crate) fn read(typed: &str) -> Result<Self, Weakness> {
        if typed.len() > MAX_LENGTH {
            return Err(Weakness::TooLong);
        }
        let normal: String = typed.nfkc().collect();
        Ok(Self {
            typed: typed.into(),
            normal: normal.into(),
        })
    }

    /// Returns the form that is hashed here.
    pub(super) fn normal(&self) -> &str {
        self.normal.expose_secret()
    }

    /// Returns the form that other systems hashed.
    pub(super) fn typed(&self) -> &str {
        self.typed.expose_secret()
    }

    /// Returns the reason that the password must not be set, if any. There are no rules about kinds of characters.
    pub(crate) fn weakness(&self, around: KnownUserData<'_>) -> Option<Weakness> {
        // The normal form may have fewer characters than the typed one, or many for one (U+FDFA has eighteen).
        let characters = [self.typed(), self.normal()].map(|form| form.chars().count());
        if characters.into_iter().any(|count| count < MIN_CHARACTERS) {
            return Some(Weakness::TooShort);
        }
        match blocklist::check(self.normal(), around.email, around.host) {
            BlocklistOutcome::Fine => None,
            BlocklistOutcome::Common => Some(Weakness::Common),
            BlocklistOutcome::Personal => Some(Weakness::Personal),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const USER_DATA: KnownUserData<'_> = KnownUserData {
        email: "wilhelmina.tell@orchard.example",
        host: "id.lemonworks.example",
    };

    fn weakness(typed: &str) -> Option<Weakness> {
        match Password::read(typed) {
            Ok(password) => password.weakness(USER_DATA),
            Err(weakness) => Some(weakness),
        }
    }

    #[test]
    fn weak_passwords_are_refused_with_their_reason() {
        let just_too_long = "ü".repeat(513);
        let rows = [
            ("", Weakness::TooShort),
            ("kiln tugboat 4", Weakness::TooShort),
            ("\u{1f9c0}\u{1f9c0} kiln boat", Weakness::TooShort),
            // Fifteen characters as typed, fourteen in the normal form.
            ("kiln tugboat e\u{301}", Weakness::TooShort),
            // One character as typed, eighteen in the normal form.
            ("\u{fdfa}", Weakness::TooShort),
            (just_too_long.as_str(), Weakness::TooLong),
            ("passwordpassword", Weakness::Common),
            ("Password123456789", Weakness::Common),
            ("P@ssw0rd P@ssw0rd", Weakness::Common),
            ("correct horse battery staple", Weakness::Common),
            ("CorrectHorseBatteryStaple", Weakness::Common),
            ("qwertyuiopasdfghjkl", Weakness::Common),
            ("qwertyuiop12345", Weakness::Common),
            ("aaaaaaaaaaaaaaaaaaaa", Weakness::Common),
            ("kj4kj4kj4kj4kj4kj4", Weakness::Common),
            ("k3v!9xQzk3v!9xQz", Weakness::Common),
            ("123456789012345", Weakness::Common),
            ("abcdefghijklmnop", Weakness::Common),
            ("iloveyouforever2024", Weakness::Common),
            ("letmein-letmein-2023!", Weakness::Common),
            ("manchester.united.1999", Weakness::Common),
            ("wilhelmina.tell@orchard.example", Weakness::Personal),
            (
                "my wilhelmina.tell@orchard.example !!zq",
                Weakness::Personal,
            ),
            ("wilhelminatell1987", Weakness::Personal),
            ("Wilhelmina-Tell-Password", Weakness::Personal),
            ("lemonworkslemonworks", Weakness::Personal),
            ("LemonWorks2024!!", Weakness::Personal),
        ];
        for (typed, expected) in rows {
            assert_eq!(weakness(typed), Some(expected), "{typed:?}");
            assert!(!expected.message().is_empty());
        }
    }

    #[test]
    fn good_passwords_need_no_special_characters() {
        let just_fits = "ü".repeat(512);
        let rows = [
            "kiln tugboat 40",
            "gravel tulip anchovy meadow",
            "Kq8vR2mXw4tNz7p",
            "ein alter kahn im moor",
            "\u{4e00}\u{8def}\u{987a}\u{98ce}\u{5c71}\u{6c34}\u{4e4b}\u{95f4}\u{8336}\u{9999}\u{6a58}\u{7eff}\u{6885}\u{82b1}\u{5f00}",
            "lemon curd for wilhelmina on thursdays",
        ];
        for typed in rows {
            assert_eq!(weakness(typed), None, "{typed:?}");
        }
        // The maximum length is accepted; the repetition is what this password is refused for.
        assert_eq!(weakness(&just_fits), Some(Weakness::Common));
    }

    #[test]
    fn password_in_two_normal_forms_is_equal() {
        let rows = [
            ("caf\u{e9} sur la falaise", "cafe\u{301} sur la falaise"),
            ("\u{fb01}ne china and kelp", "fine china and kelp"),
            ("\u{ff4b}iln tugboat 40", "kiln tugboat 40"),
        ];
        for (one, other) in rows {
            let (one, other) = (Password::read(one).unwrap(), Password::read(other).unwrap());
            assert_eq!(one.normal(), other.normal());
            assert_ne!(one.typed(), other.typed());
        }
        // Case and spaces at the ends count.
        assert_ne!(
            Password::read(" Kiln").unwrap().normal(),
            Password::read("kiln").unwrap().normal()
        );
    }

    #[test]
    fn password_does_not_print_itself() {
        let printed = format!("{:?}", Password::read("kiln tugboat 40").unwrap());
        assert!(!printed.contains("kiln"), "{printed}");
    }

    proptest! {
        #[test]
        fn any_text_is_rated(typed in ".{0,400}") {
            let _weakness = weakness(&typed);
        }
    }
}

//! The code that a user types: eight letters that are hard to confuse and spell no word (section 6.1).

use std::fmt;

use foundation::{Failure, Random};

use crate::app::App;

/// Twenty letters without vowels and without any that looks like a digit. Eight of them are 34.5 bits.
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
const LENGTH: usize = 8;
/// Position of the hyphen.
const HYPHEN_POSITION: usize = 4;
/// Largest multiple of the number of letters that fits into a byte; larger bytes would make some letters more likely.
const UNBIASED_BYTES: u8 = 240;

/// A code in its canonical spelling: `BCDF-GHJK`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserCode([u8; LENGTH]);

impl UserCode {
    /// Draws a code; each is equally likely.
    pub(super) fn draw(random: &Random) -> Result<Self, Failure> {
        let mut letters = Vec::with_capacity(LENGTH);
        while letters.len() < LENGTH {
            let drawn = random.bytes::<16>()?;
            letters.extend(
                drawn
                    .into_iter()
                    .filter(|byte| *byte < UNBIASED_BYTES)
                    .filter_map(|byte| {
                        let index = usize::from(byte) % LETTERS.len();
                        LETTERS.get(index).copied()
                    }),
            );
        }
        letters.truncate(LENGTH);
        Self::from_letters(letters).ok_or_else(|| Failure::defect("a code of another length"))
    }

    /// Reads a typed code; lower case, spaces and hyphens do not matter. Returns `None` for an invalid one.
    pub(super) fn parse(typed: &str) -> Option<Self> {
        if typed.len() > 4 * LENGTH {
            return None;
        }
        let letters = typed
            .bytes()
            .filter(|byte| !b" -\t.".contains(byte))
            .map(|byte| byte.to_ascii_uppercase());
        Self::from_letters(letters.collect())
    }

    fn from_letters(letters: Vec<u8>) -> Option<Self> {
        let are_ours = letters.iter().all(|letter| LETTERS.contains(letter));
        let letters = <[u8; LENGTH]>::try_from(letters).ok()?;
        are_ours.then_some(Self(letters))
    }

    /// Returns the MAC that is stored instead of the code, so that only the server with the master secret can search
    /// for a short code.
    pub(super) fn mac(&self, app: &App) -> Result<String, Failure> {
        app.sealer.mac("user-code", &self.to_string())
    }
}

impl fmt::Display for UserCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, letter) in self.0.iter().enumerate() {
            let hyphen = if position == HYPHEN_POSITION { "-" } else { "" };
            write!(f, "{hyphen}{}", char::from(*letter))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn typed_code_is_normalized_or_refused() {
        for typed in [
            "BCDF-GHJK",
            "bcdfghjk",
            " bcdf ghjk ",
            "b-c-d-f-g-h-j-k",
            "BCDF.GHJK\t",
        ] {
            let code = UserCode::parse(typed).map(|code| code.to_string());
            assert_eq!(code.as_deref(), Some("BCDF-GHJK"), "{typed}");
        }
        for typed in [
            "",
            "BCDF-GHJ",
            "BCDF-GHJKL",
            "BCDF-GHJA",
            "BCDF-GHJ0",
            "BCDF_GHJK",
            "\u{ff22}CDFGHJK",
            "BCDFGHJK\0",
            &" ".repeat(100),
        ] {
            assert_eq!(UserCode::parse(typed), None, "{typed}");
        }
    }

    #[test]
    fn each_character_is_drawn_and_codes_are_unique() {
        let random = Random::seeded(1);
        let codes: BTreeSet<_> = (0..500)
            .map(|_| UserCode::draw(&random).unwrap().to_string())
            .collect();
        assert_eq!(codes.len(), 500);
        let letters: BTreeSet<_> = codes
            .iter()
            .flat_map(|code| code.bytes())
            .filter(|letter| *letter != b'-')
            .collect();
        assert_eq!(letters, LETTERS.iter().copied().collect());
        assert!(
            codes
                .iter()
                .all(|code| UserCode::parse(code).unwrap().to_string() == *code)
        );
    }
}

//! Weak secrets: examples from documentation, a few repeated characters, an alphabetic sequence.

/// Advice to an operator whose secret is weak.
pub const GENERATION_ADVICE: &str = "make one with `openssl rand -hex 32`";

/// Minimum number of different bytes. The poorest secret that is long enough is 32 random hexadecimal digits, which
/// have fewer once in some ten million.
const MIN_DISTINCT_CHARACTERS: usize = 8;

/// Words of examples and defaults. They are so long that no random secret contains one.
const EXAMPLES: [&str; 15] = [
    "change-me",
    "change_me",
    "changeme",
    "default",
    "deadbeef",
    "example",
    "letmein",
    "passphrase",
    "password",
    "placeholder",
    "qwerty",
    "replace",
    "secret",
    "tollgate",
    "xxxxxx",
];

/// Returns the reason why a secret of any length can be guessed; `None` for a generated one.
///
/// This does not measure strength: it accepts a sentence that a user made up.
pub fn find_weakness(secret: &str) -> Option<&'static str> {
    let bytes = secret.as_bytes();
    let small = secret.to_ascii_lowercase();
    if EXAMPLES.iter().any(|word| small.contains(word)) {
        Some("holds a word of examples and defaults")
    } else if is_of_few(bytes) {
        Some("is made of too few different characters")
    } else if repeats(bytes) {
        Some("repeats itself")
    } else if runs(bytes) {
        Some("is a sequence")
    } else {
        None
    }
}

/// Returns true for few different bytes, or for a byte that is more than half of all.
fn is_of_few(bytes: &[u8]) -> bool {
    let mut counts = [0_usize; 256];
    for byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let different = counts.iter().filter(|count| **count > 0).count();
    different < MIN_DISTINCT_CHARACTERS || counts.iter().any(|count| count * 2 > bytes.len())
}

/// Returns true if the bytes are one piece, repeated at least twice and to the end.
fn repeats(bytes: &[u8]) -> bool {
    let longest = bytes.len().div_euclid(2);
    (1..=longest).any(|piece| {
        bytes
            .iter()
            .zip(bytes.iter().skip(piece))
            .all(|(a, b)| a == b)
    })
}

/// Returns true if three of four bytes follow their neighbour, up or down.
fn runs(bytes: &[u8]) -> bool {
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let steps = pairs.filter(|(a, b)| a.abs_diff(**b) <= 1).count();
    steps * 4 >= bytes.len() * 3
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::*;
    use crate::random::{Random, hexadecimal};

    // row: C17
    #[test]
    fn examples_and_patterns_are_no_secrets() {
        let rows = [
            (String::new(), "few"),
            ("a".repeat(32), "few"),
            ("\0".repeat(64), "few"),
            ("ab".repeat(16), "few"),
            ("0123456789abcdef".repeat(2), "repeats"),
            ("k9Qz7Lw2".repeat(4), "repeats"),
            ("k9Qz7Lw2Vb".repeat(3) + "k9", "repeats"),
            ("abcdefghijklmnopqrstuvwxyz012345".to_owned(), "sequence"),
            ("zyxwvutsrqponmlkjihgfedcba987654".to_owned(), "sequence"),
            (format!("k9Qz7Lw2Vb{}", "x".repeat(30)), "example"),
            (format!("k9Qz7Lw2Vb{}", "a".repeat(30)), "few"),
            ("your-super-SECRET-key-goes-here!".to_owned(), "example"),
            ("ChangeMe-ChangeMe-ChangeMe-12345".to_owned(), "example"),
            ("please replace this by your own 1".to_owned(), "example"),
            ("deadbeef0badc0de8f31c2a97e604d5b".to_owned(), "example"),
        ];
        for (secret, why) in rows {
            let weakness = find_weakness(&secret);
            assert!(
                weakness.is_some_and(|weakness| weakness.contains(why)),
                "{secret}: {weakness:?}"
            );
        }
    }

    #[test]
    fn generated_secret_is_accepted() {
        let random = Random::seeded(17);
        for _ in 0..20_000 {
            let bytes = random.bytes::<32>().unwrap();
            let short = hexadecimal(bytes.get(..16).unwrap());
            for made in [hexadecimal(&bytes), STANDARD.encode(bytes), short] {
                assert_eq!(find_weakness(&made), None, "{made}");
            }
        }
        assert_eq!(find_weakness("kiln tugboat gravel tulip anchovy"), None);
    }
}

//! Random generators that callers pass as arguments: the system's, or a repeatable one for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use ring::rand::{SecureRandom, SystemRandom};

use crate::failure::Failure;

/// A random generator; clones are cheap.
#[derive(Clone, Debug)]
pub struct Random(Source);

#[derive(Clone, Debug)]
enum Source {
    System(SystemRandom),
    Seeded { seed: u64, drawn: Arc<AtomicU64> },
}

impl Random {
    /// Returns the system's cryptographic generator.
    #[expect(
        clippy::disallowed_methods,
        reason = "Random is the one place that draws"
    )]
    pub fn system() -> Self {
        Self(Source::System(SystemRandom::new()))
    }

    /// Returns a generator that repeats the same bytes for the same seed; for tests only.
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded {
            seed,
            drawn: Arc::new(AtomicU64::new(0)),
        })
    }

    /// Returns `N` random bytes.
    pub fn bytes<const N: usize>(&self) -> Result<[u8; N], Failure> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Fills the slice with random bytes.
    pub fn fill(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        match &self.0 {
            Source::System(generator) => generator
                .fill(bytes)
                .map_err(|error| Failure::broken("drawing random bytes", error.to_string())),
            Source::Seeded { seed, drawn } => {
                for chunk in bytes.chunks_mut(digest::SHA256_OUTPUT_LEN) {
                    let block = drawn.fetch_add(1, Ordering::SeqCst);
                    let mut input = seed.to_be_bytes().to_vec();
                    input.extend(block.to_be_bytes());
                    let output = digest::digest(&digest::SHA256, &input);
                    chunk
                        .iter_mut()
                        .zip(output.as_ref())
                        .for_each(|(to, from)| *to = *from);
                }
                Ok(())
            }
        }
    }

    /// Returns a secret of 256 bits as 43 characters of URL-safe base64.
    pub fn token(&self) -> Result<String, Failure> {
        Ok(URL_SAFE_NO_PAD.encode(self.bytes::<32>()?))
    }

    /// Returns a secret of 256 bits as 64 lower-case hexadecimal digits.
    pub fn hex(&self) -> Result<String, Failure> {
        Ok(hexadecimal(&self.bytes::<32>()?))
    }

    /// Returns six decimal digits, each code equally likely.
    pub fn six_digits(&self) -> Result<String, Failure> {
        loop {
            let drawn = u32::from_be_bytes(self.bytes::<4>()?);
            // 4,294,000,000 is the largest multiple of a million below 2^32; above it codes would be uneven.
            if drawn < 4_294_000_000 {
                return Ok(format!("{:06}", drawn % 1_000_000));
            }
        }
    }
}

/// Returns lower-case hexadecimal digits, two for each byte.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_generator_repeats_itself_and_a_system_one_does_not() {
        assert_eq!(
            Random::seeded(7).token().unwrap(),
            Random::seeded(7).token().unwrap()
        );
        assert_ne!(
            Random::seeded(7).token().unwrap(),
            Random::seeded(8).token().unwrap()
        );
        assert_ne!(
            Random::system().token().unwrap(),
            Random::system().token().unwrap()
        );
        let one = Random::seeded(7);
        assert_ne!(one.bytes::<48>().unwrap(), one.bytes::<48>().unwrap());
    }

    #[test]
    fn shapes() {
        let random = Random::system();
        assert_eq!(random.token().unwrap().len(), 43);
        assert_eq!(random.hex().unwrap().len(), 64);
        let code = random.six_digits().unwrap();
        assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()));
    }
}

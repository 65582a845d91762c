//! Generation of a private key, as PKCS#8 bytes.

use foundation::{Failure, Random};
use ring::hmac;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair};
use rsa::RsaPrivateKey;
use rsa::pkcs8::EncodePrivateKey;
use rsa::rand_core::{CryptoRng, Error, RngCore};

use super::algorithm::Algorithm;

/// Size of RSA keys: the minimum of RFC 7518 section 3.3.
const RSA_BITS: usize = 2048;

/// Generates a key; RSA takes a few hundred milliseconds and therefore runs on its own thread.
pub(super) async fn pkcs8(algorithm: Algorithm, random: &Random) -> Result<Vec<u8>, Failure> {
    match algorithm {
        Algorithm::Es256 => ec(),
        Algorithm::EdDsa => ed25519(),
        Algorithm::Rs256 => {
            let stream = RandomStream::new(random)?;
            tokio::task::spawn_blocking(move || rsa(stream))
                .await
                .map_err(|error| Failure::broken("making an RSA key", error))?
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "ring makes EC keys from its own generator only"
)]
fn ec() -> Result<Vec<u8>, Failure> {
    let generator = ring::rand::SystemRandom::new();
    EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &generator)
        .map(|document| document.as_ref().to_vec())
        .map_err(|error| Failure::broken("making an EC key", error.to_string()))
}

#[expect(
    clippy::disallowed_methods,
    reason = "ring makes Ed25519 keys from its own generator only"
)]
fn ed25519() -> Result<Vec<u8>, Failure> {
    let generator = ring::rand::SystemRandom::new();
    Ed25519KeyPair::generate_pkcs8(&generator)
        .map(|document| document.as_ref().to_vec())
        .map_err(|error| Failure::broken("making an Ed25519 key", error.to_string()))
}

fn rsa(mut stream: RandomStream) -> Result<Vec<u8>, Failure> {
    let key = RsaPrivateKey::new(&mut stream, RSA_BITS)
        .map_err(|error| Failure::broken("making an RSA key", error))?;
    key.to_pkcs8_der()
        .map(|document| document.as_bytes().to_vec())
        .map_err(|error| Failure::broken("writing an RSA key", error))
}

/// Endless random bytes from one seed of 256 bits, because the RSA key generator cannot handle a failed draw. Uses
/// HMAC-SHA-256 in counter mode (NIST SP 800-108).
struct RandomStream {
    seed: hmac::Key,
    block: u64,
    left: Vec<u8>,
}

impl RandomStream {
    fn new(random: &Random) -> Result<Self, Failure> {
        let seed = hmac::Key::new(hmac::HMAC_SHA256, &random.bytes::<32>()?);
        Ok(Self {
            seed,
            block: 0,
            left: Vec::new(),
        })
    }

    fn next_byte(&mut self) -> u8 {
        loop {
            if let Some(byte) = self.left.pop() {
                return byte;
            }
            self.left = hmac::sign(&self.seed, &self.block.to_be_bytes())
                .as_ref()
                .to_vec();
            self.block += 1;
        }
    }
}

impl CryptoRng for RandomStream {}

impl RngCore for RandomStream {
    fn next_u32(&mut self) -> u32 {
        rsa::rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rsa::rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, dest: &mut [u8]) {
        dest.fill_with(|| self.next_byte());
    }

    fn try_fill_bytes(&mut self, dest: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(dest);
        Ok(())
    }
}

//! Secrets: how they are compared, hashed for a purpose, authenticated, and sealed at rest.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use biscuit::jwa::{ContentEncryptionAlgorithm, EncryptionOptions, KeyManagementAlgorithm};
use biscuit::jwe::{Compact, Header, RegisteredHeader};
use biscuit::{Empty, jwk};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::{digest, hmac};
pub use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;

use crate::failure::Failure;
use crate::random::{Random, hexadecimal};

/// The shortest master secret that is accepted, in bytes.
pub const SHORTEST_MASTER_SECRET: usize = 32;

/// What is stored instead of a secret: URL-safe base64 of SHA-256 over purpose and value.
///
/// The purpose is part of the hash, so that a secret of one kind is never taken for another.
/// Meant for values of 128 random bits and more; short codes use [`Sealer::mac`].
pub fn digest(purpose: &str, value: &str) -> String {
    let mut context = digest::Context::new(&digest::SHA256);
    context.update(&purpose.len().to_be_bytes());
    context.update(purpose.as_bytes());
    context.update(value.as_bytes());
    URL_SAFE_NO_PAD.encode(context.finish())
}

/// Compares two texts in time that depends on their lengths only.
pub fn equal(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

/// Seals and authenticates values under one master secret, each purpose with a key of its own.
///
/// Sealed values are JWEs (RFC 7516, `dir` with A256GCM); keys come from HKDF-SHA-256 (RFC 5869).
#[derive(Clone)]
pub struct Sealer {
    master: SecretString,
    random: Random,
}

struct Bytes32;

impl KeyType for Bytes32 {
    fn len(&self) -> usize {
        32
    }
}

impl Sealer {
    /// A sealer under the master secret, which must hold [`SHORTEST_MASTER_SECRET`] bytes or more.
    pub fn new(master: SecretString, random: Random) -> Self {
        Self { master, random }
    }

    /// Encrypts a text for a purpose.
    pub fn seal(&self, purpose: &str, plain: &str) -> Result<String, Failure> {
        let sealing = |error: biscuit::errors::Error| Failure::broken("sealing a value", error);
        let header = Header::<Empty>::from_registered_header(RegisteredHeader {
            cek_algorithm: KeyManagementAlgorithm::DirectSymmetricKey,
            enc_algorithm: ContentEncryptionAlgorithm::A256GCM,
            ..RegisteredHeader::default()
        });
        let nonce = self.random.bytes::<12>()?.to_vec();
        Compact::new_decrypted(header, plain.as_bytes().to_vec())
            .encrypt(&self.key(purpose)?, &EncryptionOptions::AES_GCM { nonce })
            .map_err(sealing)?
            .encrypted()
            .map(ToString::to_string)
            .map_err(sealing)
    }

    /// Decrypts what [`Sealer::seal`] made for the same purpose; `None` for anything else.
    pub fn open(&self, purpose: &str, sealed: &str) -> Option<String> {
        let opened = Compact::<Vec<u8>, Empty>::new_encrypted(sealed)
            .decrypt(
                &self.key(purpose).ok()?,
                KeyManagementAlgorithm::DirectSymmetricKey,
                ContentEncryptionAlgorithm::A256GCM,
            )
            .ok()?;
        String::from_utf8(opened.payload().ok()?.clone()).ok()
    }

    /// HMAC-SHA-256 of a value for a purpose, as 64 lower-case hexadecimal digits.
    pub fn mac(&self, purpose: &str, value: &str) -> Result<String, Failure> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.derive(purpose)?);
        let tag = hmac::sign(&key, value.as_bytes());
        Ok(hexadecimal(tag.as_ref()))
    }

    fn key(&self, purpose: &str) -> Result<jwk::JWK<Empty>, Failure> {
        Ok(jwk::JWK::new_octet_key(&self.derive(purpose)?, Empty {}))
    }

    fn derive(&self, purpose: &str) -> Result<[u8; 32], Failure> {
        let mut key = [0; 32];
        Salt::new(HKDF_SHA256, b"tollgate")
            .extract(self.master.expose_secret().as_bytes())
            .expand(&[purpose.as_bytes()], Bytes32)
            .and_then(|output| output.fill(&mut key))
            .map_err(|error| Failure::broken("deriving a key", error.to_string()))?;
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer(master: &str) -> Sealer {
        Sealer::new(master.into(), Random::system())
    }

    #[test]
    fn a_sealed_value_opens_for_its_purpose_and_secret_only() {
        let one = sealer("0123456789abcdef0123456789abcdef");
        let sealed = one.seal("signing-key", "secret bytes").unwrap();
        assert_eq!(
            one.open("signing-key", &sealed).as_deref(),
            Some("secret bytes")
        );
        assert_eq!(one.open("mail", &sealed), None);
        assert_eq!(
            sealer("another secret of thirty-two byt").open("signing-key", &sealed),
            None
        );
        assert_ne!(one.seal("signing-key", "secret bytes").unwrap(), sealed);
    }

    #[test]
    fn no_altered_sealed_value_opens() {
        let one = sealer("0123456789abcdef0123456789abcdef");
        let sealed = one.seal("signing-key", "secret bytes").unwrap();
        for place in 0..sealed.len() {
            let mut altered = sealed.clone().into_bytes();
            altered[place] = if altered[place] == b'A' { b'B' } else { b'A' };
            let altered = String::from_utf8(altered).unwrap();
            assert_eq!(one.open("signing-key", &altered), None, "at {place}");
        }
    }

    #[test]
    fn digests_and_macs_differ_by_purpose() {
        assert_ne!(digest("a", "bc"), digest("ab", "c"));
        let one = sealer("0123456789abcdef0123456789abcdef");
        assert_ne!(one.mac("a", "x").unwrap(), one.mac("b", "x").unwrap());
        assert_eq!(one.mac("a", "x").unwrap().len(), 64);
    }

    #[test]
    fn equal_compares_whole_texts() {
        let rows = [
            ("", "", true),
            ("a", "a", true),
            ("a", "b", false),
            ("a", "aa", false),
            ("", "a", false),
        ];
        for (left, right, expected) in rows {
            assert_eq!(equal(left, right), expected, "{left:?} {right:?}");
        }
    }
}

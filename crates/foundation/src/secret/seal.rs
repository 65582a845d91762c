//! Encryption at rest and message authentication, with a separate key for each purpose.

use std::sync::Arc;

use biscuit::jwa::{ContentEncryptionAlgorithm, EncryptionOptions, KeyManagementAlgorithm};
use biscuit::jwe::{Compact, Header, RegisteredHeader};
use biscuit::{Empty, jwk};
use quick_cache::sync::Cache;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::hmac;
pub use secrecy::{ExposeSecret, SecretString};

use super::compare::equal;
use crate::failure::Failure;
use crate::random::{Random, hexadecimal};

/// Minimum length of a master secret, in bytes.
pub const MIN_MASTER_SECRET_LENGTH: usize = 32;

/// Maximum number of purposes whose keys are cached. Some purposes contain text of callers, such as the name of a
/// cursor's list.
const MAX_CACHED_PURPOSES: usize = 1_000;

/// Prefix of all sealed values: the header `{"alg":"dir","enc":"A256GCM"}`, and no key.
const HEADER_PREFIX: &str = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..";

/// Result of sealing a value again under the current master secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResealOutcome {
    /// The current secret has sealed it already.
    Current,
    /// A previous secret had sealed it; this is the new sealed value.
    Renewed(String),
    /// No secret opens it.
    Unreadable,
}

/// Seals and authenticates values under one master secret, with a separate key per purpose. Previous master secrets
/// open the values that they sealed.
///
/// Sealed values are JWEs (RFC 7516, `dir` with A256GCM); keys come from HKDF-SHA-256 (RFC 5869).
#[derive(Clone)]
pub struct Sealer {
    master: SecretString,
    /// Previous secrets, which only open values.
    previous: Arc<[Self]>,
    random: Random,
    /// Cache of derived keys.
    keys: Arc<Cache<String, Arc<PurposeKeys>>>,
}

/// The keys of one purpose.
struct PurposeKeys {
    sealing: jwk::JWK<Empty>,
    authenticating: hmac::Key,
}

struct KeyLength;

impl KeyType for KeyLength {
    fn len(&self) -> usize {
        32
    }
}

impl Sealer {
    /// Creates a sealer with a master secret of at least [`MIN_MASTER_SECRET_LENGTH`] bytes.
    pub fn new(master: SecretString, random: Random) -> Self {
        Self {
            master,
            previous: Arc::new([]),
            random,
            keys: Arc::new(Cache::new(MAX_CACHED_PURPOSES)),
        }
    }

    /// Returns a sealer that also opens values of previous master secrets.
    #[must_use]
    pub fn with_previous(self, previous: &[SecretString]) -> Self {
        let of_before = |secret: &SecretString| Self::new(secret.clone(), self.random.clone());
        Self {
            previous: previous.iter().map(of_before).collect(),
            ..self
        }
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
            .encrypt(
                &self.keys(purpose)?.sealing,
                &EncryptionOptions::AES_GCM { nonce },
            )
            .map_err(sealing)?
            .encrypted()
            .map(ToString::to_string)
            .map_err(sealing)
    }

    /// Decrypts a value of [`Sealer::seal`] for the same purpose; `None` for any other text. It accepts one fixed
    /// header, so that no value can choose another algorithm, compression, or expensive work.
    pub fn open(&self, purpose: &str, sealed: &str) -> Option<String> {
        let of_before = || self.previous.iter();
        self.open_alone(purpose, sealed)
            .or_else(|| of_before().find_map(|one| one.open_alone(purpose, sealed)))
    }

    /// Seals a value of a previous secret under the current one.
    pub fn reseal(&self, purpose: &str, sealed: &str) -> Result<ResealOutcome, Failure> {
        if self.open_alone(purpose, sealed).is_some() {
            return Ok(ResealOutcome::Current);
        }
        match self.open(purpose, sealed) {
            Some(plain) => self.seal(purpose, &plain).map(ResealOutcome::Renewed),
            None => Ok(ResealOutcome::Unreadable),
        }
    }

    /// Returns true if a text is the MAC of a value under the current or a previous secret.
    pub fn has_mac(&self, purpose: &str, value: &str, presented: &str) -> Result<bool, Failure> {
        let mut is_one = equal(&self.mac(purpose, value)?, presented);
        for one in self.previous.iter() {
            is_one |= equal(&one.mac(purpose, value)?, presented);
        }
        Ok(is_one)
    }

    /// Opens a value that the current secret has sealed.
    fn open_alone(&self, purpose: &str, sealed: &str) -> Option<String> {
        if !sealed.starts_with(HEADER_PREFIX) {
            return None;
        }
        let opened = Compact::<Vec<u8>, Empty>::new_encrypted(sealed)
            .decrypt(
                &self.keys(purpose).ok()?.sealing,
                KeyManagementAlgorithm::DirectSymmetricKey,
                ContentEncryptionAlgorithm::A256GCM,
            )
            .ok()?;
        String::from_utf8(opened.payload().ok()?.clone()).ok()
    }

    /// Returns HMAC-SHA-256 of a value for a purpose, as 64 lower-case hexadecimal digits.
    pub fn mac(&self, purpose: &str, value: &str) -> Result<String, Failure> {
        Ok(hexadecimal(&self.tag(purpose, value)?))
    }

    /// Returns the MAC as bytes.
    pub(crate) fn tag(&self, purpose: &str, value: &str) -> Result<[u8; 32], Failure> {
        let tag = hmac::sign(&self.keys(purpose)?.authenticating, value.as_bytes());
        <[u8; 32]>::try_from(tag.as_ref())
            .map_err(|error| Failure::broken("authenticating a value", error))
    }

    fn keys(&self, purpose: &str) -> Result<Arc<PurposeKeys>, Failure> {
        if let Some(keys) = self.keys.get(purpose) {
            return Ok(keys);
        }
        let derived = self.derive(purpose)?;
        let keys = Arc::new(PurposeKeys {
            sealing: jwk::JWK::new_octet_key(&derived, Empty {}),
            authenticating: hmac::Key::new(hmac::HMAC_SHA256, &derived),
        });
        self.keys.insert(purpose.to_owned(), Arc::clone(&keys));
        Ok(keys)
    }

    fn derive(&self, purpose: &str) -> Result<[u8; 32], Failure> {
        let mut key = [0; 32];
        Salt::new(HKDF_SHA256, b"tollgate")
            .extract(self.master.expose_secret().as_bytes())
            .expand(&[purpose.as_bytes()], KeyLength)
            .and_then(|output| output.fill(&mut key))
            .map_err(|error| Failure::broken("deriving a key", error.to_string()))?;
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn sealer(master: &str) -> Sealer {
        Sealer::new(master.into(), Random::system())
    }

    // row: C16
    #[test]
    fn sealed_value_opens_for_its_purpose_and_secret_only() {
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
    fn previous_secret_opens_but_does_not_seal() {
        let (old, new) = (
            "0123456789abcdef0123456789abcdef",
            "another secret of thirty-two byt",
        );
        let before = sealer(old);
        let after = sealer(new).with_previous(&[old.into()]);
        let sealed = before.seal("signing-key", "secret bytes").unwrap();
        let opened = after.open("signing-key", &sealed);
        assert_eq!(opened.as_deref(), Some("secret bytes"));
        assert_eq!(after.open("mail", &sealed), None);
        let ResealOutcome::Renewed(anew) = after.reseal("signing-key", &sealed).unwrap() else {
            panic!("it was sealed under the secret of before");
        };
        assert_eq!(before.open("signing-key", &anew), None);
        let opened = sealer(new).open("signing-key", &anew);
        assert_eq!(opened.as_deref(), Some("secret bytes"));
        for (value, expected) in [
            (anew.as_str(), ResealOutcome::Current),
            ("no sealed value", ResealOutcome::Unreadable),
        ] {
            assert_eq!(after.reseal("signing-key", value).unwrap(), expected);
        }
        let mac = before.mac("csrf", "value").unwrap();
        assert!(after.has_mac("csrf", "value", &mac).unwrap());
        assert!(!after.has_mac("csrf", "other", &mac).unwrap());
        assert!(!sealer(new).has_mac("csrf", "value", &mac).unwrap());
        assert_ne!(after.mac("csrf", "value").unwrap(), mac);
    }

    #[test]
    fn altered_sealed_value_does_not_open() {
        let one = sealer("0123456789abcdef0123456789abcdef");
        let sealed = one.seal("signing-key", "secret bytes").unwrap();
        for index in 0..sealed.len() {
            let mut altered = sealed.clone().into_bytes();
            altered[index] = if altered[index] == b'A' { b'B' } else { b'A' };
            let altered = String::from_utf8(altered).unwrap();
            assert_eq!(one.open("signing-key", &altered), None, "at {index}");
        }
    }

    // row: C1, C6, C9, C10, C14
    /// C1, C6, C9, C10, C14: correctly sealed with the right key, but with another header.
    #[test]
    fn only_own_headers_are_read() {
        use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
        let one = sealer("0123456789abcdef0123456789abcdef");
        let key = UnboundKey::new(&AES_256_GCM, &one.derive("session").unwrap()).unwrap();
        let key = LessSafeKey::new(key);
        let made = |header: &str, cek: &str| {
            let (header, nonce) = (URL_SAFE_NO_PAD.encode(header), [7; 12]);
            let mut text = b"secret bytes".to_vec();
            let tag = key
                .seal_in_place_separate_tag(
                    Nonce::assume_unique_for_key(nonce),
                    Aad::from(header.as_bytes()),
                    &mut text,
                )
                .unwrap();
            let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
            let (nonce, text, tag) = (part(&nonce), part(&text), part(tag.as_ref()));
            format!("{header}.{cek}.{nonce}.{text}.{tag}")
        };
        let honest = made(r#"{"alg":"dir","enc":"A256GCM"}"#, "");
        let opened = one.open("session", &honest);
        assert_eq!(opened.as_deref(), Some("secret bytes"), "the control");
        for header in [
            r#"{"alg":"none","enc":"A256GCM"}"#,
            r#"{"alg":"None","enc":"A256GCM"}"#,
            r#"{"alg":"RSA1_5","enc":"A256GCM"}"#,
            r#"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2c":2147483647,"p2s":"AAAA"}"#,
            r#"{"alg":"dir","enc":"A128GCM"}"#,
            r#"{"alg":"dir","enc":"A256CBC-HS512"}"#,
            r#"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#,
            r#"{"alg":"dir","enc":"A256GCM","crit":["exp"],"exp":1}"#,
            r#"{"alg":"dir","enc":"A256GCM","cty":"JWT"}"#,
            r#"{"alg":"dir","enc":"A256GCM","jku":"https://evil.example"}"#,
            r#"{"enc":"A256GCM","alg":"dir"}"#,
            r#"{ "alg":"dir","enc":"A256GCM"}"#,
            "{}",
            "",
        ] {
            assert_eq!(one.open("session", &made(header, "")), None, "{header}");
        }
        let wrapped = made(r#"{"alg":"dir","enc":"A256GCM"}"#, "AAAA");
        assert_eq!(one.open("session", &wrapped), None, "a key beside it");
        let parts: Vec<_> = honest.split('.').collect();
        let general = format!(
            r#"{{"protected":"{}","iv":"{}","ciphertext":"{}","tag":"{}"}}"#,
            parts[0], parts[2], parts[3], parts[4]
        );
        for other in [
            general,
            format!("{honest}."),
            format!(" {honest}"),
            honest.replacen('.', "", 1),
        ] {
            assert_eq!(one.open("session", &other), None, "{other}");
        }
    }

    /// Related to J8: a client that always sends new words does not increase the memory.
    #[test]
    fn keys_of_many_purposes_are_evicted() {
        let one = sealer("0123456789abcdef0123456789abcdef");
        let sealed = one.seal("signing-key", "secret bytes").unwrap();
        for n in 0..10 * MAX_CACHED_PURPOSES {
            assert_eq!(one.open(&format!("cursor of {n}"), &sealed), None);
        }
        // The cache rounds up the size of each shard, and has as many shards as the machine has cores.
        assert!(
            one.keys.len() < 2 * MAX_CACHED_PURPOSES,
            "{}",
            one.keys.len()
        );
        let opened = one.open("signing-key", &sealed);
        assert_eq!(opened.as_deref(), Some("secret bytes"), "derived again");
    }

    #[test]
    fn macs_differ_by_purpose() {
        let one = sealer("0123456789abcdef0123456789abcdef");
        assert_ne!(one.mac("a", "x").unwrap(), one.mac("b", "x").unwrap());
        assert_eq!(one.mac("a", "x").unwrap().len(), 64);
    }
}

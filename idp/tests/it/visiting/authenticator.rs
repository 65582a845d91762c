//! Provides a device with a passkey, which responds as browsers expect, or falsely.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

const USER_PRESENT: u8 = 0x01;
/// Flag of a user whom the device has verified.
const USER_VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;
/// Flags of a passkey that is synced to the user's other devices.
pub(crate) const SYNCED: u8 = 0x08 | 0x10;

/// A device with one passkey, and the data of its responses.
pub(crate) struct Authenticator {
    key: EcdsaKeyPair,
    random: SystemRandom,
    /// Id of the passkey.
    pub(crate) credential_id: Vec<u8>,
    /// User handle from the registration.
    pub(crate) handle: Vec<u8>,
    /// Counter of the next assertion.
    pub(crate) counter: u32,
    /// Flags in addition to those of every assertion.
    pub(crate) flags: u8,
    /// Origin that the browser claims.
    pub(crate) origin: String,
    /// Host of the passkey.
    pub(crate) host: String,
}

impl Authenticator {
    #[expect(
        clippy::disallowed_methods,
        reason = "a device's keys come from ring's own generator"
    )]
    pub(crate) fn new(origin: &str, host: &str) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).expect("a key");
        Self {
            credential_id: id_of(&key),
            key,
            random,
            handle: Vec::new(),
            counter: 0,
            flags: USER_VERIFIED,
            origin: origin.to_owned(),
            host: host.to_owned(),
        }
    }

    /// Restores correct responses.
    pub(crate) fn repent(&mut self, origin: &str, host: &str) {
        self.credential_id = id_of(&self.key);
        self.flags = USER_VERIFIED;
        origin.clone_into(&mut self.origin);
        host.clone_into(&mut self.host);
    }

    /// Creates the passkey that a page requests.
    pub(crate) fn register(&mut self, options: &Value) -> String {
        let handle = options["user"]["id"].as_str().expect("a user");
        self.handle = BASE64.decode(handle).expect("base64url");
        let client = self.client("webauthn.create", options);
        let mut data = self.data(HAS_CREDENTIAL);
        data.extend([0; 16]);
        let length = u16::try_from(self.credential_id.len()).expect("short");
        data.extend(length.to_be_bytes());
        data.extend(&self.credential_id);
        // The public key in COSE: EC2, ES256, P-256, x, y.
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).expect("short"));
        attestation.extend(data);
        json!({
            "id": BASE64.encode(&self.credential_id),
            "rawId": BASE64.encode(&self.credential_id),
            "type": "public-key",
            "extensions": {},
            "response": {
                "attestationObject": BASE64.encode(attestation),
                "clientDataJSON": BASE64.encode(client),
            },
        })
        .to_string()
    }

    /// Signs the request of a page, with the counter one higher.
    pub(crate) fn sign(&mut self, options: &Value) -> String {
        self.counter += 1;
        self.sign_as_it_stands(options)
    }

    /// Signs the request of a page with the current counter.
    pub(crate) fn sign_as_it_stands(&self, options: &Value) -> String {
        let client = self.client("webauthn.get", options);
        let data = self.data(0);
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, &client).as_ref());
        let signature = self.key.sign(&self.random, &signed).expect("a signature");
        json!({
            "id": BASE64.encode(&self.credential_id),
            "rawId": BASE64.encode(&self.credential_id),
            "type": "public-key",
            "extensions": {},
            "response": {
                "authenticatorData": BASE64.encode(data),
                "clientDataJSON": BASE64.encode(client),
                "signature": BASE64.encode(signature),
                "userHandle": BASE64.encode(&self.handle),
            },
        })
        .to_string()
    }

    fn client(&self, kind: &str, options: &Value) -> Vec<u8> {
        json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        })
        .to_string()
        .into_bytes()
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut data = digest(&SHA256, self.host.as_bytes()).as_ref().to_vec();
        data.push(USER_PRESENT | self.flags | more);
        data.extend(self.counter.to_be_bytes());
        data
    }
}

fn id_of(key: &EcdsaKeyPair) -> Vec<u8> {
    digest(&SHA256, key.public_key().as_ref()).as_ref()[..16].to_vec()
}

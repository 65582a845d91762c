//! Signatures of Standard Webhooks 1.x over id, time and body. `v1` is HMAC-SHA256 with a secret that both sides have
//! (`whsec_…`). `v1a` is Ed25519 with a private key of the server (`whsk_…`), verified with its public key (`whpk_…`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Failure, Random};
use ring::hmac;
use ring::signature::{Ed25519KeyPair, KeyPair};

/// The prefix of every shared secret.
const SHARED: &str = "whsec_";
/// The prefix of every private key.
const PRIVATE: &str = "whsk_";
/// The prefix of every public key.
const PUBLIC: &str = "whpk_";
/// Bytes of a secret (the specification allows 24 to 64), and of a key's seed (RFC 8032).
const LENGTH: usize = 32;

/// The signature scheme of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signing {
    /// `v1`: a secret that the receiver has, too.
    Shared,
    /// `v1a`: a private key whose public key the receiver has.
    OwnKey,
}

/// A new secret or key.
#[derive(Debug)]
pub(super) struct SigningSecret {
    /// The secret or the private key.
    pub(super) secret: SecretString,
    /// The public key; `None` with a shared secret.
    pub(super) public_key: Option<String>,
}

impl SigningSecret {
    /// Returns the secret to show to the endpoint's owner once; a private key is never shown.
    pub(super) fn shown(self) -> Option<SecretString> {
        Some(self.secret).filter(|_| self.public_key.is_none())
    }
}

/// Creates a secret or a key.
pub(super) fn fresh(signing: Signing, random: &Random) -> Result<SigningSecret, Failure> {
    let bytes = random.bytes::<LENGTH>()?;
    let text = STANDARD.encode(bytes);
    Ok(match signing {
        Signing::Shared => SigningSecret {
            secret: format!("{SHARED}{text}").into(),
            public_key: None,
        },
        Signing::OwnKey => {
            let pair = Ed25519KeyPair::from_seed_unchecked(&bytes)
                .map_err(|rejected| Failure::defect(format!("a key for webhooks is {rejected}")))?;
            let public = STANDARD.encode(pair.public_key());
            SigningSecret {
                secret: format!("{PRIVATE}{text}").into(),
                public_key: Some(format!("{PUBLIC}{public}")),
            }
        }
    })
}

/// Returns the header `webhook-signature`: one signature by each secret; fails for a secret of another form.
pub(super) fn signatures(
    secrets: &[SecretString],
    id: &str,
    seconds: i64,
    body: &str,
) -> Result<String, Failure> {
    let signed = format!("{id}.{seconds}.{body}");
    let mut all = Vec::with_capacity(secrets.len());
    for secret in secrets {
        let one = signature(secret.expose_secret(), signed.as_bytes());
        let unknown = || Failure::defect("a secret of an endpoint is of no known form");
        all.push(one.ok_or_else(unknown)?);
    }
    Ok(all.join(" "))
}

fn signature(secret: &str, signed: &[u8]) -> Option<String> {
    if let Some(text) = secret.strip_prefix(SHARED) {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &STANDARD.decode(text).ok()?);
        let tag = hmac::sign(&key, signed);
        return Some(format!("v1,{}", STANDARD.encode(tag)));
    }
    let seed = STANDARD.decode(secret.strip_prefix(PRIVATE)?).ok()?;
    let pair = Ed25519KeyPair::from_seed_unchecked(&seed).ok()?;
    Some(format!("v1a,{}", STANDARD.encode(pair.sign(signed))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of the specification's reference libraries.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const BODY: &str = r#"{"test": 2432232314}"#;
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn signed(secrets: &[&str], id: &str, seconds: i64, body: &str) -> String {
        let secrets: Vec<SecretString> = secrets
            .iter()
            .map(|text| (*text).to_owned().into())
            .collect();
        signatures(&secrets, id, seconds, body).unwrap()
    }

    #[test]
    fn the_vector_of_the_reference_libraries() {
        assert_eq!(signed(&[SECRET], ID, 1_614_265_330, BODY), SIGNATURE);
    }

    #[test]
    fn every_part_counts_and_two_secrets_make_two_signatures() {
        let other = fresh(Signing::Shared, &Random::seeded(7)).unwrap().secret;
        let other = other.expose_secret();
        for changed in [
            signed(&[other], ID, 1_614_265_330, BODY),
            signed(&[SECRET], "msg_other", 1_614_265_330, BODY),
            signed(&[SECRET], ID, 1_614_265_331, BODY),
            signed(&[SECRET], ID, 1_614_265_330, "{}"),
        ] {
            assert_ne!(changed, SIGNATURE);
        }
        let both = signed(&[other, SECRET], ID, 1_614_265_330, BODY);
        let parts: Vec<&str> = both.split(' ').collect();
        assert_eq!((parts.len(), parts[1]), (2, SIGNATURE));
        assert_eq!(parts[0], signed(&[other], ID, 1_614_265_330, BODY));
    }

    #[test]
    fn secrets_differ_are_long_and_of_the_known_form() {
        let random = Random::system();
        let secret = || fresh(Signing::Shared, &random).unwrap().secret;
        let (one, two) = (secret(), secret());
        assert_ne!(one.expose_secret(), two.expose_secret());
        assert_eq!(one.expose_secret().len(), "whsec_".len() + 44);
        let secrets = [
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned().into(),
            "whsec_%".to_owned().into(),
            "whsk_AAAA".to_owned().into(),
        ];
        for secret in secrets {
            assert!(signatures(&[secret], ID, 0, BODY).is_err());
        }
    }

    /// The vector is RFC 8032 section 7.1, the third test: a seed determines its public key.
    #[test]
    fn signature_of_an_own_key_is_verified_by_its_public_key_alone() {
        use ring::signature::{ED25519, UnparsedPublicKey};

        let random = Random::seeded(7);
        let made = fresh(Signing::OwnKey, &random).unwrap();
        let public = made.public_key.clone().unwrap();
        let bytes = STANDARD
            .decode(public.strip_prefix("whpk_").unwrap())
            .unwrap();
        let header = signed(&[made.secret.expose_secret()], ID, 1_614_265_330, BODY);
        let tag = STANDARD
            .decode(header.strip_prefix("v1a,").unwrap())
            .unwrap();
        let checked =
            |text: &str| UnparsedPublicKey::new(&ED25519, &bytes).verify(text.as_bytes(), &tag);
        assert!(checked(&format!("{ID}.1614265330.{BODY}")).is_ok());
        for changed in [
            format!("{ID}.1614265331.{BODY}"),
            format!("{ID}.1614265330.{{}}"),
        ] {
            assert!(checked(&changed).is_err(), "{changed}");
        }
        assert!(made.shown().is_none(), "a private key is never shown");
        let shared = fresh(Signing::Shared, &random).unwrap();
        assert!(shared.public_key.is_none() && shared.shown().is_some());
        let both = signed(
            &[
                SECRET,
                fresh(Signing::OwnKey, &random)
                    .unwrap()
                    .secret
                    .expose_secret(),
            ],
            ID,
            1_614_265_330,
            BODY,
        );
        assert!(
            both.starts_with(SIGNATURE) && both.contains(" v1a,"),
            "{both}"
        );
        let pair = Ed25519KeyPair::from_seed_unchecked(&from_hex(SEED)).unwrap();
        assert_eq!(pair.public_key().as_ref(), from_hex(PUBLIC_KEY));
    }

    fn from_hex(text: &str) -> Vec<u8> {
        let digits: Vec<u32> = text
            .chars()
            .filter_map(|digit| digit.to_digit(16))
            .collect();
        let pairs = digits.chunks(2);
        pairs
            .map(|pair| u8::try_from(16 * pair[0] + pair[1]).unwrap())
            .collect()
    }

    const SEED: &str = "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7";
    const PUBLIC_KEY: &str = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";
}

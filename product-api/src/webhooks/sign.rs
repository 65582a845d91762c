//! Signing by Standard Webhooks 1.x: HMAC-SHA256 over id, time and body, with the part of the secret behind `whsec_`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Failure, Random};
use ring::hmac;

/// What every secret begins with.
const FRONT: &str = "whsec_";
/// Bytes of a secret: the specification has 24 to 64.
const LENGTH: usize = 32;

/// A fresh secret.
pub(super) fn secret(random: &Random) -> Result<SecretString, Failure> {
    let bytes = random.bytes::<LENGTH>()?;
    Ok(format!("{FRONT}{}", STANDARD.encode(bytes)).into())
}

/// The header `webhook-signature`: one signature for each secret; a secret of another form is a failure.
pub(super) fn signatures(
    secrets: &[SecretString],
    (id, seconds, body): (&str, i64, &str),
) -> Result<String, Failure> {
    let signed = format!("{id}.{seconds}.{body}");
    let mut all = Vec::with_capacity(secrets.len());
    for secret in secrets {
        let key = key(secret.expose_secret())
            .ok_or_else(|| Failure::defect("a secret of an endpoint is of no known form"))?;
        let tag = hmac::sign(&key, signed.as_bytes());
        all.push(format!("v1,{}", STANDARD.encode(tag)));
    }
    Ok(all.join(" "))
}

fn key(secret: &str) -> Option<hmac::Key> {
    let bytes = STANDARD.decode(secret.strip_prefix(FRONT)?).ok()?;
    Some(hmac::Key::new(hmac::HMAC_SHA256, &bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of the specification's reference libraries.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const BODY: &str = r#"{"test": 2432232314}"#;
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn signed(secrets: &[&str], id: &str, seconds: i64, body: &str) -> String {
        let secrets: Vec<SecretString> = secrets
            .iter()
            .map(|text| (*text).to_owned().into())
            .collect();
        signatures(&secrets, (id, seconds, body)).unwrap()
    }

    #[test]
    fn the_vector_of_the_reference_libraries() {
        assert_eq!(signed(&[SECRET], ID, 1_614_265_330, BODY), SIGNATURE);
    }

    #[test]
    fn every_part_counts_and_two_secrets_make_two_signatures() {
        let other = secret(&Random::seeded(7)).unwrap();
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
        let (one, two) = (secret(&random).unwrap(), secret(&random).unwrap());
        assert_ne!(one.expose_secret(), two.expose_secret());
        assert_eq!(one.expose_secret().len(), "whsec_".len() + 44);
        let secrets = [
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned().into(),
            "whsec_%".to_owned().into(),
        ];
        for secret in secrets {
            assert!(signatures(&[secret], (ID, 0, BODY)).is_err());
        }
    }
}

//! Sessions in cookies: claims that the server encrypts for the browser.
//!
//! The key comes from `foundation::secret`, not from the derivation of NextAuth.js: its key is that of an empty salt, and
//! cookies of other kinds once opened as sessions (GHSA-v64w-49xw-qq89). Here each purpose has its own key.

use std::sync::Arc;
use std::time::Duration;

use foundation::jose::MAX_TOKEN_LENGTH;
use foundation::secret::{Sealer, SecretString};
use foundation::text::strict_json;
use foundation::{Failure, Random, Timestamp};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};

use super::row_cache::SessionRowCache;
use super::session::{Session, TOLERANCE, digest_of};
use crate::identity::users::User;

/// Purpose of the key: nothing encrypted for another purpose passes as a session.
const PURPOSE: &str = "session-cookie";
/// Maximum length of a written value, two full cookies; the reverse proxy refuses longer request headers.
const MAX_COOKIE_LENGTH: usize = 2 * 3933;
/// Size of the cache of decrypted cookies, in bytes. A request reads its cookie more than once, and the next one brings
/// it again. The claims never change; each read checks if they still count.
const CACHE_SIZE: u64 = 16 * 1024 * 1024;
/// Time until the cache drops a cookie without requests.
const IDLE: Duration = Duration::from_mins(1);

/// Session store in encrypted cookies.
pub(crate) struct SealedSessions {
    /// Keys: the first one encrypts, each of them decrypts.
    seals: Vec<Sealer>,
    decrypted: Cache<String, Arc<DecryptedCookie>>,
    /// Cache of the sessions' rows.
    pub(super) rows: SessionRowCache,
}

/// Claims of a session. Other values come from the session's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SessionClaims {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// The user's id.
    pub(super) sub: String,
    /// Time of the encryption.
    iat: i64,
    /// End of the session unless it is extended.
    pub(super) exp: i64,
    /// The session's secret id; its digest is the row's key.
    pub(super) jti: String,
    /// Number of times that all sessions of the user had ended when this one started.
    pub(super) epoch: i64,
}

/// A decrypted cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DecryptedCookie {
    /// The claims.
    pub(super) claims: SessionClaims,
    /// Key of the session's row.
    pub(super) digest: String,
    /// True if the current secret encrypted the cookie.
    pub(super) is_current: bool,
}

impl SessionClaims {
    /// Creates the claims of a session with a secret id and the user's current data.
    pub(super) fn new(session: &Session, jti: String, user: &User, epoch: i64) -> Self {
        Self {
            name: user.name.clone(),
            email: user.email.clone(),
            picture: user.image.clone(),
            sub: session.user_id.clone(),
            iat: session.last_seen_at.seconds(),
            exp: session.expires_at.seconds(),
            jti,
            epoch,
        }
    }

    /// Returns true if the claims are neither expired nor from the future.
    pub(super) fn are_timely(&self, now: Timestamp) -> bool {
        let starts = Timestamp::from_seconds(self.iat).minus(TOLERANCE);
        let ends = Timestamp::from_seconds(self.exp).plus(TOLERANCE);
        starts <= now && now < ends
    }
}

impl SealedSessions {
    /// Creates the store from secrets, of which the first one encrypts.
    pub(super) fn open(secrets: &[SecretString], random: &Random) -> Self {
        let seal = |secret: &SecretString| Sealer::new(secret.clone(), random.clone());
        // Twice the cookie's length is about the memory of the cookie and its claims.
        let size = |value: &String, _: &Arc<DecryptedCookie>| {
            u32::try_from(value.len() * 2).unwrap_or(u32::MAX)
        };
        let opened = Cache::builder()
            .max_capacity(CACHE_SIZE)
            .weigher(size)
            .time_to_idle(IDLE)
            .build();
        Self {
            seals: secrets.iter().map(seal).collect(),
            decrypted: opened,
            rows: SessionRowCache::new(),
        }
    }

    /// Encrypts the claims as a cookie's value. If they are too long for two cookies, the name and picture, which the
    /// user's row also has, are left out.
    pub(super) fn seal(&self, mut claims: SessionClaims) -> Result<String, Failure> {
        let whole = self.seal_once(&claims)?;
        if whole.len() <= MAX_COOKIE_LENGTH {
            return Ok(whole);
        }
        claims.picture = None;
        claims.name = None;
        self.seal_once(&claims)
    }
    fn seal_once(&self, claims: &SessionClaims) -> Result<String, Failure> {
        let text = serde_json::to_string(claims)
            .map_err(|error| Failure::broken("writing a session", error))?;
        let seal = self.seals.first();
        let seal = seal.ok_or_else(|| Failure::defect("sessions in cookies without a secret"))?;
        seal.seal(PURPOSE, &text)
    }

    /// Decrypts a cookie with any of the secrets. Callers must still check if the session counts.
    pub(super) fn unseal(&self, value: &str) -> Option<Arc<DecryptedCookie>> {
        if value.len() > MAX_TOKEN_LENGTH {
            return None;
        }
        if let Some(opened) = self.decrypted.get(value) {
            return Some(opened);
        }
        let opened = Arc::new(self.open_sealed(value)?);
        self.decrypted.insert(value.to_owned(), Arc::clone(&opened));
        Some(opened)
    }
    fn open_sealed(&self, value: &str) -> Option<DecryptedCookie> {
        let opened = |(index, seal): (usize, &Sealer)| Some((index, seal.open(PURPOSE, value)?));
        let (index, text) = self.seals.iter().enumerate().find_map(opened)?;
        let claims: SessionClaims = strict_json::from_stored(&text).ok()?;
        Some(DecryptedCookie {
            digest: digest_of(&claims.jti),
            claims,
            is_current: index == 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::LIFETIME;
    use super::*;
    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);
    fn sessions(secrets: &[&str]) -> SealedSessions {
        let secrets: Vec<_> = secrets.iter().map(|&secret| secret.into()).collect();
        SealedSessions::open(&secrets, &Random::system())
    }

    fn claims() -> SessionClaims {
        SessionClaims {
            name: Some("Ann".to_owned()),
            email: Some("ann@example.com".to_owned()),
            picture: None,
            sub: "usr_1".to_owned(),
            iat: NOW.seconds(),
            exp: NOW.plus(LIFETIME).seconds(),
            jti: "secret".to_owned(),
            epoch: 3,
        }
    }

    // row: seed-9
    /// The server tolerates fifteen seconds of clock difference.
    #[test]
    fn claims_are_timely_within_fifteen_seconds() {
        let second = Duration::from_secs(1);
        let end = NOW.plus(LIFETIME);
        for (now, expected) in [
            (NOW, true),
            (NOW.minus(15 * second), true),
            (NOW.minus(16 * second), false),
            (end.plus(10 * second), true),
            (end.plus(14 * second), true),
            (end.plus(15 * second), false),
            (end.plus(20 * second), false),
        ] {
            assert_eq!(claims().are_timely(now), expected, "{now:?}");
        }
        for exp in [i64::MIN, -1, 0] {
            assert!(!SessionClaims { exp, ..claims() }.are_timely(NOW), "{exp}");
        }
        for iat in [i64::MAX, NOW.plus(16 * second).seconds()] {
            assert!(!SessionClaims { iat, ..claims() }.are_timely(NOW), "{iat}");
        }
    }

    // row: C12
    /// C12: the server rejects correctly encrypted claims with invalid times.
    #[test]
    fn times_are_whole_numbers() {
        let here = sessions(&["0123456789abcdef0123456789abcdef"]);
        let seal = here.seals.first().unwrap();
        let honest = serde_json::to_string(&claims()).unwrap();
        let sealed = |text: &str| here.unseal(&seal.seal(PURPOSE, text).unwrap());
        assert_eq!(sealed(&honest).unwrap().claims, claims(), "the control");
        let exp = format!("\"exp\":{}", claims().exp);
        assert!(honest.contains(&exp));
        for odd in [
            "\"exp\":\"1702592000\"",
            "\"exp\":1702592000.5",
            "\"exp\":1702592000.0",
            "\"exp\":1e308",
            "\"exp\":9223372036854775808",
            "\"exp\":null",
            "\"exp\":[1702592000]",
            "\"exp\":true",
            "\"other\":0",
            "\"exp\":1702592000,\"exp\":1702592000",
        ] {
            assert_eq!(sealed(&honest.replacen(&exp, odd, 1)), None, "{odd}");
        }
        for other in [
            "",
            "null",
            "[]",
            "{}",
            "\"secret\"",
            honest.trim_start_matches('{'),
        ] {
            assert_eq!(sealed(other), None, "{other}");
        }
    }

    // row: C8, G17
    #[test]
    fn only_values_sealed_by_a_current_secret_open() {
        let (old, new) = (
            "0123456789abcdef0123456789abcde0",
            "0123456789abcdef0123456789abcde1",
        );
        let value = sessions(&[old]).seal(claims()).unwrap();
        let opened = |secrets: &[&str]| sessions(secrets).unseal(&value);
        assert!(opened(&[old]).unwrap().is_current);
        assert!(!opened(&[new, old]).unwrap().is_current, "the overlap");
        assert_eq!(opened(&[new]), None, "retired");
        assert_eq!(opened(&[]), None, "the master secret");
        let here = sessions(&["0123456789abcdef0123456789abcdef"]);
        let value = here.seal(claims()).unwrap();
        assert!(value.starts_with("eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0.."));
        assert!(here.unseal(&value).is_some());
        let long = format!("{value}{}", "A".repeat(MAX_TOKEN_LENGTH));
        assert_eq!(here.unseal(&long), None);
    }

    #[test]
    fn longest_copies_are_omitted() {
        let here = sessions(&["0123456789abcdef0123456789abcdef"]);
        let long = |length: usize| SessionClaims {
            name: Some("\u{1f600}".repeat(200)),
            picture: Some("p".repeat(length)),
            ..claims()
        };
        let usual = here.seal(long(2048)).unwrap();
        assert_eq!(here.unseal(&usual).unwrap().claims, long(2048));
        assert!(usual.len() <= MAX_COOKIE_LENGTH);
        let bare = here.unseal(&here.seal(long(6000)).unwrap()).unwrap();
        let expected = SessionClaims {
            name: None,
            picture: None,
            ..claims()
        };
        assert_eq!(bare.claims, expected);
    }
}

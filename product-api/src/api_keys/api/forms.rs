//! Request and response bodies of API keys.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::api_keys::add::NewKeyRequest;
use crate::api_keys::api_key::{ApiKey, Caps, KeyState};
use crate::caller::{Mode, day_of};
use crate::schema::{Instant, Nullable};

/// The status of a key.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "ApiKeyStatus", rename_all = "lowercase")]
pub(super) enum KeyStatusDto {
    /// The key can be used.
    Active,
    /// The key has expired.
    Expired,
    /// The key was revoked.
    Revoked,
}

impl From<KeyStatusDto> for KeyState {
    fn from(status: KeyStatusDto) -> Self {
        match status {
            KeyStatusDto::Active => Self::Active,
            KeyStatusDto::Expired => Self::Expired,
            KeyStatusDto::Revoked => Self::Revoked,
        }
    }
}

/// The spend caps of a key; null means no cap.
#[derive(Object)]
#[oai(rename = "ApiKeyCaps")]
struct CapsDto {
    /// The maximum of credits of one operation.
    per_operation: Nullable<i64>,
    /// The maximum of credits of one day (UTC), for all operations together.
    per_day: Nullable<i64>,
    /// The credits of this day that count against `per_day`; null without such a cap.
    spent_today: Nullable<i64>,
}

/// An API key, without its secret.
#[derive(Object)]
#[oai(rename = "ApiKey", example)]
pub(super) struct KeyDto {
    /// The key's id.
    id: String,
    /// The mode of the credits that it moves.
    mode: Mode,
    /// The name that its owner chose.
    name: String,
    /// The first characters of its secret.
    prefix: String,
    /// The scopes; an empty list permits only operations without a scope.
    scopes: Vec<String>,
    /// The status of the key.
    status: KeyStatusDto,
    /// The spend caps.
    caps: CapsDto,
    /// The creator: a user's id, or a key's.
    created_by: String,
    /// The time of creation.
    created_at: Instant,
    /// The time of the last use, to the minute; null before the first.
    last_used_at: Nullable<Instant>,
    /// The time at which the key expires; null for never.
    expires_at: Nullable<Instant>,
    /// The time of revocation; null if it is not revoked.
    revoked_at: Nullable<Instant>,
    /// The time until which a previous secret is valid; the latest of several, null if there is none.
    previous_secret_until: Nullable<Instant>,
}

impl KeyDto {
    /// Returns the response body of a key at a time.
    pub(super) fn new(key: ApiKey, now: Timestamp) -> Self {
        let instant = |at: Option<Timestamp>| Nullable(at.map(Instant));
        let (day, spent) = key.spent;
        let spent_today = if day == day_of(now) { spent } else { 0 };
        Self {
            status: match key.state(now) {
                KeyState::Active => KeyStatusDto::Active,
                KeyState::Expired => KeyStatusDto::Expired,
                KeyState::Revoked => KeyStatusDto::Revoked,
            },
            caps: CapsDto {
                per_operation: key.caps.per_operation.into(),
                per_day: key.caps.per_day.into(),
                spent_today: key.caps.per_day.map(|_cap| spent_today).into(),
            },
            mode: key.mode,
            id: key.id,
            name: key.name,
            prefix: key.prefix,
            scopes: key.scopes,
            created_by: key.created_by,
            created_at: Instant(key.created_at),
            last_used_at: instant(key.last_used_at),
            expires_at: instant(key.expires_at),
            revoked_at: instant(key.revoked_at),
            previous_secret_until: instant(key.previous_until.filter(|until| *until > now)),
        }
    }
}

impl Example for KeyDto {
    fn example() -> Self {
        let at = Timestamp::from_seconds(1_767_225_600);
        Self {
            id: "key_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            mode: Mode::Live,
            name: "Back end".to_owned(),
            prefix: "tg_live_wq3K".to_owned(),
            scopes: vec!["credits.spend".to_owned(), "customers.read".to_owned()],
            status: KeyStatusDto::Active,
            caps: CapsDto {
                per_operation: Some(500).into(),
                per_day: Some(100_000).into(),
                spent_today: Some(1250).into(),
            },
            created_by: "usr_0192f0c4a1b27c3d8e9f001122334466".to_owned(),
            created_at: Instant(at),
            last_used_at: Some(Instant(at)).into(),
            expires_at: None.into(),
            revoked_at: None.into(),
            previous_secret_until: None.into(),
        }
    }
}

/// An API key with its secret.
#[derive(Object)]
#[oai(rename = "ApiKeyWithSecret", example)]
pub(super) struct SecretDto {
    /// The key.
    pub(super) api_key: KeyDto,
    /// The secret, which back ends send. It is returned only this once.
    pub(super) key: String,
}

impl Example for SecretDto {
    fn example() -> Self {
        Self {
            api_key: KeyDto::example(),
            key: "tg_live_…".to_owned(),
        }
    }
}

/// A page of keys.
#[derive(Object)]
#[oai(rename = "ApiKeyPage")]
pub(super) struct KeyPage {
    /// The keys, newest first, including expired and revoked ones.
    pub(super) items: Vec<KeyDto>,
    /// Send it as `cursor` for the next page; null on the last.
    pub(super) next_cursor: Nullable<String>,
}

/// The spend caps to set; a member that is absent or null means no cap.
#[derive(Object)]
#[oai(
    rename = "ApiKeyCapsRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct CapsBody {
    /// The maximum of credits of one spend, one hold or one capture.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    per_operation: Option<i64>,
    /// The maximum of credits of one day (UTC): spends, captures, and holds that are captured automatically on expiry.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    per_day: Option<i64>,
}

impl From<CapsBody> for Caps {
    fn from(body: CapsBody) -> Self {
        Self {
            per_operation: body.per_operation,
            per_day: body.per_day,
        }
    }
}

impl Example for CapsBody {
    fn example() -> Self {
        Self {
            per_operation: Some(500),
            per_day: Some(100_000),
        }
    }
}

/// A key to create.
#[derive(Object)]
#[oai(
    rename = "ApiKeyRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct NewBody {
    /// The name of the key.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: String,
    /// The scopes: some of `credits.spend`, `credits.grant`, `customers.read`, `customers.write`, `features.read`,
    /// `features.write`, `billing.read`, `billing.sell`, `billing.refund`, `billing.catalog`, `webhooks` and `keys`, and none that its creator lacks. An empty list permits only operations
    /// without a scope. No operation requires `customers.write` yet.
    #[oai(validator(max_items = 20))]
    scopes: Vec<String>,
    /// The mode of the credits that it moves; the mode of the request if absent.
    mode: Option<Mode>,
    /// The time at which the key expires; never if absent.
    expires_at: Option<Instant>,
    /// The spend caps; none if absent.
    caps: Option<CapsBody>,
}

impl NewBody {
    pub(super) fn read(self) -> NewKeyRequest {
        NewKeyRequest {
            name: self.name,
            scopes: self.scopes,
            mode: self.mode,
            expires_at: self.expires_at.map(|at| at.0),
            caps: self.caps.map(Into::into).unwrap_or_default(),
        }
    }
}

impl Example for NewBody {
    fn example() -> Self {
        Self {
            name: "Back end".to_owned(),
            scopes: vec!["credits.spend".to_owned(), "customers.read".to_owned()],
            mode: Some(Mode::Live),
            expires_at: None,
            caps: Some(CapsBody::example()),
        }
    }
}

/// Changes of a key; a member that is absent stays unchanged.
#[derive(Object)]
#[oai(
    rename = "ApiKeyChange",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct ChangeBody {
    /// The name of the key.
    #[oai(validator(min_length = 1, max_length = 80))]
    pub(super) name: Option<String>,
    /// The scopes, under the rules of a new key.
    #[oai(validator(max_items = 20))]
    pub(super) scopes: Option<Vec<String>>,
}

impl Example for ChangeBody {
    fn example() -> Self {
        Self {
            name: Some("Reports".to_owned()),
            scopes: Some(vec!["customers.read".to_owned()]),
        }
    }
}

/// Options of the rotation of a key.
#[derive(Object)]
#[oai(
    rename = "ApiKeyRotation",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct RotationBody {
    /// The seconds for which the previous secret stays valid: 86400 (a day) if absent, at most 604800 (a week). With 0 all
    /// previous secrets expire at once.
    #[oai(validator(minimum(value = "0"), maximum(value = "604800")))]
    pub(super) overlap_seconds: Option<u32>,
}

impl Example for RotationBody {
    fn example() -> Self {
        Self {
            overlap_seconds: Some(3600),
        }
    }
}

//! API keys on the wire: what is asked for, and how a key is shown.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::api_keys::add::Asked;
use crate::api_keys::api_key::{ApiKey, Caps, State};
use crate::caller::{Mode, day_of};
use crate::schema::{Instant, Nullable};

/// Whether a key can be used.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "ApiKeyStatus", rename_all = "lowercase")]
pub(super) enum StatusAnswer {
    /// It can.
    Active,
    /// Its time is over.
    Expired,
    /// It was revoked.
    Revoked,
}

impl From<StatusAnswer> for State {
    fn from(status: StatusAnswer) -> Self {
        match status {
            StatusAnswer::Active => Self::Active,
            StatusAnswer::Expired => Self::Expired,
            StatusAnswer::Revoked => Self::Revoked,
        }
    }
}

/// What a key may spend; what is null has no cap.
#[derive(Object)]
#[oai(rename = "ApiKeyCaps")]
struct CapsAnswer {
    /// The most credits of one operation.
    per_operation: Nullable<i64>,
    /// The most credits of one day (UTC), all operations together.
    per_day: Nullable<i64>,
    /// The credits of this day that count against `per_day`; null without such a cap.
    spent_today: Nullable<i64>,
}

/// An API key, without its secret.
#[derive(Object)]
#[oai(rename = "ApiKey", example)]
pub(super) struct KeyAnswer {
    /// The key's id.
    id: String,
    /// Whether it moves real or play credits.
    mode: Mode,
    /// What its owner calls it.
    name: String,
    /// The first characters of its secret.
    prefix: String,
    /// What it may do; nothing that asks for a scope, when empty.
    scopes: Vec<String>,
    /// Whether it can be used.
    status: StatusAnswer,
    /// What it may spend.
    caps: CapsAnswer,
    /// Who made it: a user's id, or a key's.
    created_by: String,
    /// When it was made.
    created_at: Instant,
    /// When it was last used, to the minute; null before the first time.
    last_used_at: Nullable<Instant>,
    /// From when it can no longer be used; null for never.
    expires_at: Nullable<Instant>,
    /// When it was revoked; null when it was not.
    revoked_at: Nullable<Instant>,
    /// Until when the secret of before the last rotation counts as well; null when it does not.
    previous_secret_until: Nullable<Instant>,
}

impl KeyAnswer {
    /// A key, as it is at a timestamp.
    pub(super) fn of(key: ApiKey, now: Timestamp) -> Self {
        let instant = |at: Option<Timestamp>| Nullable(at.map(Instant));
        let (day, spent) = key.spent;
        let spent_today = if day == day_of(now) { spent } else { 0 };
        Self {
            status: match key.state(now) {
                State::Active => StatusAnswer::Active,
                State::Expired => StatusAnswer::Expired,
                State::Revoked => StatusAnswer::Revoked,
            },
            caps: CapsAnswer {
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

impl Example for KeyAnswer {
    fn example() -> Self {
        let at = Timestamp::from_seconds(1_767_225_600);
        Self {
            id: "key_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            mode: Mode::Live,
            name: "Back end".to_owned(),
            prefix: "tg_live_wq3K".to_owned(),
            scopes: vec!["credits.spend".to_owned(), "customers.read".to_owned()],
            status: StatusAnswer::Active,
            caps: CapsAnswer {
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

/// An API key, and its secret.
#[derive(Object)]
#[oai(rename = "ApiKeyWithSecret", example)]
pub(super) struct SecretAnswer {
    /// The key.
    pub(super) api_key: KeyAnswer,
    /// The secret, which back ends send. It is shown this once.
    pub(super) key: String,
}

impl Example for SecretAnswer {
    fn example() -> Self {
        Self {
            api_key: KeyAnswer::example(),
            key: "tg_live_…".to_owned(),
        }
    }
}

/// A page of keys.
#[derive(Object)]
#[oai(rename = "ApiKeyPage")]
pub(super) struct KeyPage {
    /// Newest first, ended ones included.
    pub(super) items: Vec<KeyAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    pub(super) next_cursor: Nullable<String>,
}

/// What a key may spend; what is absent or null has no cap.
#[derive(Object)]
#[oai(
    rename = "ApiKeyCapsRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct CapsBody {
    /// The most credits of one spend, one hold or one capture.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    per_operation: Option<i64>,
    /// The most credits of one day (UTC): what is spent, what is captured, and what is set aside to be captured by itself.
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

/// A key to be made.
#[derive(Object)]
#[oai(
    rename = "ApiKeyRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct NewBody {
    /// What its owner calls it.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: String,
    /// What it may do: some of `credits.spend`, `credits.grant`, `customers.read`, `customers.write`, `features.read`,
    /// `features.write`, `webhooks` and `keys`, and none that its maker lacks. An empty list opens nothing. No operation asks
    /// for `customers.write` yet.
    #[oai(validator(max_items = 20))]
    scopes: Vec<String>,
    /// Which credits it moves: the mode of the call, when absent.
    mode: Option<Mode>,
    /// From when it can no longer be used; never, when absent.
    expires_at: Option<Instant>,
    /// What it may spend; anything, when absent.
    caps: Option<CapsBody>,
}

impl NewBody {
    pub(super) fn read(self) -> Asked {
        Asked {
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

/// What is to be changed; what is absent stays.
#[derive(Object)]
#[oai(
    rename = "ApiKeyChange",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct ChangeBody {
    /// What its owner calls it.
    #[oai(validator(min_length = 1, max_length = 80))]
    pub(super) name: Option<String>,
    /// What it may do, as for a new key.
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

/// How a key is rotated.
#[derive(Object)]
#[oai(
    rename = "ApiKeyRotation",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct RotationBody {
    /// For how many seconds the secret of before counts as well: 86400 (a day) when absent, 604800 (a week) at most; with 0
    /// it ends at once.
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

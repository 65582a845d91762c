//! Inspects a key at Stripe: its account, its mode and its permissions.

use foundation::Failure;

use super::account_calls::{AccountFacts, has_permission, read_facts, read_livemode};
use super::key::UnfitKey;
use super::permission::{CheckedPermission, PERMISSIONS, missing};
use crate::billing::stripe::{StripeAccount, StripeError};
use crate::caller::Mode;
use crate::problem::{Kind, Problem};

/// Name of the permission to read the account, whose refusal names the account in most cases.
const ACCOUNT: &str = "Accounts: read";

/// A key as Stripe sees it.
#[derive(Clone, Debug)]
pub(super) struct KeyInspection {
    /// The account.
    pub(super) facts: AccountFacts,
    /// The permissions, each with its result.
    pub(super) permissions: Vec<CheckedPermission>,
}

/// Reasons why a key is not taken.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeyRefusal {
    /// The key is of a kind that is not taken.
    #[error("the key is unfit: {0:?}")]
    Unfit(UnfitKey),
    /// The key lacks required permissions.
    #[error("the key lacks permissions")]
    MissingPermissions(Vec<&'static str>),
    /// The key is of another account.
    #[error("the key is of another account")]
    OtherAccount,
    /// Stripe did not answer as expected.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// The machinery failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl From<KeyRefusal> for Problem {
    fn from(refusal: KeyRefusal) -> Self {
        match refusal {
            KeyRefusal::Unfit(unfit) => {
                Self::new(Kind::StripeKeyUnfit, unfit.detail()).with("reason", unfit.word())
            }
            KeyRefusal::MissingPermissions(missing) => missing_permissions(&missing),
            KeyRefusal::OtherAccount => Self::new(
                Kind::StripeAccountMismatch,
                "The key belongs to another account or mode than the connection.",
            ),
            KeyRefusal::Stripe(error) => provider_problem(&error),
            KeyRefusal::Failure(failure) => failure.into(),
        }
    }
}

/// Returns the problem of a key without some permissions.
pub(super) fn missing_permissions(missing: &[&str]) -> Problem {
    let detail = format!("The key lacks: {}.", missing.join(", "));
    Problem::new(Kind::StripePermissionMissing, detail).with("missing", missing.to_vec())
}

/// Returns the problem of a call without a result.
pub(super) fn provider_problem(error: &StripeError) -> Problem {
    if *error == StripeError::Unauthorized {
        return KeyRefusal::Unfit(UnfitKey::Unknown).into();
    }
    if let Some(name) = error.permission() {
        return missing_permissions(&[name]);
    }
    let detail = "Stripe did not answer as expected. Nothing was changed; try again in a minute.";
    Problem::new(Kind::PaymentProviderError, detail)
}

/// Inspects a key. Refuses a key that Stripe does not know, and a key of the other mode.
pub(super) async fn inspect_key(
    account: &StripeAccount<'_>,
    mode: Mode,
) -> Result<KeyInspection, KeyRefusal> {
    let facts = read_facts(account).await.map_err(refusal_of)?;
    let is_live = read_livemode(account).await?;
    if is_live.is_some_and(|is_live| is_live != (mode == Mode::Live)) {
        return Err(KeyRefusal::Unfit(UnfitKey::WrongMode));
    }
    let mut permissions = Vec::with_capacity(PERMISSIONS.len());
    for permission in PERMISSIONS {
        permissions.push(CheckedPermission {
            permission,
            is_granted: has_permission(account, permission).await?,
        });
    }
    Ok(KeyInspection { facts, permissions })
}

/// Returns the refusal of a key that reads no account, not even its id.
fn refusal_of(error: StripeError) -> KeyRefusal {
    match error {
        StripeError::Unauthorized => KeyRefusal::Unfit(UnfitKey::Unknown),
        StripeError::MissingPermission { .. } => KeyRefusal::MissingPermissions(vec![ACCOUNT]),
        StripeError::Refused(_)
        | StripeError::RateLimited
        | StripeError::Unavailable
        | StripeError::StoredFailure
        | StripeError::InvalidResponse => error.into(),
    }
}

impl KeyInspection {
    /// Refuses a key without the required permissions.
    pub(super) fn require_all(self) -> Result<Self, KeyRefusal> {
        let missing = missing(&self.permissions);
        if missing.is_empty() {
            Ok(self)
        } else {
            Err(KeyRefusal::MissingPermissions(missing))
        }
    }
}

//! Checks of a restricted key's permissions, by calls that change nothing.

use serde_json::Value;

use super::pages::PageQuery;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// Result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PermissionProbe {
    /// The key has the permission.
    Granted,
    /// The key lacks the permission.
    Missing {
        /// The name such as `rak_charge_write`, if Stripe's text contains one.
        permission: Option<String>,
    },
}

impl StripeAccount<'_> {
    /// Checks the permission to read a list, by its first item.
    pub(crate) async fn probe_read(&self, path: &[&str]) -> Result<PermissionProbe, StripeError> {
        let query = PageQuery {
            limit: Some(1),
            ..PageQuery::default()
        };
        probed(self.get(path, &query.form()).await)
    }

    /// Checks the permission to read one object without an id, such as the tax settings.
    pub(crate) async fn probe_read_one(
        &self,
        path: &[&str],
    ) -> Result<PermissionProbe, StripeError> {
        probed(self.get(path, &Form::default()).await)
    }

    /// Checks the permission to write, by a POST without parameters. The caller names a path at which such a call cannot
    /// succeed: with the id of no object, or with a required parameter.
    pub(crate) async fn probe_write(&self, path: &[&str]) -> Result<PermissionProbe, StripeError> {
        probed(self.change(path, &Form::default()).await)
    }
}

/// A refusal for another reason proves the permission, because Stripe checks permissions first.
fn probed(result: Result<Value, StripeError>) -> Result<PermissionProbe, StripeError> {
    match result {
        Ok(_) | Err(StripeError::Refused(_)) => Ok(PermissionProbe::Granted),
        Err(error @ StripeError::MissingPermission { .. }) => Ok(PermissionProbe::Missing {
            permission: error.permission().map(str::to_owned),
        }),
        Err(
            error @ (StripeError::Unauthorized
            | StripeError::RateLimited
            | StripeError::Unavailable
            | StripeError::StoredFailure
            | StripeError::InvalidResponse),
        ) => Err(error),
    }
}

//! The arguments of one call.

use serde_json::Value;

use crate::error::StripeError;
use crate::form::Parameters;
use crate::shapes::ApiVersion;
use crate::state::{AccountScope, ObjectKind};

/// One call: the account's data, the id in the path, and the parameters.
#[derive(Debug)]
pub(crate) struct Call<'s> {
    pub(crate) scope: AccountScope<'s>,
    /// The id in the path; empty if the path has none.
    pub(crate) id: &'s str,
    pub(crate) parameters: &'s Parameters,
    pub(crate) version: ApiVersion,
}

impl Call<'_> {
    /// Returns the object in the path; 404 with a hint if the account's other mode has it.
    pub(crate) fn retrieve(&self, kind: ObjectKind) -> Result<Value, StripeError> {
        self.scope.get(kind, self.id).cloned()
    }
}

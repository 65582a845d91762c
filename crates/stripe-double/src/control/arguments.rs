//! Arguments of controls.

use serde_json::Value;

use crate::error::StripeError;
use crate::state::{AccountScope, DoubleState, Members, ObjectKind, Tools};

/// The reason why a control was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ControlRefusal(pub(crate) String);

impl From<StripeError> for ControlRefusal {
    fn from(error: StripeError) -> Self {
        Self(error.to_string())
    }
}

/// A control with its arguments.
#[derive(Debug)]
pub(super) struct Arguments<'s> {
    pub(super) state: &'s mut DoubleState,
    pub(super) tools: &'s Tools,
    /// The arguments by name.
    pub(super) given: &'s Value,
}

impl Arguments<'_> {
    /// Returns a text; refuses the control without it.
    pub(super) fn required(&self, name: &str) -> Result<&str, ControlRefusal> {
        let text = self.given.text(name);
        if text.is_empty() {
            return Err(ControlRefusal(format!("The argument `{name}` is missing.")));
        }
        Ok(text)
    }

    /// Returns the account and mode with the object that an argument names.
    pub(super) fn scope_of(
        &mut self,
        kind: ObjectKind,
        name: &str,
    ) -> Result<AccountScope<'_>, ControlRefusal> {
        let id = self.required(name)?.to_owned();
        let found = self.state.scope_of(self.tools, kind, &id);
        found.ok_or_else(|| ControlRefusal(format!("There is no {} `{id}`.", kind.object())))
    }
}

//! Changes that a customer makes in the portal.

use crate::double::StripeDouble;
use crate::error::StripeError;
use crate::payments::{add_method, detach_method, find_method, set_default_method};
use crate::state::{AccountScope, Members, ObjectKind};

/// A change of the saved methods.
#[derive(Clone, Copy, Debug)]
pub(super) enum PortalChange<'c> {
    /// Saves the test method of this name.
    Add(&'c str),
    /// Removes this payment method.
    Remove(&'c str),
    /// Makes this payment method the default.
    MakeDefault(&'c str),
}

/// Applies a change to the customer of a portal session; returns the message of a refusal.
pub(super) fn apply(
    double: &StripeDouble,
    session: &str,
    change: PortalChange<'_>,
) -> Result<(), String> {
    let kind = ObjectKind::PortalSession;
    let changed = double.change(|state, tools| {
        let missing = || StripeError::missing(kind.object(), session);
        let mut scope = state.scope_of(tools, kind, session).ok_or_else(missing)?;
        change_methods(&mut scope, session, change)
    });
    let changed = changed.map_err(|failure| failure.to_string())?;
    changed.map_err(|error| error.to_string())
}

fn change_methods(
    scope: &mut AccountScope<'_>,
    session: &str,
    change: PortalChange<'_>,
) -> Result<(), StripeError> {
    let session = scope.get(ObjectKind::PortalSession, session)?.clone();
    let customer = session.text("customer");
    let configuration = session.text("configuration");
    let configuration = scope.get(ObjectKind::PortalConfiguration, configuration)?;
    if !configuration.is_true("features.payment_method_update.enabled") {
        return Err(StripeError::invalid(
            "This portal does not change payment methods.",
        ));
    }
    let check_own = |scope: &AccountScope<'_>, method: &str| {
        let found = scope.get(ObjectKind::PaymentMethod, method)?;
        if found.text("customer") == customer {
            return Ok(());
        }
        Err(StripeError::missing("payment_method", method))
    };
    match change {
        PortalChange::Add(name) => {
            let unknown = || StripeError::invalid("There is no such test method.");
            add_method(scope, customer, find_method(name).ok_or_else(unknown)?)
        }
        PortalChange::Remove(method) => {
            check_own(scope, method)?;
            detach_method(scope, method).map(|_method| ())
        }
        PortalChange::MakeDefault(method) => {
            check_own(scope, method)?;
            set_default_method(scope, customer, method.into())
        }
    }
}

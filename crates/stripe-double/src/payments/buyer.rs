//! Customers whom a session makes.

use serde_json::{Value, json};

use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind};

/// Creates the customer of a session that has none, by the details that the buyer entered; returns the id.
pub(crate) fn create_buyer(
    scope: &mut AccountScope<'_>,
    billing: &Value,
) -> Result<String, StripeError> {
    let id = scope.new_id(ObjectKind::Customer)?;
    let prefix = scope.random_text(8)?.to_uppercase();
    let customer = filled(
        "customer",
        json!({
            "id": id,
            "created": scope.now,
            "email": billing.member("email"),
            "invoice_prefix": prefix,
            "livemode": scope.data.is_live,
            "name": billing.member("name"),
        }),
    );
    scope.insert(ObjectKind::Customer, customer.clone());
    events::emit(scope, "customer.created", &customer)?;
    Ok(id)
}

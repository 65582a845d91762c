//! Previews of invoices.

use serde_json::Value;

use super::subscription_items::read_change;
use crate::billing::preview_invoice;
use crate::calls::{ApiOperation, Call};
use crate::error::StripeError;
use crate::state::{Members, ObjectKind};

pub(super) const OPERATIONS: &[ApiOperation] = &[ApiOperation::post(
    "/v1/invoices/create_preview",
    "invoice_write",
    create_preview,
)
.with(&[
    "customer",
    "subscription",
    "subscription_details.billing_cycle_anchor",
    "subscription_details.items.*.deleted",
    "subscription_details.items.*.id",
    "subscription_details.items.*.price",
    "subscription_details.items.*.quantity",
    "subscription_details.proration_behavior",
    "subscription_details.proration_date",
    "subscription_details.trial_end",
])];

fn create_preview(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let id = call.parameters.required("subscription")?;
    let kind = ObjectKind::Subscription;
    let found = call.scope.referenced(kind, id, "subscription")?;
    let customer = call.parameters.text("customer");
    if customer.is_some_and(|customer| found.text("customer") != customer) {
        let message = "The subscription does not belong to the customer.";
        return Err(StripeError::invalid(message).about("customer"));
    }
    let change = read_change(call, "subscription_details.")?;
    preview_invoice(&call.scope, id, &change)
}

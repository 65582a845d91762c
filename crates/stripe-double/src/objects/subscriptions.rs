//! Handles the calls that concern subscriptions.

use serde_json::Value;

use super::fields::is_equal;
use super::subscription_new::{self, create};
use super::subscription_update::{self, update};
use crate::billing::{Cancellation, cancel, is_live, resume};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Subscription;
const READ: &str = "subscription_read";
const WRITE: &str = "subscription_write";
const STATUSES: [&str; 10] = [
    "active",
    "all",
    "canceled",
    "ended",
    "incomplete",
    "incomplete_expired",
    "past_due",
    "paused",
    "trialing",
    "unpaid",
];

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/subscriptions", READ, list_all)
        .with(list_parameters!["customer", "price", "status"]),
    ApiOperation::get("/v1/subscriptions/{id}", READ, |call| call.retrieve(KIND)),
    ApiOperation::post("/v1/subscriptions", WRITE, create).with(subscription_new::PARAMETERS),
    ApiOperation::post("/v1/subscriptions/{id}", WRITE, update)
        .with(subscription_update::PARAMETERS),
    ApiOperation::post("/v1/subscriptions/{id}/resume", WRITE, |call| {
        call.retrieve(KIND)?;
        call.parameters.choice("billing_cycle_anchor", &["now"])?;
        resume(&mut call.scope, call.id)
    })
    .with(&["billing_cycle_anchor", "proration_behavior"]),
    ApiOperation::delete("/v1/subscriptions/{id}", WRITE, delete).with(&[
        "cancellation_details.comment",
        "cancellation_details.feedback",
        "invoice_now",
        "prorate",
    ]),
];

/// Lists subscriptions; without a status those that are not canceled.
fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let status = call.parameters.choice("status", &STATUSES)?;
    let price = call.parameters.text("price");
    list(call, KIND, |found| {
        let is_wanted = match status {
            None => found.text("status") != "canceled",
            Some("all") => true,
            Some("ended") => !is_live(found),
            Some(status) => found.text("status") == status,
        };
        let mut items = found.items("items.data").iter();
        is_wanted
            && is_equal(found, call.parameters, "customer")
            && price.is_none_or(|price| items.any(|item| item.text("price.id") == price))
    })
}

fn delete(call: &mut Call<'_>) -> Result<Value, StripeError> {
    call.retrieve(KIND)?;
    let cancellation = Cancellation {
        reason: "cancellation_requested",
        is_prorated: call.parameters.boolean("prorate")? == Some(true),
        is_invoiced: call.parameters.boolean("invoice_now")? == Some(true),
    };
    cancel(&mut call.scope, call.id, &cancellation)
}

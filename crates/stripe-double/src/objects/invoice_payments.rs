//! Payments of invoices, which join an invoice to its payment intent.

use serde_json::Value;

use super::fields::is_equal;
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::shapes::ApiVersion;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::InvoicePayment;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/invoice_payments", "invoice_read", list_all).with(list_parameters![
        "invoice",
        "payment.charge",
        "payment.payment_intent",
        "payment.type",
        "status",
    ]),
    ApiOperation::get("/v1/invoice_payments/{id}", "invoice_read", |call| {
        refuse_old(call)?;
        call.retrieve(KIND)
    }),
];

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    refuse_old(call)?;
    let intent = call.parameters.text("payment.payment_intent");
    let names = ["invoice", "status"];
    list(call, KIND, |payment| {
        names
            .iter()
            .all(|name| is_equal(payment, call.parameters, name))
            && intent.is_none_or(|intent| payment.text("payment.payment_intent") == intent)
    })
}

/// Versions before 2025-03-31 have no invoice payments.
fn refuse_old(call: &Call<'_>) -> Result<(), StripeError> {
    if call.version == ApiVersion::Acacia {
        let message = "Unrecognized request URL (GET: /v1/invoice_payments).";
        return Err(StripeError::early(404, message));
    }
    Ok(())
}

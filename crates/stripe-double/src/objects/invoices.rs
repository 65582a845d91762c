//! Invoices and their payments. Sessions create them; the double has no draft invoices yet.

use serde_json::Value;

use super::fields::is_equal;
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::shapes::ApiVersion;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Invoice;
const PAYMENT: ObjectKind = ObjectKind::InvoicePayment;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/invoices", "invoice_read", |call| {
        let names = ["customer", "status"];
        list(call, KIND, |invoice| {
            names
                .iter()
                .all(|name| is_equal(invoice, call.parameters, name))
        })
    })
    .with(list_parameters!["customer", "status"]),
    ApiOperation::get("/v1/invoices/{id}", "invoice_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/invoices", "invoice_write", create).with(&["**"]),
    ApiOperation::post("/v1/invoices/{id}", "invoice_write", |call| {
        call.retrieve(KIND)
    })
    .with(&["**"]),
    ApiOperation::get("/v1/invoice_payments", "invoice_read", list_payments).with(
        list_parameters![
            "invoice",
            "payment.charge",
            "payment.payment_intent",
            "payment.type",
            "status",
        ],
    ),
    ApiOperation::get("/v1/invoice_payments/{id}", "invoice_read", |call| {
        refuse_old(call)?;
        call.retrieve(PAYMENT)
    }),
];

fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    call.parameters.required("customer")?;
    Err(StripeError::invalid(
        "The double creates no draft invoices yet.",
    ))
}

fn list_payments(call: &mut Call<'_>) -> Result<Value, StripeError> {
    refuse_old(call)?;
    let intent = call.parameters.text("payment.payment_intent");
    let names = ["invoice", "status"];
    list(call, PAYMENT, |payment| {
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

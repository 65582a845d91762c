//! Pages of invoices and receipts.

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::checkout::ended;
use super::response::page;
use crate::double::StripeDouble;
use crate::payments::write_amount;
use crate::state::{Members, ObjectKind};

/// A document about a payment.
#[derive(Template)]
#[template(path = "document.html")]
struct DocumentPage<'p> {
    base_url: &'p str,
    kind: &'static str,
    number: String,
    seller: String,
    buyer: String,
    state: String,
    lines: Vec<DocumentLine>,
    total: String,
    download: String,
}

/// A line of a document.
pub(super) struct DocumentLine {
    pub(super) text: String,
    pub(super) amount: String,
}

/// Returns the lines of an invoice, with its taxes.
pub(super) fn invoice_lines(invoice: &Value) -> Vec<DocumentLine> {
    let currency = invoice.text("currency");
    let lines = invoice.items("lines.data").iter().map(|line| DocumentLine {
        text: line_text(line),
        amount: write_amount(line.number("amount"), currency),
    });
    let taxes = invoice.items("total_taxes").iter().map(|tax| DocumentLine {
        text: "Tax".to_owned(),
        amount: write_amount(tax.number("amount"), currency),
    });
    lines.chain(taxes).collect()
}

fn line_text(line: &Value) -> String {
    let description = line.text("description");
    if line.text("parent.type") == "subscription_item_details" {
        return description.to_owned();
    }
    format!("{} × {description}", line.number("quantity"))
}

/// Returns an invoice as a text file; the double writes no PDF.
pub(super) fn download_invoice(double: &StripeDouble, id: &str) -> Response {
    let Some((invoice, seller)) = find(double, ObjectKind::Invoice, id) else {
        return StatusCode::NOT_FOUND.into();
    };
    let total = write_amount(invoice.number("total"), invoice.text("currency"));
    let mut lines = vec![format!(
        "Pretend invoice {} of {seller}",
        invoice.text("number")
    )];
    let rows = invoice_lines(&invoice).into_iter();
    lines.extend(rows.map(|row| format!("{}: {}", row.text, row.amount)));
    lines.push(format!("Total: {total}"));
    lines.push("No money moved.\n".to_owned());
    Response::builder()
        .content_type("text/plain; charset=utf-8")
        .body(lines.join("\n"))
}

/// Shows the receipt of a charge.
pub(super) fn show_receipt(double: &StripeDouble, id: &str) -> Response {
    let Some((charge, seller)) = find(double, ObjectKind::Charge, id) else {
        return ended(
            double,
            StatusCode::NOT_FOUND,
            "No receipt",
            "There is no such receipt.",
            "",
        );
    };
    let currency = charge.text("currency");
    let refunded = charge.number("amount_refunded");
    let mut lines = vec![DocumentLine {
        text: "Paid".to_owned(),
        amount: write_amount(charge.number("amount"), currency),
    }];
    if refunded > 0 {
        lines.push(DocumentLine {
            text: "Refunded".to_owned(),
            amount: write_amount(refunded.saturating_neg(), currency),
        });
    }
    let document = DocumentPage {
        base_url: double.base_url(),
        kind: "Receipt",
        number: id.to_owned(),
        seller,
        buyer: charge.text("billing_details.email").to_owned(),
        state: charge.text("status").to_owned(),
        lines,
        total: write_amount(charge.number("amount").saturating_sub(refunded), currency),
        download: String::new(),
    };
    page(StatusCode::OK, &document, &[])
}

/// Finds an object and the name of its account.
pub(super) fn find(double: &StripeDouble, kind: ObjectKind, id: &str) -> Option<(Value, String)> {
    double.read(|state, _| {
        let mut modes = state.modes.values();
        let data = modes.find(|data| data.find(kind, id).is_some())?;
        Some((data.find(kind, id)?.clone(), data.account.name.clone()))
    })
}

//! The hosted page of an invoice: its lines, and a form to pay it.

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::checkout::ended;
use super::confirm::{ConfirmPage, wants_confirmation};
use super::documents::{DocumentLine, find, invoice_lines};
use super::response::{PageForm, page, redirect};
use crate::billing::{confirm_hosted, pay_hosted};
use crate::control::run_due;
use crate::double::StripeDouble;
use crate::error::StripeError;
use crate::payments::{AttemptResult, find_method, find_number, main_methods, write_amount};
use crate::state::{AccountScope, Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Invoice;

/// The page of an invoice.
#[derive(Template)]
#[template(path = "invoice.html")]
struct InvoicePage<'p> {
    base_url: &'p str,
    invoice_id: &'p str,
    number: String,
    seller: String,
    buyer: String,
    state: String,
    lines: Vec<DocumentLine>,
    total: String,
    due: String,
    is_open: bool,
    waits_for_bank: bool,
    choices: Vec<MethodOption>,
    error: &'p str,
}

/// A test method that pays the invoice.
struct MethodOption {
    name: &'static str,
    text: String,
}

/// Shows an invoice.
pub(super) fn show(double: &StripeDouble, id: &str, error: &str) -> Response {
    let found = find(double, KIND, id);
    let found = found.filter(|(invoice, _)| invoice.text("status") != "draft");
    let Some((invoice, seller)) = found else {
        let text = "There is no such invoice.";
        return ended(double, StatusCode::NOT_FOUND, "No invoice", text, "");
    };
    let currency = invoice.text("currency");
    let methods = main_methods().filter(|method| !method.is_bank());
    let shown = InvoicePage {
        base_url: double.base_url(),
        invoice_id: id,
        number: invoice.text("number").to_owned(),
        seller,
        buyer: invoice.text("customer_email").to_owned(),
        state: invoice.text("status").to_owned(),
        lines: invoice_lines(&invoice),
        total: write_amount(invoice.number("total"), currency),
        due: write_amount(invoice.number("amount_remaining"), currency),
        is_open: ["open", "uncollectible"].contains(&invoice.text("status")),
        waits_for_bank: !invoice.text("_confirming").is_empty(),
        choices: methods
            .map(|method| MethodOption {
                name: method.name,
                text: format!("{} ({})", method.title, method.grouped()),
            })
            .collect(),
        error,
    };
    let status = if error.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::PAYMENT_REQUIRED
    };
    page(status, &shown, &[])
}

/// Pays an invoice by the form of its page.
pub(super) fn pay(double: &StripeDouble, id: &str, form: &PageForm) -> Response {
    let method = match form.field("number") {
        "" => find_method(form.field("method")),
        number => find_number(number),
    };
    let Some(method) = method else {
        let message = "Only the test numbers that Stripe publishes work here.";
        return show(double, id, message);
    };
    change(double, id, |scope| pay_hosted(scope, id, method))
}

/// Shows the page of the bank.
pub(super) fn show_bank(double: &StripeDouble, id: &str) -> Response {
    let found = find(double, KIND, id).map(|(invoice, _)| invoice);
    let waiting = found.filter(|invoice| !invoice.text("_confirming").is_empty());
    let Some(invoice) = waiting else {
        let text = "This invoice waits for no confirmation.";
        return ended(double, StatusCode::GONE, "Nothing to confirm", text, "");
    };
    let due = invoice.number("amount_remaining");
    let bank = ConfirmPage {
        base_url: double.base_url(),
        action: format!("{}/invoices/{id}/confirm", double.base_url()),
        amount: write_amount(due, invoice.text("currency")),
    };
    page(StatusCode::OK, &bank, &[])
}

/// Ends the confirmation of an invoice by the form of the bank's page.
pub(super) fn confirm(double: &StripeDouble, id: &str, form: &PageForm) -> Response {
    let is_confirmed = wants_confirmation(form);
    change(double, id, |scope| confirm_hosted(scope, id, is_confirmed))
}

/// Changes an invoice and leads the buyer to the page that comes next.
fn change(
    double: &StripeDouble,
    id: &str,
    change: impl FnOnce(&mut AccountScope<'_>) -> Result<AttemptResult, StripeError>,
) -> Response {
    let changed = double.change(|state, tools| {
        run_due(state, tools)?;
        let missing = || StripeError::missing(KIND.object(), id);
        let mut scope = state.scope_of(tools, KIND, id).ok_or_else(missing)?;
        change(&mut scope)
    });
    let url = format!("{}/invoices/{id}", double.base_url());
    match changed {
        Ok(Ok(AttemptResult::Completed)) => redirect(&url),
        Ok(Ok(AttemptResult::MustConfirm)) => redirect(&format!("{url}/confirm")),
        Ok(Ok(AttemptResult::Declined(message))) => show(double, id, &message),
        Ok(Err(error)) => show(double, id, &error.to_string()),
        Err(failure) => show(double, id, &failure.to_string()),
    }
}

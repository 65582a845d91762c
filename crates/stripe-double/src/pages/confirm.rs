//! The page of the pretend bank, which asks for a confirmation.

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::checkout::{ended, success_url};
use super::response::{PageForm, page, redirect};
use crate::control::run_due;
use crate::double::StripeDouble;
use crate::payments::{AttemptResult, confirm, write_amount};
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::CheckoutSession;

/// The page of the bank.
#[derive(Template)]
#[template(path = "confirm.html")]
pub(super) struct ConfirmPage<'p> {
    pub(super) base_url: &'p str,
    /// Address to which the form is sent.
    pub(super) action: String,
    /// Empty if nothing is paid.
    pub(super) amount: String,
}

/// Shows the page to the buyer of a session that waits for a confirmation.
pub(super) fn show(double: &StripeDouble, id: &str) -> Response {
    let found = double.read(|state, _| state.find(KIND, id).cloned());
    let waiting = found.filter(|session| !session.text("_confirming").is_empty());
    let Some(session) = waiting else {
        let text = "This payment waits for no confirmation.";
        return ended(double, StatusCode::GONE, "Nothing to confirm", text, "");
    };
    let amount = match session.text("mode") {
        "payment" | "subscription" if session.number("amount_total") > 0 => {
            write_amount(session.number("amount_total"), session.text("currency"))
        }
        _ => String::new(),
    };
    let page_of_bank = ConfirmPage {
        base_url: double.base_url(),
        action: format!("{}/pay/{id}/confirm", double.base_url()),
        amount,
    };
    let targets = [session.text("success_url"), session.text("cancel_url")];
    page(StatusCode::OK, &page_of_bank, &targets)
}

/// Returns true if the buyer confirmed in the form of the bank's page.
pub(super) fn wants_confirmation(form: &PageForm) -> bool {
    form.field("answer") == "confirm"
}

/// Ends the confirmation by the form of the page.
pub(super) fn submit(double: &StripeDouble, id: &str, form: &PageForm) -> Response {
    let is_confirmed = wants_confirmation(form);
    let confirmed = double.change(|state, tools| {
        run_due(state, tools)?;
        let scope = state.scope_of(tools, KIND, id);
        scope
            .map(|mut scope| confirm(&mut scope, id, is_confirmed))
            .transpose()
    });
    match confirmed {
        Ok(Ok(Some(AttemptResult::Completed))) => redirect(&success_url(double, id)),
        Ok(Ok(Some(AttemptResult::Declined(_) | AttemptResult::MustConfirm))) => {
            redirect(&format!("{}/pay/{id}", double.base_url()))
        }
        Ok(Ok(None) | Err(_)) | Err(_) => show(double, id),
    }
}

//! The card page of a session: what is bought, and the outcomes by name.

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::response::{PageForm, page, redirect};
use crate::control::run_due;
use crate::double::StripeDouble;
use crate::payments::{
    AttemptResult, PayerDetails, TestMethod, attempt, find_method, find_number, main_methods,
    write_amount,
};
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::CheckoutSession;

/// The card page.
#[derive(Template)]
#[template(path = "checkout.html")]
struct CheckoutPage<'p> {
    base_url: &'p str,
    seller: String,
    session_id: &'p str,
    is_payment: bool,
    lines: Vec<LineRow>,
    details: Vec<AmountRow>,
    total: String,
    takes_codes: bool,
    needs_country: bool,
    leave_url: &'p str,
    error: &'p str,
    form: &'p PageForm,
    choices: Vec<Choice>,
    /// Price of a subscription after today; empty for other sessions.
    later: String,
    /// The seller's own text above the button; empty if there is none.
    custom_text: &'p str,
}

/// A line of what is bought.
struct LineRow {
    description: String,
    quantity: i64,
    amount: String,
}

/// A named amount, such as the tax.
struct AmountRow {
    name: &'static str,
    amount: String,
}

/// An outcome that the buyer can choose.
struct Choice {
    name: &'static str,
    title: &'static str,
    hint: &'static str,
    number: String,
    is_chosen: bool,
}

/// A page about a session that takes no payment.
#[derive(Template)]
#[template(path = "ended.html")]
pub(super) struct EndedPage<'p> {
    pub(super) base_url: &'p str,
    pub(super) title: &'p str,
    pub(super) text: &'p str,
    pub(super) link: &'p str,
}

/// Shows the card page of an open session.
pub(super) fn show(double: &StripeDouble, id: &str) -> Response {
    // A session expires by the clock, even if no other request came since.
    let _ran = double.change(run_due);
    render(double, id, &PageForm::default(), "")
}

fn render(double: &StripeDouble, id: &str, form: &PageForm, error: &str) -> Response {
    let found = double.read(|state, _| {
        let mut modes = state.modes.values();
        let data = modes.find(|data| data.find(KIND, id).is_some())?;
        Some((data.find(KIND, id)?.clone(), data.account.name.clone()))
    });
    let Some((session, seller)) = found else {
        return ended(
            double,
            StatusCode::NOT_FOUND,
            "Nothing to pay",
            "There is no such session.",
            "",
        );
    };
    let cancel_url = session.text("cancel_url");
    if session.text("status") != "open" {
        let text = match session.text("status") {
            "complete" => "This session was completed. Nothing more is to be paid.",
            _ => "This session has expired. Go back to the shop and start again.",
        };
        return ended(
            double,
            StatusCode::GONE,
            "This page is no longer open",
            text,
            cancel_url,
        );
    }
    let currency = session.text("currency");
    let page_of_session = CheckoutPage {
        base_url: double.base_url(),
        seller,
        session_id: id,
        is_payment: session.text("mode") != "setup",
        lines: lines(&session),
        details: details(&session),
        total: write_amount(session.number("amount_total"), currency),
        takes_codes: session.is_true("allow_promotion_codes"),
        needs_country: session.is_true("automatic_tax.enabled")
            || session.text("billing_address_collection") == "required",
        leave_url: cancel_url,
        error,
        form,
        choices: choices(form, &session),
        later: later(&session),
        custom_text: session.text("custom_text.submit.message"),
    };
    let status = if error.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::PAYMENT_REQUIRED
    };
    page(
        status,
        &page_of_session,
        &[session.text("success_url"), cancel_url],
    )
}

/// Shows that a session takes no payment.
pub(super) fn ended(
    double: &StripeDouble,
    status: StatusCode,
    title: &str,
    text: &str,
    link: &str,
) -> Response {
    let page_of_end = EndedPage {
        base_url: double.base_url(),
        title,
        text,
        link,
    };
    page(status, &page_of_end, &[])
}

fn lines(session: &Value) -> Vec<LineRow> {
    let items = session.items("_line_items").iter();
    let rows = items.map(|item| LineRow {
        description: item.text("description").to_owned(),
        quantity: item.number("quantity"),
        amount: write_amount(item.number("amount_subtotal"), item.text("currency")),
    });
    rows.collect()
}

fn details(session: &Value) -> Vec<AmountRow> {
    let currency = session.text("currency");
    let discount = session.number("total_details.amount_discount");
    let rows = [
        ("Discount", discount.saturating_neg()),
        ("Tax", session.number("total_details.amount_tax")),
    ];
    let shown = rows.into_iter().filter(|(_, amount)| *amount != 0);
    let shown = shown.map(|(name, amount)| AmountRow {
        name,
        amount: write_amount(amount, currency),
    });
    shown.collect()
}

/// Writes the price of a subscription after today.
fn later(session: &Value) -> String {
    if session.text("mode") != "subscription" {
        return String::new();
    }
    let items = session.items("_line_items");
    let amount = |item: &Value| item.number("price.unit_amount") * item.number("quantity");
    let amount = write_amount(items.iter().map(amount).sum(), session.text("currency"));
    let first = items.first();
    let recurring = first.map_or(&Value::Null, |item| item.member("price.recurring"));
    let interval = recurring.text("interval");
    let every = match recurring.number("interval_count") {
        0 | 1 => interval.to_owned(),
        count => format!("{count} {interval}s"),
    };
    match session.number("_subscription_data.trial_period_days") {
        0 => format!("{amount} each {every}, until you cancel"),
        days => format!("{days} days free, then {amount} each {every}"),
    }
}

/// Returns the outcomes: none if no card is needed; subscriptions are paid by card only.
fn choices(form: &PageForm, session: &Value) -> Vec<Choice> {
    let is_card_only = session.text("mode") == "subscription";
    let needs_card = session.text("payment_method_collection") != "if_required";
    if is_card_only && !needs_card && session.number("amount_total") == 0 {
        return Vec::new();
    }
    let chosen = match form.field("method") {
        "" => "pays",
        name => name,
    };
    let methods = main_methods().filter(|method| !is_card_only || !method.is_bank());
    let choices = methods.map(|method| Choice {
        name: method.name,
        title: method.title,
        hint: method.hint,
        number: method.grouped(),
        is_chosen: method.name == chosen,
    });
    choices.collect()
}

/// Pays a session by the form of the card page.
pub(super) fn submit(double: &StripeDouble, id: &str, form: &PageForm) -> Response {
    let Some(method) = chosen_method(form) else {
        let message = "Only the test numbers that Stripe publishes work here. Leave the number \
                       empty to take the outcome that you chose above.";
        return render(double, id, form, message);
    };
    let payer = PayerDetails {
        email: form.field("email").to_owned(),
        name: form.field("name").to_owned(),
        country: form.field("country").to_uppercase(),
        promotion_code: form.field("promotion_code").to_owned(),
    };
    let paid = double.change(|state, tools| {
        run_due(state, tools)?;
        let scope = state.scope_of(tools, KIND, id);
        scope
            .map(|mut scope| attempt(&mut scope, id, method, &payer))
            .transpose()
    });
    match paid {
        Ok(Ok(Some(AttemptResult::Completed))) => redirect(&success_url(double, id)),
        Ok(Ok(Some(AttemptResult::MustConfirm))) => {
            redirect(&format!("{}/pay/{id}/confirm", double.base_url()))
        }
        Ok(Ok(Some(AttemptResult::Declined(message)))) => render(double, id, form, &message),
        Ok(Ok(None)) => render(double, id, form, ""),
        Ok(Err(error)) => render(double, id, form, &error.to_string()),
        Err(failure) => render(double, id, form, &failure.to_string()),
    }
}

/// Returns the method of a form: that of the number, or that of the chosen outcome if the number is empty.
fn chosen_method(form: &PageForm) -> Option<&'static TestMethod> {
    match form.field("number") {
        "" => find_method(form.field("method")),
        number => find_number(number),
    }
}

/// Returns the address to which a buyer goes after a session was completed.
pub(super) fn success_url(double: &StripeDouble, id: &str) -> String {
    let url = double.read(|state, _| {
        let session = state.find(KIND, id);
        session.map(|session| session.text("success_url").to_owned())
    });
    url.unwrap_or_default().replace("{CHECKOUT_SESSION_ID}", id)
}

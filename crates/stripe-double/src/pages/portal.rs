//! The customer portal: saved methods and invoices of one customer.

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::checkout::ended;
use super::portal_changes::{PortalChange, apply};
use super::response::{PageForm, page, redirect};
use crate::double::StripeDouble;
use crate::payments::{main_methods, write_amount};
use crate::state::{DoubleState, Members, ObjectKind};

/// The portal page.
#[derive(Template)]
#[template(path = "portal.html")]
struct PortalPage<'p> {
    base_url: &'p str,
    session_id: &'p str,
    seller: String,
    customer: String,
    can_change_methods: bool,
    shows_invoices: bool,
    methods: Vec<MethodRow>,
    invoices: Vec<InvoiceRow>,
    choices: Vec<MethodChoice>,
    return_url: String,
    error: &'p str,
}

/// A saved method.
struct MethodRow {
    id: String,
    text: String,
    is_default: bool,
}

/// An invoice.
struct InvoiceRow {
    number: String,
    amount: String,
    url: String,
}

/// A test method that can be added.
struct MethodChoice {
    name: &'static str,
    text: String,
}

/// Shows the portal of a session.
pub(super) fn show(double: &StripeDouble, id: &str, error: &str) -> Response {
    let found = double.read(|state, _| portal(double, state, id));
    let Some(mut portal) = found else {
        let text = "There is no such portal session.";
        return ended(double, StatusCode::NOT_FOUND, "No portal", text, "");
    };
    portal.session_id = id;
    portal.error = error;
    let status = if error.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::PAYMENT_REQUIRED
    };
    page(status, &portal, &[&portal.return_url])
}

fn portal<'p>(double: &'p StripeDouble, state: &DoubleState, id: &str) -> Option<PortalPage<'p>> {
    let kind = ObjectKind::PortalSession;
    let mut modes = state.modes.values();
    let data = modes.find(|data| data.find(kind, id).is_some())?;
    let session = data.find(kind, id)?;
    let customer_id = session.text("customer");
    let customer = data.find(ObjectKind::Customer, customer_id)?;
    let configuration = session.text("configuration");
    let configuration = data.find(ObjectKind::PortalConfiguration, configuration)?;
    let is_enabled = |name: &str| configuration.is_true(&format!("features.{name}.enabled"));
    let is_own = |object: &&Value| object.text("customer") == customer_id;
    let default = customer.text("invoice_settings.default_payment_method");
    let methods = data.objects(ObjectKind::PaymentMethod).filter(is_own);
    let invoices = data.objects(ObjectKind::Invoice).rev().filter(is_own);
    let invoices = invoices.filter(|invoice| invoice.text("status") != "draft");
    let name = [customer.text("name"), customer.text("email"), customer_id];
    let name = name.into_iter().find(|name| !name.is_empty());
    Some(PortalPage {
        base_url: double.base_url(),
        session_id: "",
        seller: data.account.name.clone(),
        customer: name.unwrap_or_default().to_owned(),
        can_change_methods: is_enabled("payment_method_update"),
        shows_invoices: is_enabled("invoice_history"),
        methods: methods.map(|method| method_row(method, default)).collect(),
        invoices: invoices.map(invoice_row).collect(),
        choices: main_methods()
            .map(|method| MethodChoice {
                name: method.name,
                text: format!("{} ({})", method.title, method.grouped()),
            })
            .collect(),
        return_url: session.text("return_url").to_owned(),
        error: "",
    })
}

fn method_row(method: &Value, default: &str) -> MethodRow {
    let id = method.text("id");
    let text = match method.text("type") {
        "card" => format!(
            "{} •••• {}, until {:02}/{}",
            method.text("card.brand"),
            method.text("card.last4"),
            method.number("card.exp_month"),
            method.number("card.exp_year"),
        ),
        kind => format!(
            "Bank account •••• {}",
            method.text(&format!("{kind}.last4"))
        ),
    };
    MethodRow {
        id: id.to_owned(),
        text,
        is_default: id == default,
    }
}

fn invoice_row(invoice: &Value) -> InvoiceRow {
    InvoiceRow {
        number: invoice.text("number").to_owned(),
        amount: write_amount(invoice.number("total"), invoice.text("currency")),
        url: invoice.text("hosted_invoice_url").to_owned(),
    }
}

/// Changes a saved method by a form of the page.
pub(super) fn submit(double: &StripeDouble, id: &str, action: &str, form: &PageForm) -> Response {
    let change = match action {
        "add" => PortalChange::Add(form.field("method")),
        "remove" => PortalChange::Remove(form.field("payment_method")),
        "default" => PortalChange::MakeDefault(form.field("payment_method")),
        _ => return StatusCode::NOT_FOUND.into(),
    };
    match apply(double, id, change) {
        Ok(()) => redirect(&format!("{}/portal/{id}", double.base_url())),
        Err(message) => show(double, id, &message),
    }
}

//! Routes of the pages.

use poem::http::{Method, StatusCode};
use poem::{Request, Response};

use super::response::{PageForm, stylesheet};
use super::{checkout, confirm, documents, invoice, portal};
use crate::double::StripeDouble;

/// Maximum length of a form, in bytes.
const MAX_FORM: usize = 16 * 1024;

/// Responds to a request for a page.
pub(crate) async fn respond(double: &StripeDouble, mut request: Request) -> Response {
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let form = if method == Method::POST {
        let body = request.take_body().into_bytes_limit(MAX_FORM).await;
        match body.ok().and_then(|body| PageForm::read(&body)) {
            Some(form) => Some(form),
            None => return StatusCode::BAD_REQUEST.into(),
        }
    } else if method == Method::GET || method == Method::HEAD {
        None
    } else {
        return StatusCode::METHOD_NOT_ALLOWED.into();
    };
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match (parts.as_slice(), form) {
        (["assets", "pretend-stripe.css"], None) => stylesheet(),
        (["pay", id], None) => checkout::show(double, id),
        (["pay", id], Some(form)) => checkout::submit(double, id, &form),
        (["pay", id, "confirm"], None) => confirm::show(double, id),
        (["pay", id, "confirm"], Some(form)) => confirm::submit(double, id, &form),
        (["portal", id], None) => portal::show(double, id, ""),
        (["portal", id, action], Some(form)) => portal::submit(double, id, action, &form),
        (["invoices", id], None) => invoice::show(double, id, ""),
        (["invoices", id, "pay"], Some(form)) => invoice::pay(double, id, &form),
        (["invoices", id, "confirm"], None) => invoice::show_bank(double, id),
        (["invoices", id, "confirm"], Some(form)) => invoice::confirm(double, id, &form),
        (["invoices", id, "pdf"], None) => documents::download_invoice(double, id),
        (["receipts", id], None) => documents::show_receipt(double, id),
        _ => StatusCode::NOT_FOUND.into(),
    }
}

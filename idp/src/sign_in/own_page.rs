//! The addresses of the operator's own pages: where a setting names one, the person is led there instead of being shown ours.

use super::action::Choice;
use super::error_code::{ErrorPage, is_of_the_sign_in_page};
use super::exchange::Exchange;
use crate::cookies::percent_encode;

/// Instead of the sign-in page. A code of the closed list may be the path's second segment here; any other word stands
/// for a sign-in that failed, and is not handed on.
pub(super) fn sign_in(exchange: &Exchange, choice: Choice<'_>) -> Option<String> {
    let page = exchange.app.config.pages.sign_in.as_deref()?;
    let in_query = exchange.query.get("error").filter(|code| !code.is_empty());
    let error = match (in_query, choice) {
        (Some(code), _) | (None, Choice::Provider(code)) if is_of_the_sign_in_page(code) => {
            Some(code)
        }
        (Some(_), _) => Some("Signin"),
        (None, _) => None,
    };
    let mut parameters = vec![("callbackUrl", exchange.callback_url.as_str())];
    parameters.extend(error.map(|code| ("error", code)));
    Some(address(exchange, page, &parameters))
}

/// Instead of the sign-out page.
pub(super) fn sign_out(exchange: &Exchange) -> Option<String> {
    let page = exchange.app.config.pages.sign_out.as_deref()?;
    Some(address(exchange, page, &[]))
}

/// Instead of the page that asks to look for a mail; it is told of a wrong code.
pub(super) fn verify_request(exchange: &Exchange) -> Option<String> {
    let page = exchange.app.config.pages.verify_request.as_deref()?;
    let is_wrong = exchange.query.get("error") == Some("Code");
    let parameters: &[_] = if is_wrong { &[("error", "Code")] } else { &[] };
    Some(address(exchange, page, parameters))
}

/// Instead of the error page.
pub(super) fn error(exchange: &Exchange, error: ErrorPage) -> Option<String> {
    let page = exchange.app.config.pages.error.as_deref()?;
    Some(address(exchange, page, &[("error", error.code())]))
}

/// Where a person goes who has just signed in: the first time by way of the operator's page for that, if there is one.
pub(super) fn after_sign_in(exchange: &Exchange, is_new: bool, wanted: &str) -> String {
    match &exchange.app.config.pages.new_user {
        Some(page) if is_new => address(exchange, page, &[("callbackUrl", wanted)]),
        Some(_) | None => wanted.to_owned(),
    }
}

/// The absolute address of a page with parameters.
fn address(exchange: &Exchange, page: &str, parameters: &[(&str, &str)]) -> String {
    let mut url = format!("{}{page}", exchange.app.config.base.issuer);
    for (name, value) in parameters {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(name);
        url.push('=');
        url.push_str(&percent_encode(value));
    }
    url
}

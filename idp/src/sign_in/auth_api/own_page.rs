//! URLs of the operator's own pages, which replace our pages if the settings name them.

use super::action::ProviderChoice;
use super::context::SignInContext;
use super::error_code::{ErrorPage, is_sign_in_page_code};
use crate::http::cookies::percent_encode;

/// Returns the URL that replaces the sign-in page. Accepts a code of the closed list as the path's second segment too;
/// any other code becomes `Signin` and is not passed on.
pub(super) fn sign_in(context: &SignInContext, choice: ProviderChoice<'_>) -> Option<String> {
    let page = context.app.config.pages.sign_in.as_deref()?;
    let in_query = context.query.get("error").filter(|code| !code.is_empty());
    let error = match (in_query, choice) {
        (Some(code), _) | (None, ProviderChoice::Provider(code)) if is_sign_in_page_code(code) => {
            Some(code)
        }
        (Some(_), _) => Some("Signin"),
        (None, _) => None,
    };
    let mut parameters = vec![("callbackUrl", context.callback_url.as_str())];
    parameters.extend(error.map(|code| ("error", code)));
    Some(address(context, page, &parameters))
}

/// Returns the URL that replaces the sign-out page.
pub(super) fn sign_out(context: &SignInContext) -> Option<String> {
    let page = context.app.config.pages.sign_out.as_deref()?;
    Some(address(context, page, &[]))
}

/// Returns the URL that replaces the page after an email was sent, with the error of a wrong code.
pub(super) fn verify_request(context: &SignInContext) -> Option<String> {
    let page = context.app.config.pages.verify_request.as_deref()?;
    let is_wrong = context.query.get("error") == Some("Code");
    let parameters: &[_] = if is_wrong { &[("error", "Code")] } else { &[] };
    Some(address(context, page, parameters))
}

/// Returns the URL that replaces the error page.
pub(super) fn error(context: &SignInContext, error: ErrorPage) -> Option<String> {
    let page = context.app.config.pages.error.as_deref()?;
    Some(address(context, page, &[("error", error.code())]))
}

/// Returns the destination after a sign-in: the operator's page for new users at the first sign-in, if there is one.
pub(super) fn after_sign_in(context: &SignInContext, is_new: bool, requested: &str) -> String {
    match &context.app.config.pages.new_user {
        Some(page) if is_new => address(context, page, &[("callbackUrl", requested)]),
        Some(_) | None => requested.to_owned(),
    }
}

/// Returns the absolute URL of a page with parameters.
fn address(context: &SignInContext, page: &str, parameters: &[(&str, &str)]) -> String {
    let mut url = format!("{}{page}", context.app.config.base.issuer);
    for (name, value) in parameters {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(name);
        url.push('=');
        url.push_str(&percent_encode(value));
    }
    url
}

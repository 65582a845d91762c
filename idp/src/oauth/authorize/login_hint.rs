//! Comparison of `login_hint` (OpenID Connect Core section 3.1.2.1) with the session's address, if the request allows
//! no page.

use foundation::Failure;

use super::request::AuthorizationRequest;
use crate::app::App;
use crate::identity::users;
use crate::session::sessions::CurrentSession;
use foundation::EmailAddress;

/// Returns true if a request with `prompt=none` names another address than the signed-in user's. A hint counts only if
/// the request's scope covers the address: otherwise the response would reveal whose address it is.
pub(super) async fn is_other_than_hinted(
    app: &App,
    request: &AuthorizationRequest,
    session: &CurrentSession,
) -> Result<bool, Failure> {
    let may_know = request.prompt.none && request.consent_scope().contains("email");
    let hint = request.login_hint.as_deref().filter(|_| may_know);
    let Some(hinted) = hint.and_then(|hint| EmailAddress::parse(hint).ok()) else {
        return Ok(false);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    let email = user.and_then(|user| user.email);
    Ok(email.as_deref() != Some(hinted.as_str()))
}

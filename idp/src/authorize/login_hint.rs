//! The address that a client expects (`login_hint`, OpenID Connect Core section 3.1.2.1), compared with the one of the session
//! where the request allows no question.

use foundation::Failure;

use super::request::AuthorizationRequest;
use crate::app::App;
use crate::sessions::Current;
use crate::users;
use foundation::EmailAddress;

/// Returns whether a request with `prompt=none` names another address than that of the signed-in person. A hint counts only
/// where the request asks for the address: the response must not reveal to a client whose address it is otherwise.
pub(super) async fn is_other_than_hinted(
    app: &App,
    request: &AuthorizationRequest,
    session: &Current,
) -> Result<bool, Failure> {
    let may_know = request.prompt.none && request.needs().contains("email");
    let hint = request.login_hint.as_deref().filter(|_| may_know);
    let Some(hinted) = hint.and_then(|hint| EmailAddress::parse(hint).ok()) else {
        return Ok(false);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    let email = user.and_then(|user| user.email);
    Ok(email.as_deref() != Some(hinted.as_str()))
}

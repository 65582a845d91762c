//! Sign-in requests that a browser sends twice: the second one gets the result of the first.

use foundation::Failure;
use poem::Response;

use super::callback_url::choose;
use super::context::SignInContext;
use super::own_page::after_sign_in;
use crate::protocol::repeated_requests::RepeatKey;
use crate::session::sessions::{self, RepeatedSignIn, SessionCookie, put_cookies};

/// Finds the sign-in that this browser sent before with the same key.
pub(super) async fn find_repeated(
    context: &SignInContext,
    key: Option<&RepeatKey>,
) -> Result<Option<RepeatedSignIn>, Failure> {
    let Some(key) = key else {
        return Ok(None);
    };
    let app = &context.app;
    let session = context.session_id();
    sessions::find_repeated(app, key, session.as_deref()).await
}

/// Returns the first response to a sign-in that this browser sent before; `None` for any other.
pub(super) async fn repeat_response(
    context: &mut SignInContext,
    key: Option<&RepeatKey>,
) -> Result<Option<Response>, Failure> {
    let Some(first) = find_repeated(context, key).await? else {
        return Ok(None);
    };
    let requested = choose(
        [Some(first.bound_for.as_str()), Some(&context.callback_url)],
        &context.app.config.base.issuer,
    );
    let to = after_sign_in(context, first.is_new, &requested);
    redirect_signed_in(context, &first.started, &to).map(Some)
}

/// Redirects to a URL with the cookies of a new session, and deletes the address of a refused form.
pub(super) fn redirect_signed_in(
    context: &mut SignInContext,
    started: &SessionCookie,
    to: &str,
) -> Result<Response, Failure> {
    let mut response = context.redirect(to)?;
    context.reset_destination();
    put_cookies(&context.app, &mut response, &started.id, started.expires_at)?;
    context.forget_typed_address(&mut response)?;
    Ok(response)
}

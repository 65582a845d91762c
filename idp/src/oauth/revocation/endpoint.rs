//! POST of `/oauth/revoke`.

use std::sync::Arc;

use foundation::http::log_failure;
use poem::http::StatusCode;
use poem::web::Data;
use poem::{Request, Response, handler};

use super::revoke::revoke;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError, as_json};
use crate::http::parameters::FormParameters;
use crate::oauth::tokens::{Credentials, authenticate, has_refresh_hint, read_form, token_of};

/// Error for every failure: the client has to assume that the token is still valid (RFC 7009 section 2.2.1).
const NOT_REVOKED: OAuthError = OAuthError::new(
    ErrorCode::TemporarilyUnavailable,
    "The token was not revoked. Try again in a moment.",
);

/// Returns 200 to every authenticated client, also for an unknown token, but never if the token may still be valid.
#[handler]
pub(crate) async fn revocation(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    match revoke_token(&app, request, form).await {
        Ok(()) => StatusCode::OK.into(),
        Err(TokenError::Refused(error)) => as_json(request, error),
        Err(TokenError::Failed(failure)) => {
            log_failure(&failure);
            as_json(request, NOT_REVOKED)
        }
    }
}

async fn revoke_token(
    app: &App,
    request: &Request,
    form: FormParameters,
) -> Result<(), TokenError> {
    let parameters = read_form(form)?;
    let credentials = Credentials::read(app, request);
    let client = authenticate(app, &credentials, &parameters).await?;
    let (token, has_refresh_hint) = (token_of(&parameters)?, has_refresh_hint(&parameters));
    revoke(app, &client, credentials.network, token, has_refresh_hint).await?;
    Ok(())
}

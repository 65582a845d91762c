//! The device code grant (RFC 8628 section 3.4).

use super::issued_tokens::IssuedTokens;
use super::request_context::TokenRequestContext;
use super::store;
use super::token::TokenResponse;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::parameters::Parameters;
use crate::oauth::devices::{self, PollOutcome};
use crate::protocol::dpop;

const PENDING: OAuthError = OAuthError::new(
    ErrorCode::AuthorizationPending,
    "The user has not answered yet. Ask again after the interval.",
);
const SLOW_DOWN: OAuthError = OAuthError::new(
    ErrorCode::SlowDown,
    "The user has not answered yet. Wait five seconds more between questions from now on.",
);
const DENIED: OAuthError = OAuthError::new(
    ErrorCode::AccessDenied,
    "The user did not allow the device what it asks for.",
);
const EXPIRED: OAuthError = OAuthError::new(
    ErrorCode::ExpiredToken,
    "The device code has expired. Begin again and show the new code.",
);

/// Returns the state of a device authorization, and once the user has allowed it, the tokens, only once. The same
/// transaction creates the first refresh token.
pub(super) async fn redeem_device_code(
    app: &App,
    context: TokenRequestContext<'_>,
    parameters: &Parameters,
) -> Result<TokenResponse, TokenError> {
    let code = parameters
        .get("device_code")
        .ok_or(OAuthError::invalid_request("device_code is missing."))?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    context.lock_client(&mut db).await?;
    let client_id = &context.client.id;
    let polled = devices::poll(app, &mut db, client_id, context.network, code).await?;
    let subject = match &polled {
        PollOutcome::Allowed { grant_id } => store::find_subject(&mut db, grant_id).await?,
        PollOutcome::Pending
        | PollOutcome::TooFast
        | PollOutcome::Denied
        | PollOutcome::Expired
        | PollOutcome::Unknown => None,
    };
    if let Some(subject) = subject {
        if !context.use_proof(&mut db).await? {
            transaction.rollback().await?;
            return Err(dpop::REFUSED.into());
        }
        let resources = parameters.resources();
        let first = IssuedTokens::store(app, &mut db, context, subject, resources).await?;
        transaction.commit().await?;
        return Ok(first.into_response(app, context, None)?);
    }
    // A refusal still commits its effects: the polling rate, and the grant that a second use revoked.
    transaction.commit().await?;
    Err(match polled {
        PollOutcome::Pending => PENDING,
        PollOutcome::TooFast => SLOW_DOWN,
        PollOutcome::Denied => DENIED,
        PollOutcome::Expired => EXPIRED,
        PollOutcome::Allowed { .. } | PollOutcome::Unknown => OAuthError::invalid_grant(),
    }
    .into())
}

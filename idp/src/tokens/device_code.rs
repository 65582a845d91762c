//! A device code for tokens (RFC 8628 section 3.4).

use super::authorization_code::has_refresh_tokens;
use super::mint::{ForUser, for_user};
use super::refresh_token;
use super::store;
use super::token::{FAMILY_LIFE, TokenAnswer};
use crate::app::App;
use crate::clients::{Client, Scope};
use crate::devices::{self, Polled};
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::parameters::Parameters;

const PENDING: OAuthError = OAuthError::new(
    ErrorCode::AuthorizationPending,
    "The user has not answered yet. Ask again after the interval.",
);
const TOO_FAST: OAuthError = OAuthError::new(
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

/// Tells a device how it stands; once its person allowed it, it gets its tokens, and nobody gets them twice. The first
/// refresh token is made in the same transaction.
pub(super) async fn exchange(
    app: &App,
    client: &Client,
    parameters: &Parameters,
) -> Result<TokenAnswer, Stopped> {
    let code = parameters
        .get("device_code")
        .ok_or(OAuthError::invalid_request("device_code is missing."))?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let polled = devices::poll(app, &mut db, &client.id, code).await?;
    let refused = match polled {
        Polled::Allowed { grant_id } => {
            let subject = store::find_subject(&mut db, &grant_id).await?;
            if let Some(subject) = subject {
                let refresh_token = if has_refresh_tokens(client, subject.grant.is_offline) {
                    let end = subject.grant.family_end(app.clock.now().plus(FAMILY_LIFE));
                    Some(refresh_token::issue(app, &mut db, &subject.grant, end).await?)
                } else {
                    None
                };
                transaction.commit().await?;
                let granted = Scope::parse(&subject.grant.scope).unwrap_or_default();
                let wanted = ForUser {
                    client,
                    subject: &subject,
                    scope: &client.grantable(&granted),
                    nonce: None,
                };
                let mut answer = for_user(app, &wanted)?;
                answer.refresh_token = refresh_token;
                return Ok(answer);
            }
            OAuthError::invalid_grant()
        }
        Polled::Pending => PENDING,
        Polled::TooFast => TOO_FAST,
        Polled::Denied => DENIED,
        Polled::Expired => EXPIRED,
        Polled::Unknown => OAuthError::invalid_grant(),
    };
    // A refusal leaves its marks too: the pace that is kept, the grant that a second use ended.
    transaction.commit().await?;
    Err(refused.into())
}

//! The authorization code grant (RFC 6749 section 4.1.3).

use super::issued_tokens::IssuedTokens;
use super::request_context::TokenRequestContext;
use super::store;
use super::token::TokenResponse;
use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::http::parameters::Parameters;
use crate::protocol::authorization_codes::{CodeClaim, Redemption};
use crate::protocol::dpop;

/// Redeems a code; the same transaction creates the first refresh token of the family.
pub(super) async fn redeem_code(
    app: &App,
    context: TokenRequestContext<'_>,
    parameters: &Parameters,
) -> Result<TokenResponse, TokenError> {
    let claim = CodeClaim {
        code: parameters
            .get("code")
            .ok_or(OAuthError::invalid_request("code is missing."))?,
        client_id: &context.client.id,
        redirect_uri: parameters.get("redirect_uri"),
        verifier: parameters.get("code_verifier"),
        network: context.network,
    };
    let redemption = Redemption::new(app, claim)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    context.lock_client(&mut db).await?;
    let redeemed = store::codes::redeem(&mut db, &redemption).await?;
    let (code, subject) = redeemed.unzip();
    let code = redemption.check_request(app, &mut db, code).await?;
    let (Some(code), Some(subject)) = (code, subject) else {
        // A refused claim still commits its effects: the code is used, the grant may be revoked.
        transaction.commit().await?;
        return Err(OAuthError::invalid_grant().into());
    };
    if let Err(refusal) = context.require_key(code.dpop_jkt.as_deref()) {
        // A client that cannot prove the code's key uses the code up, as with a wrong verifier.
        transaction.commit().await?;
        return Err(refusal.into());
    }
    if !context.use_proof(&mut db).await? {
        transaction.rollback().await?;
        return Err(dpop::REFUSED.into());
    }
    let resources = parameters.resources();
    let first = IssuedTokens::store(app, &mut db, context, subject, resources).await?;
    transaction.commit().await?;
    Ok(first.into_response(app, context, code.nonce.as_deref())?)
}

//! The only user who may decide. `id_token_hint` names it by an ID token of this client, which may have expired; `sub`
//! in the `claims` parameter means the same (OpenID Connect Core section 5.5.1).

use foundation::jose::Claims;

use crate::http::errors::{ErrorCode, OAuthError};
use crate::http::parameters::Parameters;
use crate::protocol::claims::ClaimsRequest;
use crate::protocol::clients::Client;

const NOT_A_HINT: OAuthError = OAuthError::new(
    ErrorCode::LoginRequired,
    "id_token_hint is not an ID token that was given to this client.",
);
const TWO_USERS: OAuthError = OAuthError::new(
    ErrorCode::LoginRequired,
    "id_token_hint and claims name two users.",
);

/// Reads the claims of our ID tokens; returns `None` for other texts.
pub(in crate::oauth::authorize) type ReadHint<'a> = &'a dyn Fn(&str) -> Option<Claims>;

/// Returns the expected user, by the client's id for the user. Refuses an invalid hint, because the client would
/// mistake the signed-in user for the expected one.
pub(in crate::oauth::authorize) fn expected_subject(
    parameters: &Parameters,
    claims: &ClaimsRequest,
    client: &Client,
    read_hint: ReadHint<'_>,
) -> Result<Option<String>, OAuthError> {
    let requested = claims.subject();
    let Some(hint) = parameters.get("id_token_hint") else {
        return Ok(requested.map(ToOwned::to_owned));
    };
    let hinted = read_hint(hint)
        .filter(|claims| claims.texts("aud").contains(&client.id.as_str()))
        .and_then(|claims| claims.text("sub").map(ToOwned::to_owned))
        .ok_or(NOT_A_HINT)?;
    if requested.is_some_and(|requested| requested != hinted) {
        return Err(TWO_USERS);
    }
    Ok(Some(hinted))
}

//! The one user who may answer: of `id_token_hint`, an ID token that we gave this client and that may have expired, or
//! of `sub` in the `claims` parameter, which means the same (OpenID Connect Core section 5.5.1).

use foundation::jose::Claims;

use crate::claims::ClaimsRequest;
use crate::clients::Client;
use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

const NOT_A_HINT: OAuthError = OAuthError::new(
    ErrorCode::LoginRequired,
    "id_token_hint is not an ID token that was given to this client.",
);
const TWO_USERS: OAuthError = OAuthError::new(
    ErrorCode::LoginRequired,
    "id_token_hint and claims name two users.",
);

/// Gives the claims of an ID token of ours, or nothing.
pub(in crate::authorize) type ReadHint<'a> = &'a dyn Fn(&str) -> Option<Claims>;

/// The user that the client expects, as the client knows them; a hint that proves nothing refuses the request, because
/// the client would take whoever is signed in for that user.
pub(in crate::authorize) fn expected_subject(
    parameters: &Parameters,
    claims: &ClaimsRequest,
    client: &Client,
    read_hint: ReadHint<'_>,
) -> Result<Option<String>, OAuthError> {
    let asked = claims.subject();
    let Some(hint) = parameters.get("id_token_hint") else {
        return Ok(asked.map(ToOwned::to_owned));
    };
    let hinted = read_hint(hint)
        .filter(|claims| claims.texts("aud").contains(&client.id.as_str()))
        .and_then(|claims| claims.text("sub").map(ToOwned::to_owned))
        .ok_or(NOT_A_HINT)?;
    if asked.is_some_and(|asked| asked != hinted) {
        return Err(TWO_USERS);
    }
    Ok(Some(hinted))
}

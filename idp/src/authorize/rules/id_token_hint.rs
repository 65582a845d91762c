//! `id_token_hint`: an ID token that we gave this client; it may have expired.

use foundation::jose::Claims;

use crate::clients::Client;
use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

/// Gives the claims of an ID token of ours, or nothing.
pub(in crate::authorize) type ReadHint<'a> = &'a dyn Fn(&str) -> Option<Claims>;

/// The user that the client expects; a hint that proves nothing refuses the request, because the client would
/// take whoever is signed in for that user.
pub(in crate::authorize) fn id_token_hint(
    parameters: &Parameters,
    client: &Client,
    read_hint: ReadHint<'_>,
) -> Result<Option<String>, OAuthError> {
    let Some(hint) = parameters.get("id_token_hint") else {
        return Ok(None);
    };
    read_hint(hint)
        .filter(|claims| claims.texts("aud").contains(&client.id.as_str()))
        .and_then(|claims| claims.text("sub").map(ToOwned::to_owned))
        .map(Some)
        .ok_or(OAuthError::new(
            ErrorCode::LoginRequired,
            "id_token_hint is not an ID token that was given to this client.",
        ))
}

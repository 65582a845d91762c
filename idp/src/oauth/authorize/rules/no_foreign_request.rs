//! A `request_uri` is the name of a pushed request. Another one is refused (OpenID Connect Core section 3.1.2.6),
//! because ignoring it would change the request. The server fetches none.

use crate::http::errors::{ErrorCode, OAuthError};
use crate::http::parameters::Parameters;

pub(in crate::oauth::authorize) fn no_foreign_request(
    parameters: &Parameters,
) -> Result<(), OAuthError> {
    if parameters.get("request_uri").is_some() {
        return Err(OAuthError::new(
            ErrorCode::RequestUriNotSupported,
            "Push the request to /oauth/par and send the request_uri that it returns.",
        ));
    }
    Ok(())
}

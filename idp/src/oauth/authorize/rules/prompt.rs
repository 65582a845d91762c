//! `prompt`: known words only, and `none` by itself (OpenID Connect Core section 3.1.2.1).

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;
use crate::oauth::authorize::request::Prompt;

pub(in crate::oauth::authorize) fn prompt(parameters: &Parameters) -> Result<Prompt, OAuthError> {
    let mut prompt = Prompt::default();
    let mut words = 0;
    for word in parameters
        .get("prompt")
        .unwrap_or_default()
        .split_ascii_whitespace()
    {
        words += 1;
        match word {
            "none" => prompt.none = true,
            "login" => prompt.login = true,
            "select_account" => prompt.select_account = true,
            "consent" => prompt.consent = true,
            _ => {
                return Err(OAuthError::invalid_request(
                    "prompt holds a word that is not supported.",
                ));
            }
        }
    }
    if prompt.none && words > 1 {
        return Err(OAuthError::invalid_request(
            "prompt holds none and something else.",
        ));
    }
    Ok(prompt)
}

//! Reads a request to delete the account, which a browser may send twice.

use std::sync::Arc;

use foundation::{Failure, Timestamp};
use poem::http::StatusCode;
use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::guard::AccountCaller;
use crate::app::App;
use crate::http::parameters::authorization;
use crate::oauth::tokens;
use crate::protocol::dpop::VerifiedProof;
use crate::protocol::repeated_requests::RepeatKey;
use crate::sign_in::account_deletion::find_scheduled_deletion;

/// A user who asks to delete their account. The first request ends the session of its token. A browser that repeats the
/// request, after a second press or a lost response, is therefore known by the token alone.
pub(super) enum DeletionRequest {
    /// The token is valid. The key stores the outcome.
    Own(Box<AccountCaller>, Option<RepeatKey>),
    /// An earlier request scheduled the deletion at this time.
    Repeated(Timestamp),
}

impl DeletionRequest {
    async fn repeated(request: &Request, key: Option<&RepeatKey>) -> Result<Option<Self>, Failure> {
        let (Some(app), Some(key)) = (request.data::<Arc<App>>(), key) else {
            return Ok(None);
        };
        let leaves_at = find_scheduled_deletion(app, key).await?;
        Ok(leaves_at.map(Self::Repeated))
    }
}

/// Returns the key of a request with a token. A token that is bound to a key needs a valid proof.
fn repeat_key(request: &Request) -> Result<Option<RepeatKey>, Failure> {
    let presented = tokens::presented_token(authorization(request.headers()));
    let (Some(app), Ok(Some((scheme, token)))) = (request.data::<Arc<App>>(), presented) else {
        return Ok(None);
    };
    let Ok(proven) = tokens::proven_key(app, request, scheme, token) else {
        return Ok(None);
    };
    let thumbprint = proven.as_ref().map(VerifiedProof::thumbprint);
    RepeatKey::new(app, "deletion", &[token, thumbprint.unwrap_or_default()]).map(Some)
}

impl<'a> ApiExtractor<'a> for DeletionRequest {
    const TYPES: &'static [ApiExtractorType] = <AccountCaller as ApiExtractor<'a>>::TYPES;

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <AccountCaller as ApiExtractor<'a>>::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        <AccountCaller as ApiExtractor<'a>>::security_schemes()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        let key = repeat_key(request)?;
        match <AccountCaller as ApiExtractor<'a>>::from_request(request, body, param_opts).await {
            Ok(caller) => Ok(Self::Own(Box::new(caller), key)),
            Err(refusal) if refusal.status() == StatusCode::UNAUTHORIZED => {
                let repeated = Self::repeated(request, key.as_ref()).await?;
                repeated.ok_or(refusal)
            }
            Err(failure) => Err(failure),
        }
    }
}

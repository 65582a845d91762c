//! The key that a request to one of our own resources proves with its access token (RFC 9449 section 7.1).

use poem::Request;

use super::bearer::Scheme;
use crate::app::App;
use crate::http::errors::TokenError;
use crate::protocol::dpop::{self, VerifiedProof};

/// Returns the key of the request's proof, which must name the token; a bearer token has none.
pub(crate) fn proven_key(
    app: &App,
    request: &Request,
    scheme: Scheme,
    token: &str,
) -> Result<Option<VerifiedProof>, TokenError> {
    if scheme == Scheme::Bearer {
        return Ok(None);
    }
    match dpop::prove(app, &dpop::RequestProof::from_request(request), Some(token))? {
        Some(proven) => Ok(Some(proven)),
        None => Err(dpop::REFUSED.into()),
    }
}

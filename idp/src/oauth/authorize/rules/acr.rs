//! `acr_values`, or `acr` of the `claims` parameter, which takes precedence because it can be essential.

use crate::http::errors::{ErrorCode, OAuthError};
use crate::http::parameters::Parameters;
use crate::oauth::authorize::acr::{Acr, AcrRequirement};
use crate::protocol::claims::ClaimsRequest;

pub(in crate::oauth::authorize) const UNMET_AUTHENTICATION_REQUIREMENTS: OAuthError =
    OAuthError::new(
        ErrorCode::UnmetAuthenticationRequirements,
        "No sign-in here is of a class that the request asks for.",
    );

/// Returns the requirements for the sign-in, without classes that no user can reach here. Refuses an essential request
/// without a reachable class.
pub(in crate::oauth::authorize) fn acr(
    parameters: &Parameters,
    claims: &ClaimsRequest,
    defaults: &[String],
    offered: &[Acr],
) -> Result<AcrRequirement, OAuthError> {
    let can_be = |name: &str| Acr::from_name(name).filter(|class| offered.contains(class));
    if let Some(requested) = claims.acr() {
        let accepted: Vec<_> = requested
            .values
            .iter()
            .filter_map(|name| can_be(name))
            .collect();
        if requested.is_essential && accepted.is_empty() && !requested.values.is_empty() {
            return Err(UNMET_AUTHENTICATION_REQUIREMENTS);
        }
        return Ok(AcrRequirement {
            accepted,
            is_essential: requested.is_essential,
        });
    }
    let accepted = match parameters.get("acr_values") {
        Some(values) => values.split_ascii_whitespace().filter_map(can_be).collect(),
        None => defaults.iter().filter_map(|name| can_be(name)).collect(),
    };
    Ok(AcrRequirement {
        accepted,
        is_essential: false,
    })
}

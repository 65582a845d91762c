//! What the account API refuses, as problems (RFC 9457), and its wish for a younger sign-in (RFC 9470).

use std::time::Duration;

use poem::Response;
use poem::http::{HeaderValue, StatusCode, header};
use poem_openapi::Object;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;

use crate::account_api::guard::Own;
use crate::errors::{ErrorCode, OAuthError};
use crate::tokens::Scheme;

/// A refusal (RFC 9457).
#[derive(Object)]
pub(super) struct AccountProblem {
    /// The kind, as an address under the issuer: `…/problems/{slug}`.
    #[oai(rename = "type")]
    kind: String,
    title: String,
    status: i32,
    detail: String,
    /// `step-up-required`: how old the sign-in may be, in seconds.
    #[oai(skip_serializing_if_is_none)]
    max_age: Option<u64>,
    request_id: String,
}

/// What is refused; a closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something of the request cannot be.
    InvalidRequest,
    /// No token that counts came with the call.
    InvalidToken,
    /// The proof of a token that is bound to a key is not right (RFC 9449).
    InvalidDpopProof,
    /// The token is not for this.
    InsufficientScope,
    /// There is no such thing of this person.
    NotFound,
    /// Nobody could sign in afterwards.
    LastWayIn,
    /// The sign-in is too old.
    StepUpRequired,
    /// Too much was changed of late.
    RateLimited,
}

impl Kind {
    fn slug(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid-request",
            Self::InvalidToken => "invalid-token",
            Self::InvalidDpopProof => "invalid-dpop-proof",
            Self::InsufficientScope => "insufficient-scope",
            Self::NotFound => "not-found",
            Self::LastWayIn => "last-way-in",
            Self::StepUpRequired => "step-up-required",
            Self::RateLimited => "rate-limited",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::InvalidRequest => "The request is not valid.",
            Self::InvalidToken => "A valid access token is required.",
            Self::InvalidDpopProof => "The proof of the token's key is not valid.",
            Self::InsufficientScope => "The access token lacks the permission.",
            Self::NotFound => "Not found.",
            Self::LastWayIn => "This is the only way to sign in.",
            Self::StepUpRequired => "A more recent sign-in is required.",
            Self::RateLimited => "Too many requests.",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Self::InvalidRequest => StatusCode::BAD_REQUEST,
            Self::InvalidToken | Self::InvalidDpopProof | Self::StepUpRequired => {
                StatusCode::UNAUTHORIZED
            }
            Self::InsufficientScope => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::LastWayIn => StatusCode::CONFLICT,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        }
    }
}

fn written(kind: Kind, detail: &str, (issuer, request_id): (&str, &str)) -> AccountProblem {
    AccountProblem {
        kind: format!("{issuer}/problems/{}", kind.slug()),
        title: kind.title().to_owned(),
        status: kind.status().as_u16().into(),
        detail: detail.to_owned(),
        max_age: None,
        request_id: request_id.to_owned(),
    }
}

/// A refusal, in the words that are special to it.
pub(super) fn problem(own: &Own, kind: Kind, detail: &str) -> Json<AccountProblem> {
    let place = (own.app.config.base.issuer.as_str(), own.request_id.as_str());
    Json(written(kind, detail, place))
}

/// The refusal of what was done too often of late, and after how many seconds it may be done again.
pub(super) fn limited(own: &Own, retry_after: Duration) -> (Json<AccountProblem>, u64) {
    let seconds = retry_after.as_secs().max(1);
    let detail = match seconds.div_ceil(60) {
        1 => "This was done too often of late. Try again in a minute.".to_owned(),
        minutes => {
            format!("This was done too often of late. Try again in {minutes} minutes.")
        }
    };
    (problem(own, Kind::RateLimited, &detail), seconds)
}

/// A refusal of the token, as a problem: what challenges its caller (RFC 6750, RFC 9449) says the rest.
pub(in crate::account_api) fn challenged(
    challenge: Response,
    error: Option<OAuthError>,
    place: (&str, &str),
) -> Response {
    const NONE: &str = "Send an access token with the scope account as Authorization: Bearer, or as DPoP with its proof.";
    let kind = error.map_or(Kind::InvalidToken, |error| kind_of(&error));
    let detail = error.map_or(NONE, |error| error.description);
    let (mut parts, _) = challenge.into_parts();
    parts.status = kind.status();
    let media = HeaderValue::from_static("application/problem+json");
    parts.headers.insert(header::CONTENT_TYPE, media);
    let problem = written(kind, detail, place);
    Response::from_parts(parts, problem.to_json_string().into())
}

fn kind_of(error: &OAuthError) -> Kind {
    // Both are 401 at a resource (RFC 9449 sections 7.1 and 9); at the token endpoint they are not.
    if matches!(
        error.code,
        ErrorCode::InvalidDpopProof | ErrorCode::UseDpopNonce
    ) {
        return Kind::InvalidDpopProof;
    }
    match error.status() {
        StatusCode::FORBIDDEN => Kind::InsufficientScope,
        StatusCode::UNAUTHORIZED => Kind::InvalidToken,
        _ => Kind::InvalidRequest,
    }
}

/// The id that a path names. One that no id can be, and that PostgreSQL would not even look for, names nothing.
pub(super) fn nameable(id: &str) -> &str {
    if id.chars().any(char::is_control) {
        ""
    } else {
        id
    }
}

/// Which sign-in is wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::account_api) struct StepUp<'a> {
    /// Our own address.
    pub(in crate::account_api) issuer: &'a str,
    /// How the token was presented.
    pub(in crate::account_api) scheme: Scheme,
    /// How old it may be.
    pub(in crate::account_api) most: Duration,
    /// The call's id.
    pub(in crate::account_api) request_id: &'a str,
}

/// Asks for a younger sign-in (RFC 9470 section 3).
pub(in crate::account_api) fn step_up(wanted: &StepUp<'_>) -> Response {
    let max_age = wanted.most.as_secs();
    let detail = "Sign in again, with max_age, and come back with the token of that sign-in.";
    let place = (wanted.issuer, wanted.request_id);
    let problem = AccountProblem {
        max_age: Some(max_age),
        ..written(Kind::StepUpRequired, detail, place)
    };
    let scheme = match wanted.scheme {
        Scheme::Bearer => "Bearer",
        Scheme::Dpop => "DPoP",
    };
    let challenge = format!(
        "{scheme} error=\"insufficient_user_authentication\", \
         error_description=\"The sign-in is too old for this.\", max_age={max_age}"
    );
    let mut response = Response::builder()
        .status(StatusCode::UNAUTHORIZED)
        .content_type("application/problem+json")
        .body(problem.to_json_string());
    if let Ok(value) = HeaderValue::from_str(&challenge) {
        let headers = response.headers_mut();
        headers.insert(header::WWW_AUTHENTICATE, value);
    }
    response
}

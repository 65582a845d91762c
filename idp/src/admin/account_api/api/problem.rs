//! Refusals of the account API as problem details (RFC 9457), and step-up challenges (RFC 9470).

use std::time::Duration;

use poem::Response;
use poem::http::{HeaderValue, StatusCode, header};
use poem_openapi::Object;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;

use crate::admin::account_api::guard::AccountCaller;
use crate::http::errors::{ErrorCode, OAuthError};
use crate::oauth::tokens::Scheme;

/// Problem details of a refusal (RFC 9457).
#[derive(Object)]
pub(super) struct AccountProblem {
    /// The kind of problem, as a URL under the issuer: `…/problems/{slug}`.
    #[oai(rename = "type")]
    kind: String,
    title: String,
    status: i32,
    detail: String,
    /// With `step-up-required`: the maximum age of the sign-in, in seconds.
    #[oai(skip_serializing_if_is_none)]
    max_age: Option<u64>,
    request_id: String,
}

/// Kinds of refusals; a closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccountProblemKind {
    /// The request is not valid.
    InvalidRequest,
    /// The request has no valid access token.
    InvalidToken,
    /// The proof of a key-bound token is not valid (RFC 9449).
    InvalidDpopProof,
    /// The token lacks the scope, or its client may not use the API.
    InsufficientScope,
    /// The user has no such object.
    NotFound,
    /// The user could not sign in afterwards.
    LastSignInMethod,
    /// The sign-in is too old.
    StepUpRequired,
    /// The user's rate limit is used up.
    RateLimited,
}

impl AccountProblemKind {
    fn slug(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid-request",
            Self::InvalidToken => "invalid-token",
            Self::InvalidDpopProof => "invalid-dpop-proof",
            Self::InsufficientScope => "insufficient-scope",
            Self::NotFound => "not-found",
            Self::LastSignInMethod => "last-sign-in-method",
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
            Self::LastSignInMethod => "This is the only sign-in method.",
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
            Self::LastSignInMethod => StatusCode::CONFLICT,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        }
    }
}

/// Values that every problem repeats.
#[derive(Clone, Copy, Debug)]
pub(in crate::admin::account_api) struct ProblemContext<'a> {
    /// The issuer's URL.
    pub(in crate::admin::account_api) issuer: &'a str,
    /// The request's id.
    pub(in crate::admin::account_api) request_id: &'a str,
}

fn new_problem(
    kind: AccountProblemKind,
    detail: &str,
    ProblemContext { issuer, request_id }: ProblemContext<'_>,
) -> AccountProblem {
    AccountProblem {
        kind: format!("{issuer}/problems/{}", kind.slug()),
        title: kind.title().to_owned(),
        status: kind.status().as_u16().into(),
        detail: detail.to_owned(),
        max_age: None,
        request_id: request_id.to_owned(),
    }
}

/// Returns a refusal with its own detail text.
pub(super) fn problem(
    caller: &AccountCaller,
    kind: AccountProblemKind,
    detail: &str,
) -> Json<AccountProblem> {
    Json(new_problem(kind, detail, caller.problem_context()))
}

/// Returns the refusal of a rate limit, and the seconds until the next attempt is allowed.
pub(super) fn limited(
    caller: &AccountCaller,
    retry_after: Duration,
) -> (Json<AccountProblem>, u64) {
    let seconds = retry_after.as_secs().max(1);
    let detail = match seconds.div_ceil(60) {
        1 => "This was done too often of late. Try again in a minute.".to_owned(),
        minutes => {
            format!("This was done too often of late. Try again in {minutes} minutes.")
        }
    };
    (
        problem(caller, AccountProblemKind::RateLimited, &detail),
        seconds,
    )
}

/// Returns the refusal of a token as a problem, with the headers of the challenge (RFC 6750, RFC 9449).
pub(in crate::admin::account_api) fn challenged(
    challenge: Response,
    error: Option<OAuthError>,
    context: ProblemContext<'_>,
) -> Response {
    const NONE: &str = "Send an access token with the scope account as Authorization: Bearer, or as DPoP with its proof.";
    let kind = error.map_or(AccountProblemKind::InvalidToken, |error| kind_of(&error));
    let detail = error.map_or(NONE, |error| error.description);
    let (mut parts, _) = challenge.into_parts();
    parts.status = kind.status();
    let media = HeaderValue::from_static("application/problem+json");
    parts.headers.insert(header::CONTENT_TYPE, media);
    let problem = new_problem(kind, detail, context);
    Response::from_parts(parts, problem.to_json_string().into())
}

fn kind_of(error: &OAuthError) -> AccountProblemKind {
    // Maps both codes to 401, as a resource server has to (RFC 9449 sections 7.1 and 9); the token endpoint sends 400.
    if matches!(
        error.code,
        ErrorCode::InvalidDpopProof | ErrorCode::UseDpopNonce
    ) {
        return AccountProblemKind::InvalidDpopProof;
    }
    match error.status() {
        StatusCode::FORBIDDEN => AccountProblemKind::InsufficientScope,
        StatusCode::UNAUTHORIZED => AccountProblemKind::InvalidToken,
        _ => AccountProblemKind::InvalidRequest,
    }
}

/// Returns the id in a path. An id with control characters becomes empty, because PostgreSQL refuses NUL.
pub(super) fn safe_id(id: &str) -> &str {
    if id.chars().any(char::is_control) {
        ""
    } else {
        id
    }
}

/// Parameters of a step-up challenge.
#[derive(Clone, Copy, Debug)]
pub(in crate::admin::account_api) struct StepUpChallenge<'a> {
    /// The scheme of the presented token.
    pub(in crate::admin::account_api) scheme: Scheme,
    /// The maximum age of the sign-in.
    pub(in crate::admin::account_api) max_age: Duration,
    pub(in crate::admin::account_api) context: ProblemContext<'a>,
}

/// Returns the challenge that asks for a more recent sign-in (RFC 9470 section 3).
pub(in crate::admin::account_api) fn step_up(challenge: &StepUpChallenge<'_>) -> Response {
    let max_age = challenge.max_age.as_secs();
    let detail = "Sign in again, with max_age, and come back with the token of that sign-in.";
    let problem = AccountProblem {
        max_age: Some(max_age),
        ..new_problem(
            AccountProblemKind::StepUpRequired,
            detail,
            challenge.context,
        )
    };
    let scheme = match challenge.scheme {
        Scheme::Bearer => "Bearer",
        Scheme::Dpop => "DPoP",
    };
    let value = format!(
        "{scheme} error=\"insufficient_user_authentication\", \
         error_description=\"The sign-in is too old for this.\", max_age={max_age}"
    );
    let mut response = Response::builder()
        .status(StatusCode::UNAUTHORIZED)
        .content_type("application/problem+json")
        .body(problem.to_json_string());
    if let Ok(value) = HeaderValue::from_str(&value) {
        let headers = response.headers_mut();
        headers.insert(header::WWW_AUTHENTICATE, value);
    }
    response
}

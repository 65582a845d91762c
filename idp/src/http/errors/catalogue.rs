//! Error codes of RFC 6749 sections 4.1.2.1 and 5.2, RFC 6750 section 3.1, OpenID Connect Core 3.1.2.6, RFC 8707, RFC
//! 9126, RFC 9449, OpenID Connect Core Error Code `unmet_authentication_requirements`.

use std::time::Duration;

use foundation::Failure;
use foundation::dpop::Nonce;
use poem::http::StatusCode;

/// A registered error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    AccessDenied,
    AuthorizationPending,
    ConsentRequired,
    ExpiredToken,
    InsufficientScope,
    InvalidClient,
    InvalidDpopProof,
    InvalidGrant,
    InvalidRequest,
    InvalidRequestObject,
    InvalidRequestUri,
    InvalidScope,
    InvalidTarget,
    InvalidToken,
    LoginRequired,
    RequestUriNotSupported,
    ServerError,
    SlowDown,
    TemporarilyUnavailable,
    UnauthorizedClient,
    UnmetAuthenticationRequirements,
    UnsupportedGrantType,
    UnsupportedResponseType,
    UseDpopNonce,
}

impl ErrorCode {
    /// Returns the registered name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::AccessDenied => "access_denied",
            Self::AuthorizationPending => "authorization_pending",
            Self::ConsentRequired => "consent_required",
            Self::ExpiredToken => "expired_token",
            Self::InsufficientScope => "insufficient_scope",
            Self::InvalidClient => "invalid_client",
            Self::InvalidDpopProof => "invalid_dpop_proof",
            Self::InvalidGrant => "invalid_grant",
            Self::InvalidRequest => "invalid_request",
            Self::InvalidRequestObject => "invalid_request_object",
            Self::InvalidRequestUri => "invalid_request_uri",
            Self::InvalidScope => "invalid_scope",
            Self::InvalidTarget => "invalid_target",
            Self::InvalidToken => "invalid_token",
            Self::LoginRequired => "login_required",
            Self::RequestUriNotSupported => "request_uri_not_supported",
            Self::ServerError => "server_error",
            Self::SlowDown => "slow_down",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
            Self::UnauthorizedClient => "unauthorized_client",
            Self::UnmetAuthenticationRequirements => "unmet_authentication_requirements",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::UseDpopNonce => "use_dpop_nonce",
        }
    }

    /// Returns the status of a direct response.
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::InvalidClient | Self::InvalidToken => StatusCode::UNAUTHORIZED,
            Self::InsufficientScope => StatusCode::FORBIDDEN,
            Self::ServerError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TemporarilyUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::AccessDenied
            | Self::AuthorizationPending
            | Self::ConsentRequired
            | Self::InvalidDpopProof
            | Self::ExpiredToken
            | Self::InvalidGrant
            | Self::InvalidRequest
            | Self::InvalidRequestObject
            | Self::InvalidRequestUri
            | Self::InvalidScope
            | Self::InvalidTarget
            | Self::LoginRequired
            | Self::RequestUriNotSupported
            | Self::SlowDown
            | Self::UnauthorizedClient
            | Self::UnmetAuthenticationRequirements
            | Self::UnsupportedGrantType
            | Self::UnsupportedResponseType
            | Self::UseDpopNonce => StatusCode::BAD_REQUEST,
        }
    }
}

/// An error: a code for programs, and a description for developers.
///
/// The description is fixed text in printable ASCII without quotes and backslashes (RFC 6749 section 5.2), so that a
/// response never echoes a part of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OAuthError {
    pub(crate) code: ErrorCode,
    pub(crate) description: &'static str,
    /// Seconds until a retry, if a limit is reached.
    pub(super) retry_after: Option<u64>,
    /// Nonce that the next proof of possession must contain (RFC 9449 section 8).
    pub(super) nonce: Option<Nonce>,
}

impl OAuthError {
    /// Creates an error with its description.
    pub(crate) const fn new(code: ErrorCode, description: &'static str) -> Self {
        Self {
            code,
            description,
            retry_after: None,
            nonce: None,
        }
    }

    /// Creates the error of a reached limit; the client retries after a time (RFC 6585 section 4). No registered code
    /// fits better than that of an overloaded server.
    pub(crate) fn limited(description: &'static str, wait: Duration) -> Self {
        Self {
            retry_after: Some(wait.as_secs().saturating_add(1)),
            ..Self::new(ErrorCode::TemporarilyUnavailable, description)
        }
    }

    /// Creates the error of a proof with a time that is not current; a proof with the nonce is accepted.
    pub(crate) fn nonce_required(nonce: Nonce) -> Self {
        Self {
            nonce: Some(nonce),
            ..Self::new(
                ErrorCode::UseDpopNonce,
                "The DPoP proof is older than a minute or of the future. Make one that names the nonce of the DPoP-Nonce header.",
            )
        }
    }

    /// Returns the status of a direct response.
    pub(crate) fn status(&self) -> StatusCode {
        match self.retry_after {
            Some(_) => StatusCode::TOO_MANY_REQUESTS,
            None => self.code.status(),
        }
    }

    /// Creates the most frequent error, `invalid_request`.
    pub(crate) const fn invalid_request(description: &'static str) -> Self {
        Self::new(ErrorCode::InvalidRequest, description)
    }

    /// Error of a pending request that was already completed or has expired.
    pub(crate) const COMPLETED: Self =
        Self::invalid_request("This sign-in has expired or was finished already.");

    /// Creates `invalid_grant`, with one description for every cause, so that the response does not reveal the cause.
    pub(crate) const fn invalid_grant() -> Self {
        Self::new(
            ErrorCode::InvalidGrant,
            "The code or refresh token is unknown, expired, used, or not for this client and request.",
        )
    }

    /// Creates `invalid_scope`: the request has no scope that a user could consent to (RFC 6749 section 3.3).
    pub(crate) const fn nothing_to_ask() -> Self {
        Self::new(
            ErrorCode::InvalidScope,
            "scope is malformed, or asks neither for openid nor for anything that the client may have.",
        )
    }

    /// Creates `invalid_target` (RFC 8707 section 2).
    pub(crate) const fn unknown_resource() -> Self {
        Self::new(
            ErrorCode::InvalidTarget,
            "resource is none that this client is registered for.",
        )
    }
}

/// Reason that a protocol request failed.
#[derive(Debug)]
pub(crate) enum TokenError {
    /// A rule refuses the request.
    Refused(OAuthError),
    /// An internal error.
    Failed(Failure),
}

impl From<OAuthError> for TokenError {
    fn from(error: OAuthError) -> Self {
        Self::Refused(error)
    }
}

impl From<Failure> for TokenError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl TokenError {
    /// Returns the error for the client; a failure is logged here, where it ends.
    pub(crate) fn into_error(self) -> OAuthError {
        match self {
            Self::Refused(error) => error,
            Self::Failed(failure) => error_for_failure(&failure),
        }
    }
}

fn error_for_failure(failure: &Failure) -> OAuthError {
    foundation::http::log_failure(failure);
    match failure.kind() {
        foundation::failure::FailureKind::Broken => OAuthError::new(
            ErrorCode::ServerError,
            "Something broke on our side. It has been logged.",
        ),
        foundation::failure::FailureKind::Unavailable | foundation::failure::FailureKind::Busy => {
            OAuthError::new(
                ErrorCode::TemporarilyUnavailable,
                "The service is busy. Try again in a moment.",
            )
        }
    }
}

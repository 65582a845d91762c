//! The vocabulary of refusal: RFC 6749 sections 4.1.2.1 and 5.2, RFC 6750 section 3.1, OpenID Connect Core 3.1.2.6,
//! RFC 8707, RFC 9126, RFC 9449, OpenID Connect Core Error Code `unmet_authentication_requirements`.

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
    /// Its registered name.
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

    /// The status of a direct answer.
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

/// A refusal: the code for programs, a sentence for the person who reads the log of one.
///
/// The sentence is fixed text in printable ASCII without quotes and backslashes (RFC 6749 section 5.2),
/// so that nothing of the request is ever echoed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OAuthError {
    pub(crate) code: ErrorCode,
    pub(crate) description: &'static str,
    /// A limit is reached, and this long it takes until there is more, in seconds.
    pub(super) retry_after: Option<u64>,
    /// What a proof of possession has to name to be taken (RFC 9449 section 8).
    pub(super) nonce: Option<Nonce>,
}

impl OAuthError {
    /// A refusal with its sentence.
    pub(crate) const fn new(code: ErrorCode, description: &'static str) -> Self {
        Self {
            code,
            description,
            retry_after: None,
            nonce: None,
        }
    }

    /// A limit that is reached: who is told so keeps what they have, and comes back after a time (RFC 6585 section 4).
    /// The code is that of a server that has no time, since none that is registered says it better.
    pub(crate) fn limited(description: &'static str, wait: Duration) -> Self {
        Self {
            retry_after: Some(wait.as_secs().saturating_add(1)),
            ..Self::new(ErrorCode::TemporarilyUnavailable, description)
        }
    }

    /// A proof of possession that was not made now, as far as its maker's clock says: one with the nonce will do.
    pub(crate) fn nonce_wanted(nonce: Nonce) -> Self {
        Self {
            nonce: Some(nonce),
            ..Self::new(
                ErrorCode::UseDpopNonce,
                "The DPoP proof is older than a minute or of the future. Make one that names the nonce of the DPoP-Nonce header.",
            )
        }
    }

    /// The status of a direct answer.
    pub(crate) fn status(&self) -> StatusCode {
        match self.retry_after {
            Some(_) => StatusCode::TOO_MANY_REQUESTS,
            None => self.code.status(),
        }
    }

    /// `invalid_request`, the most frequent one.
    pub(crate) const fn invalid_request(description: &'static str) -> Self {
        Self::new(ErrorCode::InvalidRequest, description)
    }

    /// A parked request that is asked for again after its answer, or after its time.
    pub(crate) const ANSWERED: Self =
        Self::invalid_request("This sign-in has expired or was finished already.");

    /// `invalid_grant`, with one sentence for every cause, so that nobody learns which it was.
    pub(crate) const fn invalid_grant() -> Self {
        Self::new(
            ErrorCode::InvalidGrant,
            "The code or refresh token is unknown, expired, used, or not for this client and request.",
        )
    }

    /// `invalid_scope`: nobody could be asked for anything (RFC 6749 section 3.3).
    pub(crate) const fn nothing_to_ask() -> Self {
        Self::new(
            ErrorCode::InvalidScope,
            "scope is malformed, or asks neither for openid nor for anything that the client may have.",
        )
    }

    /// `invalid_target` (RFC 8707 section 2).
    pub(crate) const fn unknown_resource() -> Self {
        Self::new(
            ErrorCode::InvalidTarget,
            "resource is none that this client is registered for.",
        )
    }
}

/// Why a protocol request got no answer: a rule refused it, or the machinery broke.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// A rule refused it.
    Refused(OAuthError),
    /// Machinery broke.
    Failed(Failure),
}

impl From<OAuthError> for Stopped {
    fn from(error: OAuthError) -> Self {
        Self::Refused(error)
    }
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Stopped {
    /// What the caller is told; a failure is logged here, where it ends.
    pub(crate) fn told(self) -> OAuthError {
        match self {
            Self::Refused(error) => error,
            Self::Failed(failure) => told(&failure),
        }
    }
}

fn told(failure: &Failure) -> OAuthError {
    foundation::http::log_failure(failure);
    match failure.kind() {
        foundation::failure::Kind::Broken => OAuthError::new(
            ErrorCode::ServerError,
            "Something broke on our side. It has been logged.",
        ),
        foundation::failure::Kind::Unavailable | foundation::failure::Kind::Busy => {
            OAuthError::new(
                ErrorCode::TemporarilyUnavailable,
                "The service is busy. Try again in a moment.",
            )
        }
    }
}

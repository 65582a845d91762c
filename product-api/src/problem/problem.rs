//! A problem: its kind, the details of this occurrence, and its serialization.

use std::fmt;

use foundation::Failure;
use foundation::dpop::Nonce;
use foundation::failure::{CommitOutcome, FailureKind};
use poem::error::ResponseError;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Body, Response};
use serde_json::{Map, Value, json};

use super::challenge::{self, Credential};
use super::kind::Kind;

/// The media type of every problem.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// A refusal or failure of the API, as the client receives it.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    kind: Kind,
    detail: Box<str>,
    extensions: Map<String, Value>,
    retry_after_seconds: Option<u32>,
    credential: Credential,
    header: Option<Box<(&'static str, String)>>,
}

/// An error at one location of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldError {
    /// An error in the body; the pointer (RFC 6901) is empty for the whole body.
    Body {
        /// The JSON pointer.
        pointer: String,
        /// A description of the error, as a sentence that fits under a form's field.
        detail: String,
    },
    /// An error in a parameter of the path, the query or the headers.
    Parameter {
        /// The parameter's name.
        name: String,
        /// A description of the error, as a sentence.
        detail: String,
    },
}

/// The request's parts of a problem response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProblemInstance {
    /// The issuer, below which the `type` is a URL.
    pub(crate) issuer: String,
    /// URL at which a client learns how to get a credential (RFC 9728 section 5.1).
    pub(crate) resource_metadata: Option<String>,
    /// The request's path, without its query, which may contain secrets.
    pub(crate) instance: String,
    /// The request's id, as in the log and in `x-request-id`.
    pub(crate) request_id: String,
    /// True if the request uses the `DPoP` scheme; the challenge names the scheme of the request.
    pub(crate) is_bound: bool,
}

impl Problem {
    /// Creates a problem with a sentence about this occurrence. The sentence must contain no secret.
    pub(crate) fn new(kind: Kind, detail: impl Into<String>) -> Self {
        let is_retryable = matches!(
            kind,
            Kind::AccountBusy
                | Kind::OutcomeUnknown
                | Kind::Unavailable
                | Kind::IdempotencyInFlight
        );
        Self {
            kind,
            detail: detail.into().into_boxed_str(),
            extensions: Map::new(),
            retry_after_seconds: is_retryable.then_some(1),
            credential: Credential::Bearer,
            header: None,
        }
    }

    /// Creates a 400 that lists errors and their locations.
    pub(crate) fn invalid(errors: &[FieldError]) -> Self {
        let detail = match errors {
            [one] => one.sentence(),
            many => format!("{} things are wrong; see errors.", many.len()),
        };
        let list: Vec<Value> = errors.iter().map(FieldError::json).collect();
        Self::new(Kind::InvalidRequest, detail).with("errors", list)
    }

    /// Creates a 401 for a request without a credential: its challenge has no error (RFC 6750 section 3.1).
    pub(crate) fn without_credential(detail: &str) -> Self {
        Self {
            credential: Credential::Absent,
            ..Self::new(Kind::Unauthenticated, detail)
        }
    }

    /// Marks the problem as one of a token that is bound to a key (RFC 9449 section 7.1).
    #[must_use]
    pub(crate) fn for_bound_token(mut self) -> Self {
        self.credential = Credential::Bound;
        self
    }

    /// Marks the problem as one of a proof of possession.
    #[must_use]
    pub(crate) fn for_proof(mut self) -> Self {
        self.credential = Credential::Proof;
        self
    }

    /// Marks the problem as one of a proof with a wrong time. A proof with this nonce is accepted (RFC 9449 section 9).
    #[must_use]
    pub(crate) fn with_nonce(mut self, nonce: Nonce) -> Self {
        self.credential = Credential::Clock;
        self.header = Some(Box::new(("dpop-nonce", nonce.to_string())));
        self
    }

    /// Creates a 404 for a kind of resource.
    pub(crate) fn not_found(resource: &str) -> Self {
        Self::new(Kind::NotFound, format!("There is no such {resource}."))
            .with("resource", resource)
    }

    /// Adds a member.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extensions.insert(name.to_owned(), value.into());
        self
    }

    /// Replaces the sentence about this occurrence.
    #[must_use]
    pub(crate) fn with_detail(mut self, detail: String) -> Self {
        self.detail = detail.into_boxed_str();
        self
    }

    /// Adds a number of seconds to wait.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// Adds the field `RateLimit` of the limit that refused.
    #[must_use]
    pub(crate) fn rate_limit(mut self, value: String) -> Self {
        self.header = Some(Box::new(("ratelimit", value)));
        self
    }

    /// Returns the kind.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the seconds to wait before a retry; none if waiting does not help.
    pub(crate) fn seconds_to_wait(&self) -> Option<u32> {
        self.retry_after_seconds
    }

    /// Serializes the problem with a fixed order of members, so that equal problems have equal bytes.
    pub(crate) fn body(&self, instance: &ProblemInstance) -> Vec<u8> {
        let row = self.kind.row();
        let mut members = Map::new();
        members.insert("type".into(), type_of(&instance.issuer, self.kind).into());
        members.insert("title".into(), row.title.into());
        members.insert("status".into(), row.status.into());
        members.insert("detail".into(), self.detail.as_ref().into());
        members.insert("instance".into(), instance.instance.clone().into());
        members.insert("request_id".into(), instance.request_id.clone().into());
        members.extend(self.extensions.clone());
        Value::Object(members).to_string().into_bytes()
    }

    /// Builds the response. It carries its kind as data, so that the edge can count it.
    pub(crate) fn response(&self, instance: &ProblemInstance) -> Response {
        let mut response = Response::builder()
            .status(self.status())
            .content_type(MEDIA_TYPE)
            .body(Body::from_vec(self.body(instance)));
        response.set_data(self.kind);
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after_seconds {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if let Some((name, value)) = self.header.as_deref()
            && let Ok(value) = HeaderValue::from_str(value)
        {
            headers.insert(*name, value);
        }
        if let Some(challenge) = self.challenge(instance) {
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }

    /// Builds the challenge: the defect of the credential, and the URL at which a client learns how to get one.
    fn challenge(&self, instance: &ProblemInstance) -> Option<HeaderValue> {
        let scheme = if instance.is_bound { "DPoP" } else { "Bearer" };
        let mut text = if self.kind == Kind::Unauthenticated {
            self.credential.challenge()
        } else if self.kind == Kind::InsufficientScope {
            challenge::too_narrow(scheme, self.extensions.get("required_scope"))
        } else if self.kind == Kind::StepUpRequired {
            challenge::step_up(scheme, self.extensions.get("max_age"))
        } else {
            return None;
        };
        if let Some(address) = &instance.resource_metadata {
            let separator = if text == "Bearer" { " " } else { ", " };
            text = format!("{text}{separator}resource_metadata=\"{address}\"");
        }
        HeaderValue::from_str(&text).ok()
    }
}

/// Returns the `type` of a kind: the URL of its documentation under the issuer.
pub(crate) fn type_of(issuer: &str, kind: Kind) -> String {
    format!("{issuer}/problems/{}", kind.slug())
}

impl FieldError {
    /// Creates an error at a location of the body.
    pub(crate) fn body(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Body {
            pointer: pointer.into(),
            detail: detail.into(),
        }
    }

    /// Creates an error of a parameter.
    pub(crate) fn parameter(name: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Parameter {
            name: name.into(),
            detail: detail.into(),
        }
    }

    /// Returns the error of a body as that of a member which contains this body, such as `/top_up`.
    #[must_use]
    pub(crate) fn below(self, member: &str) -> Self {
        match self {
            Self::Body { pointer, detail } => Self::Body {
                pointer: format!("{member}{pointer}"),
                detail,
            },
            Self::Parameter { name, detail } => Self::Parameter { name, detail },
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Body { pointer, detail } if pointer.is_empty() => format!("The body: {detail}"),
            Self::Body { pointer, detail } => format!("{pointer}: {detail}"),
            Self::Parameter { name, detail } => format!("{name}: {detail}"),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Body { pointer, detail } => json!({"pointer": pointer, "detail": detail}),
            Self::Parameter { name, detail } => json!({"parameter": name, "detail": detail}),
        }
    }
}

impl From<&Failure> for Problem {
    /// Converts a failure to a problem without internal details, and logs the failure once.
    fn from(failure: &Failure) -> Self {
        foundation::http::log_failure(failure);
        if failure.commit_outcome() == CommitOutcome::Unknown {
            return Self::new(
                Kind::OutcomeUnknown,
                "The last step failed, and whether the request was done is not known. Repeat the same request with the same Idempotency-Key: it is not done twice, and you get its answer.",
            );
        }
        match failure.kind() {
            FailureKind::Broken => Self::new(
                Kind::Internal,
                "The request could not be finished. It has been logged.",
            ),
            FailureKind::Unavailable => Self::new(
                Kind::Unavailable,
                "A part of the service does not answer for now. If it changes something, whether it was done is not known: send the same request again, with the same idempotency key.",
            ),
            FailureKind::Busy => Self::new(
                Kind::AccountBusy,
                "Others are working on the same account. Send the same request again, with the same idempotency key.",
            ),
        }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Self::from(&failure)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.slug(), self.detail)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.kind.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Builds the response for a route outside the edge; the edge itself fills in the request's parts.
    fn as_response(&self) -> Response {
        self.response(&ProblemInstance {
            issuer: String::new(),
            resource_metadata: None,
            instance: String::new(),
            request_id: String::new(),
            is_bound: false,
        })
    }
}

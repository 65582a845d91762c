//! One problem: its kind, what is special about this occurrence, and its bytes.

use std::fmt;

use foundation::Failure;
use foundation::dpop::Nonce;
use foundation::failure::{Fate, Kind as FailureKind};
use poem::error::ResponseError;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Body, Response};
use serde_json::{Map, Value, json};

use super::challenge::{self, Credential};
use super::kind::Kind;

/// The media type of every problem.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// Something the API refuses or fails at, as the caller will see it.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    kind: Kind,
    detail: Box<str>,
    extensions: Map<String, Value>,
    retry_after_seconds: Option<u32>,
    credential: Credential,
    header: Option<Box<(&'static str, String)>>,
}

/// What is wrong at one place of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldError {
    /// At a place of the body, as a JSON pointer (RFC 6901); the empty pointer is the whole body.
    Body {
        /// The place.
        pointer: String,
        /// What is wrong there, as a sentence that can stand under a form's field.
        detail: String,
    },
    /// In a parameter of the path, the query or the headers.
    Parameter {
        /// Its name.
        name: String,
        /// What is wrong with it, as a sentence.
        detail: String,
    },
}

/// Where a problem occurred: the parts of its body that only the request knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Under which the `type` is found.
    pub(crate) issuer: String,
    /// Where a program finds out how to get a credential (RFC 9728 section 5.1).
    pub(crate) resource_metadata: Option<String>,
    /// The request's path, without its query: that may hold secrets.
    pub(crate) instance: String,
    /// The request's id, as in the log and in `x-request-id`.
    pub(crate) request_id: String,
    /// Whether its credential was said to be bound to a key: who comes by one scheme is challenged by the same.
    pub(crate) is_bound: bool,
}

impl Problem {
    /// A problem with a sentence that is special to this occurrence. It must hold no secret.
    pub(crate) fn new(kind: Kind, detail: impl Into<String>) -> Self {
        let comes_again = matches!(
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
            retry_after_seconds: comes_again.then_some(1),
            credential: Credential::Bearer,
            header: None,
        }
    }

    /// A 400 that lists what is wrong and where.
    pub(crate) fn invalid(errors: &[FieldError]) -> Self {
        let detail = match errors {
            [one] => one.sentence(),
            many => format!("{} things are wrong; see errors.", many.len()),
        };
        let list: Vec<Value> = errors.iter().map(FieldError::json).collect();
        Self::new(Kind::InvalidRequest, detail).with("errors", list)
    }

    /// A 401 of a request that tried no credential: its challenge says nothing of one (RFC 6750 section 3.1).
    pub(crate) fn without_credential(detail: &str) -> Self {
        Self {
            credential: Credential::Absent,
            ..Self::new(Kind::Unauthenticated, detail)
        }
    }

    /// This problem as one of a token that is said to be bound to a key (RFC 9449 section 7.1).
    #[must_use]
    pub(crate) fn of_bound_token(mut self) -> Self {
        self.credential = Credential::Bound;
        self
    }

    /// This problem as one of a proof of such a key.
    #[must_use]
    pub(crate) fn of_proof(mut self) -> Self {
        self.credential = Credential::Proof;
        self
    }

    /// This problem as one of a proof whose time is wrong; one that names the nonce will do (section 9).
    #[must_use]
    pub(crate) fn of_clock(mut self, nonce: Nonce) -> Self {
        self.credential = Credential::Clock;
        self.header = Some(Box::new(("dpop-nonce", nonce.to_string())));
        self
    }

    /// A 404 of a named kind of thing.
    pub(crate) fn not_found(resource: &str) -> Self {
        Self::new(Kind::NotFound, format!("There is no such {resource}."))
            .with("resource", resource)
    }

    /// An example for the API reference, with the members that come with its kind.
    pub(crate) fn example(kind: Kind) -> Self {
        if kind == Kind::InvalidRequest {
            return Self::invalid(&[FieldError::body("/amount", "Must be at least 1.")]);
        }
        Self::new(kind, kind.row().title)
            .with_example_of_credits()
            .with_example_of_holds()
            .with_example_of_calls()
    }

    fn with_example_of_credits(self) -> Self {
        let kind = self.kind;
        if kind == Kind::InsufficientCredits {
            self.with("required", 100)
                .with("available", 40)
                .with("shortfall", 60)
                .with("topup_url", "https://pictures.example.com")
        } else if kind == Kind::TooManyLots || kind == Kind::TooManyHolds {
            self.with("limit", 10_000)
        } else if kind == Kind::AlreadyReversed {
            let one = json!({"transaction": "txn_0192f0c4a1b27c3d8e9f001122334455", "amount": 5});
            self.with("reversals", vec![one])
        } else if kind == Kind::TooManyReversals {
            self.with("limit", 100).with("remaining", 40)
        } else if kind == Kind::ReversalExceedsOriginal {
            self.with("remaining", 40)
        } else if kind == Kind::NotReversible {
            self.with("kind", "grant")
        } else {
            self
        }
    }

    fn with_example_of_holds(self) -> Self {
        let closed_at = "2026-01-01T00:00:00.000Z";
        if self.kind == Kind::HoldNotOpen {
            self.with("state", "captured").with("closed_at", closed_at)
        } else if self.kind == Kind::HoldExpired {
            self.with("state", "expired").with("closed_at", closed_at)
        } else if self.kind == Kind::CaptureExceedsHold {
            self.with("remaining", 40)
        } else if self.kind == Kind::HoldFeatureDiffers {
            self.with("feature", "image.large")
        } else {
            self
        }
    }

    fn with_example_of_calls(self) -> Self {
        if self.kind == Kind::InsufficientScope {
            self.with("required_scope", "credits.spend")
        } else if self.kind == Kind::StepUpRequired {
            self.with("max_age", 300)
        } else if self.kind == Kind::KeySpendCapReached {
            self.with("cap", 1000)
                .with("resets_at", "2026-01-02T00:00:00.000Z")
        } else if self.kind == Kind::SpendLimitReached {
            self.with("cap", 500)
                .with("resets_at", "2026-02-01T00:00:00.000Z")
        } else if self.kind == Kind::BatchAborted {
            self.with("refused_item", 1)
        } else if self.kind == Kind::PriceVersionTaken {
            self.with("latest", 2)
        } else if self.kind == Kind::NotFound {
            self.with("resource", "customer")
        } else if self.kind == Kind::OperationAlreadyExecuted {
            self.with("outcome", "executed")
                .with("transaction", "txn_0192f0c4a1b27c3d8e9f001122334455")
        } else {
            self
        }
    }

    /// This problem with one more member.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extensions.insert(name.to_owned(), value.into());
        self
    }

    /// This problem in other words.
    #[must_use]
    pub(crate) fn with_detail(mut self, detail: String) -> Self {
        self.detail = detail.into_boxed_str();
        self
    }

    /// This problem with a time to wait.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// This problem with what the field `RateLimit` says of the limit that refused.
    #[must_use]
    pub(crate) fn rate_limit(mut self, said: String) -> Self {
        self.header = Some(Box::new(("ratelimit", said)));
        self
    }

    /// Its kind.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// How many seconds to wait before the same is asked again; none where waiting changes nothing.
    pub(crate) fn seconds_to_wait(&self) -> Option<u32> {
        self.retry_after_seconds
    }

    /// Its body: members in a fixed order, so that the same problem has the same bytes.
    pub(crate) fn body(&self, place: &Place) -> Vec<u8> {
        let row = self.kind.row();
        let mut members = Map::new();
        members.insert("type".into(), type_of(&place.issuer, self.kind).into());
        members.insert("title".into(), row.title.into());
        members.insert("status".into(), row.status.into());
        members.insert("detail".into(), self.detail.as_ref().into());
        members.insert("instance".into(), place.instance.clone().into());
        members.insert("request_id".into(), place.request_id.clone().into());
        members.extend(self.extensions.clone());
        Value::Object(members).to_string().into_bytes()
    }

    /// Its whole answer, which carries its kind as data: the edge counts it.
    pub(crate) fn response(&self, place: &Place) -> Response {
        let mut response = Response::builder()
            .status(self.status())
            .content_type(MEDIA_TYPE)
            .body(Body::from_vec(self.body(place)));
        response.set_data(self.kind);
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after_seconds {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if let Some((name, said)) = self.header.as_deref()
            && let Ok(said) = HeaderValue::from_str(said)
        {
            headers.insert(*name, said);
        }
        if let Some(challenge) = self.challenge(place) {
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }

    /// What the credential lacks, and where to learn how to get one.
    fn challenge(&self, place: &Place) -> Option<HeaderValue> {
        let scheme = if place.is_bound { "DPoP" } else { "Bearer" };
        let mut text = if self.kind == Kind::Unauthenticated {
            self.credential.challenge()
        } else if self.kind == Kind::InsufficientScope {
            challenge::too_narrow(scheme, self.extensions.get("required_scope"))
        } else if self.kind == Kind::StepUpRequired {
            challenge::step_up(scheme, self.extensions.get("max_age"))
        } else {
            return None;
        };
        if let Some(address) = &place.resource_metadata {
            let separator = if text == "Bearer" { " " } else { ", " };
            text = format!("{text}{separator}resource_metadata=\"{address}\"");
        }
        HeaderValue::from_str(&text).ok()
    }
}

/// The `type` of a kind: an address under the issuer where people can read about it.
pub(crate) fn type_of(issuer: &str, kind: Kind) -> String {
    format!("{issuer}/problems/{}", kind.slug())
}

impl FieldError {
    /// Wrong at a place of the body.
    pub(crate) fn body(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Body {
            pointer: pointer.into(),
            detail: detail.into(),
        }
    }

    /// Wrong in a parameter.
    pub(crate) fn parameter(name: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Parameter {
            name: name.into(),
            detail: detail.into(),
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
    /// What a failure looks like from outside. It is logged here, once.
    fn from(failure: &Failure) -> Self {
        foundation::http::log_failure(failure);
        if failure.fate() == Fate::Unknown {
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

    /// For a route that stands outside the edge; the edge knows the place and writes it in.
    fn as_response(&self) -> Response {
        self.response(&Place {
            issuer: String::new(),
            resource_metadata: None,
            instance: String::new(),
            request_id: String::new(),
            is_bound: false,
        })
    }
}

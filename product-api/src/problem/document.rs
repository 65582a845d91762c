//! How an operation documents the problems it can answer with, and is held to it.

use std::marker::PhantomData;

use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum, Object};

use super::kind::Kind;
use super::problem::{MEDIA_TYPE, Problem};
use foundation::Failure;

/// The problems an operation can answer with, beside those that every operation can.
pub(crate) trait Documents: Send + Sync + 'static {
    /// The special ones.
    const KINDS: &'static [Kind];
}

/// What every operation with a credential can answer with.
const EVERYWHERE: &[Kind] = &[
    Kind::InvalidRequest,
    Kind::Unauthenticated,
    Kind::InsufficientScope,
    Kind::Internal,
    Kind::AccountBusy,
    Kind::OutcomeUnknown,
    Kind::Unavailable,
];

/// Names the problems of one operation: `documents!(SpendProblems: InsufficientCredits, NotFound);`.
macro_rules! documents {
    ($name:ident: $($kind:ident),* $(,)?) => {
        #[doc = "The problems of an operation."]
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum $name {}

        impl $crate::problem::Documents for $name {
            const KINDS: &'static [$crate::problem::Kind] = &[$($crate::problem::Kind::$kind),*];
        }
    };
}
pub(crate) use documents;

/// The error type of an operation that documents its problems as `D`; problems and failures turn into it by `?`.
pub(crate) struct Refused<D>(Problem, PhantomData<D>);

impl<D: Documents> From<Problem> for Refused<D> {
    fn from(problem: Problem) -> Self {
        debug_assert!(
            // Limits are those of API keys: the document says so where one may call.
            problem.kind() == Kind::RateLimited || kinds::<D>().any(|kind| kind == problem.kind()),
            "an operation answers with {}, which it does not document",
            problem.kind().slug()
        );
        Self(problem, PhantomData)
    }
}

impl<D: Documents> From<Failure> for Refused<D> {
    fn from(failure: Failure) -> Self {
        Self(failure.into(), PhantomData)
    }
}

impl<D> From<Refused<D>> for poem::Error {
    fn from(refused: Refused<D>) -> Self {
        refused.0.into()
    }
}

fn kinds<D: Documents>() -> impl Iterator<Item = Kind> {
    Kind::ALL
        .iter()
        .copied()
        .filter(|kind| EVERYWHERE.contains(kind) || D::KINDS.contains(kind))
}

impl<D: Documents> ApiResponse for Refused<D> {
    fn meta() -> MetaResponses {
        let mut responses: Vec<MetaResponse> = Vec::new();
        for kind in kinds::<D>() {
            let same_status = responses
                .iter_mut()
                .find(|response| response.status == Some(kind.status()));
            let line = line_of(kind);
            match same_status {
                Some(response) => {
                    response.description = leak(format!("{}\n{line}", response.description));
                }
                None => responses.push(response_of(kind, leak(line))),
            }
        }
        MetaResponses { responses }
    }

    fn register(registry: &mut Registry) {
        ProblemDocument::register(registry);
    }
}

/// One line of a response's description; the API reference finds the slug between the first two backticks.
fn line_of(kind: Kind) -> String {
    format!("- `{}`: {}", kind.slug(), kind.row().title)
}

/// The registry wants texts that live for ever; the document is made once in a process.
fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn response_of(kind: Kind, description: &'static str) -> MetaResponse {
    let mut headers = Vec::new();
    if matches!(
        kind,
        Kind::Unauthenticated | Kind::InsufficientScope | Kind::StepUpRequired
    ) {
        headers.push(header_of("WWW-Authenticate", "What the credential lacks."));
    }
    if kind == Kind::Unauthenticated {
        let told =
            "The nonce for the next proof, when the clock of the last one is wrong (RFC 9449).";
        headers.push(header_of("DPoP-Nonce", told));
    }
    if matches!(
        kind,
        Kind::AccountBusy
            | Kind::OutcomeUnknown
            | Kind::Unavailable
            | Kind::Conflict
            | Kind::IdempotencyInFlight
            | Kind::RateLimited
    ) {
        headers.push(header_of("Retry-After", "Seconds to wait."));
    }
    MetaResponse {
        description,
        status: Some(kind.status()),
        status_range: None,
        content: vec![MetaMediaType {
            content_type: MEDIA_TYPE,
            schema: ProblemDocument::schema_ref(),
        }],
        headers,
    }
}

fn header_of(name: &str, description: &str) -> MetaHeader {
    MetaHeader {
        name: name.to_owned(),
        description: Some(description.to_owned()),
        required: false,
        deprecated: false,
        schema: <String as Type>::schema_ref(),
    }
}

/// A problem (RFC 9457): `type` names its kind and is the address of a page about it; `detail` is about this
/// occurrence. The members after `request_id` come with some kinds only.
#[derive(Object)]
#[oai(rename = "Problem", skip_serializing_if_is_none)]
pub(crate) struct ProblemDocument {
    /// The kind, as an address under the issuer: `…/problems/{slug}`.
    r#type: String,
    /// The same short text for every problem of the kind.
    title: String,
    /// The HTTP status.
    status: i32,
    /// What is special about this occurrence.
    detail: String,
    /// The path of the request.
    instance: String,
    /// The id of the request, as in `x-request-id` and in our logs.
    request_id: String,
    /// `invalid-request`: what is wrong, and where.
    errors: Option<Vec<FieldProblem>>,
    /// `insufficient-scope`: the scope that the credential lacks.
    required_scope: Option<String>,
    /// `step-up-required`: how many seconds ago the user may have signed in.
    max_age: Option<i64>,
    /// `not-found`: the kind of thing that is not there.
    resource: Option<String>,
    /// `insufficient-credits`: the amount that was asked for.
    required: Option<i64>,
    /// `insufficient-credits`: what could be spent.
    available: Option<i64>,
    /// `insufficient-credits`: what is missing.
    shortfall: Option<i64>,
    /// `insufficient-credits`: where the customer can get more credits: the website.
    topup_url: Option<String>,
    /// `capture-exceeds-hold`, `reversal-exceeds-original`, `too-many-reversals`: how many credits are left.
    remaining: Option<i64>,
    /// `hold-not-open`, `hold-expired`: how the hold ended.
    state: Option<String>,
    /// `hold-not-open`, `hold-expired`: when the hold ended.
    closed_at: Option<String>,
    /// `already-reversed`: what was given back, and by which transactions.
    reversals: Option<Vec<ReversalProblem>>,
    /// `batch-aborted`: which item of the batch stopped the others, counted from 0.
    refused_item: Option<i64>,
    /// `key-spend-cap-reached`, `spend-limit-reached`: the most credits that the API key may spend, by one operation or in a day; or the customer, in a day
    /// or a month.
    cap: Option<i64>,
    /// `key-spend-cap-reached`, `spend-limit-reached`: when the day or the month begins anew; absent for the cap of one operation.
    resets_at: Option<String>,
    /// `not-reversible`: what the transaction is.
    kind: Option<String>,
    /// `too-many-lots`, `too-many-holds`, `too-many-reversals`: how many there can be.
    limit: Option<i64>,
    /// `price-version-taken`: the number of the feature's newest price; 0 before the first.
    latest: Option<i64>,
    /// `operation-already-executed`: what the key was answered with.
    outcome: Option<FirstOutcome>,
    /// `operation-already-executed` with the outcome `executed`: the id of the transaction.
    transaction: Option<String>,
    /// `operation-already-executed` with the outcome `executed`: the id of the hold, where no transaction was booked.
    hold: Option<String>,
    /// `hold-feature-differs`: the code of the feature that the hold is for.
    feature: Option<String>,
}

/// A transaction that gave back a part of another.
#[derive(Object)]
struct ReversalProblem {
    /// Its id.
    transaction: String,
    /// How many credits.
    amount: i64,
}

/// What became of the first attempt of a key.
#[derive(Enum)]
#[oai(rename_all = "lowercase")]
enum FirstOutcome {
    /// It was done.
    Executed,
    /// It was refused, and nothing was done.
    Refused,
}

/// What is wrong at one place of a request: a `pointer` into the body, or the name of a `parameter`.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct FieldProblem {
    /// A JSON pointer (RFC 6901) into the request's body; empty for the body as a whole.
    pointer: Option<String>,
    /// The name of a parameter of the path, the query or the headers.
    parameter: Option<String>,
    /// What is wrong there.
    detail: String,
}

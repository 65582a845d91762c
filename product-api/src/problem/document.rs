//! Documents the problems that an operation can answer with, and checks that it answers with no other.

use std::marker::PhantomData;

use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum, Object};

use super::kind::Kind;
use super::problem::{MEDIA_TYPE, Problem};
use foundation::Failure;

/// The problems that an operation can answer with, in addition to those of every operation.
pub(crate) trait Documents: Send + Sync + 'static {
    /// The additional kinds.
    const KINDS: &'static [Kind];
}

/// Problems that every operation with a credential can answer with.
const EVERYWHERE: &[Kind] = &[
    Kind::InvalidRequest,
    Kind::Unauthenticated,
    Kind::InsufficientScope,
    Kind::Internal,
    Kind::AccountBusy,
    Kind::OutcomeUnknown,
    Kind::Unavailable,
];

/// Declares the problems of one operation: `documents!(SpendProblems: InsufficientCredits, NotFound);`.
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

/// The error type of an operation that documents its problems as `D`; `?` converts problems and failures to it.
pub(crate) struct ProblemResponse<D>(Problem, PhantomData<D>);

impl<D: Documents> From<Problem> for ProblemResponse<D> {
    fn from(problem: Problem) -> Self {
        debug_assert!(
            // `docs/document.rs` adds this kind to all operations that accept an API key.
            problem.kind() == Kind::RateLimited || kinds::<D>().any(|kind| kind == problem.kind()),
            "an operation answers with {}, which it does not document",
            problem.kind().slug()
        );
        Self(problem, PhantomData)
    }
}

impl<D: Documents> From<Failure> for ProblemResponse<D> {
    fn from(failure: Failure) -> Self {
        Self(failure.into(), PhantomData)
    }
}

impl<D> From<ProblemResponse<D>> for poem::Error {
    fn from(refused: ProblemResponse<D>) -> Self {
        refused.0.into()
    }
}

fn kinds<D: Documents>() -> impl Iterator<Item = Kind> {
    Kind::ALL
        .iter()
        .copied()
        .filter(|kind| EVERYWHERE.contains(kind) || D::KINDS.contains(kind))
}

impl<D: Documents> ApiResponse for ProblemResponse<D> {
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

/// Formats one line of a response's description; the API reference finds the slug between the first two backticks.
fn line_of(kind: Kind) -> String {
    format!("- `{}`: {}", kind.slug(), kind.row().title)
}

/// Leaks a text, because the registry needs static ones; a process builds the document once.
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
        let nonce_header =
            "The nonce for the next proof, when the clock of the last one is wrong (RFC 9449).";
        headers.push(header_of("DPoP-Nonce", nonce_header));
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

/// A problem (RFC 9457): `type` names its kind and is the URL of a page about it; `detail` describes this occurrence. The
/// members after `request_id` exist for some kinds only.
#[derive(Object)]
#[oai(rename = "Problem", skip_serializing_if_is_none)]
pub(crate) struct ProblemDocument {
    /// The kind, as a URL under the issuer: `…/problems/{slug}`.
    r#type: String,
    /// A short text, equal for all problems of the kind.
    title: String,
    /// The HTTP status.
    status: i32,
    /// A description of this occurrence.
    detail: String,
    /// The path of the request.
    instance: String,
    /// The id of the request, as in `x-request-id` and in our logs.
    request_id: String,
    /// `invalid-request`: the errors, with their locations.
    errors: Option<Vec<FieldProblem>>,
    /// `insufficient-scope`: the scope that the credential lacks.
    required_scope: Option<String>,
    /// `step-up-required`: the maximum age of the user's sign-in, in seconds.
    max_age: Option<i64>,
    /// `not-found`: the kind of the missing resource.
    resource: Option<String>,
    /// `insufficient-credits`: the requested amount.
    required: Option<i64>,
    /// `insufficient-credits`: the credits that can be spent.
    available: Option<i64>,
    /// `insufficient-credits`: the missing credits.
    shortfall: Option<i64>,
    /// `insufficient-credits`: the website, where the customer can get more credits.
    topup_url: Option<String>,
    /// `insufficient-credits`: the customer's automatic top-up; absent if the customer has none, or it is off.
    topup: Option<TopUpProblem>,
    /// `capture-exceeds-hold`, `reversal-exceeds-original`, `too-many-reversals`: the remaining credits.
    remaining: Option<i64>,
    /// `hold-not-open`, `hold-expired`: the final state of the hold. `checkout-not-open`: the state of the checkout.
    state: Option<String>,
    /// `hold-not-open`, `hold-expired`: the time at which the hold ended.
    closed_at: Option<String>,
    /// `already-reversed`: the reversals of the transaction.
    reversals: Option<Vec<ReversalProblem>>,
    /// `batch-aborted`: the index of the item that stopped the batch, counted from 0.
    refused_item: Option<i64>,
    /// `key-spend-cap-reached`, `spend-limit-reached`: the credits that the API key may spend by one operation or in a day, or
    /// the customer in a day or a month.
    cap: Option<i64>,
    /// `key-spend-cap-reached`, `spend-limit-reached`: the start of the next day or month; absent for the cap of one operation.
    resets_at: Option<String>,
    /// `not-reversible`: the kind of the transaction.
    kind: Option<String>,
    /// `too-many-lots`, `too-many-holds`, `too-many-reversals`: the maximum number.
    limit: Option<i64>,
    /// `price-version-taken`, `catalog-version-taken`: the newest version of the feature's price, or of the pack or plan; 0
    /// before the first.
    latest: Option<i64>,
    /// `operation-already-executed`: the outcome of the first request with this key.
    outcome: Option<FirstOutcome>,
    /// `operation-already-executed` with the outcome `executed`: the id of the transaction.
    transaction: Option<String>,
    /// `operation-already-executed` with the outcome `executed`: the id of the hold if no transaction was booked.
    hold: Option<String>,
    /// `hold-feature-differs`: the code of the hold's feature.
    feature: Option<String>,
    /// `stripe-key-unfit`: the reason: `secret-key`, `publishable`, `signing-secret`, `wrong-mode` or `unknown`.
    /// `subscription-not-changeable`: the reason, such as `in-progress`, `pending`, `canceling` or `unchanged`.
    reason: Option<String>,
    /// `stripe-permission-missing`: the permissions that the key lacks, as Stripe's dashboard names them.
    missing: Option<Vec<String>>,
    /// `currency-unsupported`: the currencies in which the pack or plan has a price.
    currencies: Option<Vec<String>>,
    /// `subscription-exists`: the id of the subscription, or of the checkout that was just paid. `topup-pending`: the id of the
    /// attempt.
    object: Option<String>,
    /// `amount-changed`: the amount that is due now, in the smallest unit of the currency.
    amount_due_minor: Option<i64>,
    /// `cap-too-low`: the price of one purchase, in the smallest unit of the currency.
    needed_minor: Option<i64>,
    /// `payment-action-required`: the page on which the buyer confirms the payment.
    payment_url: Option<String>,
    /// `payment-declined`: Stripe's word for the reason; absent if the bank gives none.
    decline_code: Option<String>,
    /// `amount-mismatch`: the part of the price that differs from the version: `amount`, `currency` or `interval`.
    difference: Option<String>,
    /// `payment-provider-error`: true if a repeat with the same idempotency key can succeed.
    retryable: Option<bool>,
}

/// The automatic top-up of a customer who lacks credits.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct TopUpProblem {
    /// The state: `active`, `needs_action`, `needs_card` or `needs_consent`.
    state: String,
    /// The page on which the customer confirms the payment; absent unless the state is `needs_action`.
    payment_url: Option<String>,
}

/// A transaction that reversed a part of another.
#[derive(Object)]
struct ReversalProblem {
    /// The id of the transaction.
    transaction: String,
    /// The reversed credits.
    amount: i64,
}

/// The outcome of the first request with a key.
#[derive(Enum)]
#[oai(rename_all = "lowercase")]
enum FirstOutcome {
    /// The operation was executed.
    Executed,
    /// The operation was refused, and changed nothing.
    Refused,
}

/// An error at one location of a request: a `pointer` into the body, or the name of a `parameter`.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct FieldProblem {
    /// A JSON pointer (RFC 6901) into the request's body; empty for the body as a whole.
    pointer: Option<String>,
    /// The name of a parameter of the path, the query or the headers.
    parameter: Option<String>,
    /// A description of the error.
    detail: String,
}

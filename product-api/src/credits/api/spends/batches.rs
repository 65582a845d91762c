//! `POST /v1/spends:batch`: many spends in one request, each with its own idempotency key and its own result.

use std::collections::HashSet;
use std::sync::Arc;

use poem::web::Data;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{Example, Type};
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde_json::Value;

use super::moves::SpendBody;
use crate::app::App;
use crate::caller::CreditsSpend;
use crate::credits::api::charge::SpendDto;
use crate::credits::commands::spend_batch::{BatchItem, spend_batch};
use crate::credits::execution::request::{CallContext, OperationResponse};
use crate::credits::execution::results::Atomicity;
use crate::idempotency::{Fingerprint, IdempotencyKey, JsonBody};
use crate::problem::{
    FieldError, Problem, ProblemDocument, ProblemInstance, ProblemResponse, documents,
};
use crate::schema::{Nullable, Tag};
use crate::websites::ByKey;

documents!(BatchProblems: ContentTooLarge, NotFound, UnsupportedMediaType, WebsiteSuspended);

/// Path of a single spend, which problems and fingerprints of the items use.
const SINGLE: &str = "/v1/spends";

/// Credits to take from customers.
#[derive(Object)]
#[oai(
    rename = "SpendBatchRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct BatchBody {
    /// True to execute all spends or none; false if absent. If one spend of an atomic batch is refused, nothing is changed and
    /// nothing is stored under the keys: the refused item has its problem, and the others have `batch-aborted`.
    atomic: Option<bool>,
    /// The spends, at most 1000.
    #[oai(validator(min_items = 1, max_items = 1000))]
    items: Vec<BatchItemBody>,
}

/// One spend of a batch.
#[derive(Object)]
#[oai(rename = "SpendBatchItem", deny_unknown_fields)]
struct BatchItemBody {
    /// A name for this spend: the same for each retry, and different for each other spend and item. It corresponds to the
    /// `Idempotency-Key` of a single spend.
    #[oai(validator(min_length = 1, max_length = 255))]
    idempotency_key: String,
    /// The spend, as in `POST /v1/spends`.
    spend: SpendBody,
}

impl Example for BatchBody {
    fn example() -> Self {
        Self {
            atomic: Some(false),
            items: vec![BatchItemBody {
                idempotency_key: "8e03978e-40d5-43dd-bc93-6894a57f9324".to_owned(),
                spend: SpendBody::example(),
            }],
        }
    }
}

/// The results of the spends.
#[derive(Object)]
#[oai(rename = "SpendBatch", example)]
struct BatchDto {
    /// One result for each spend, in the order of the items.
    results: Vec<ResultDto>,
}

/// The result of one spend. It has either `answer` or `problem`; the other one is null.
#[derive(Object)]
#[oai(rename = "SpendBatchResult")]
struct ResultDto {
    /// The HTTP status of the spend, as if it was sent alone.
    status: i32,
    /// True if the key was used before; nothing was executed again.
    replayed: bool,
    /// The result of the spend, with the bytes of a response of `POST /v1/spends`, equal for all retries.
    answer: Nullable<SpendDto>,
    /// The reason why the spend was refused.
    problem: Nullable<ProblemDocument>,
    /// Seconds to wait before a retry of the item, like `Retry-After` of a single spend. Null if a retry does not help.
    retry_after: Nullable<i32>,
}

impl Example for BatchDto {
    fn example() -> Self {
        Self {
            results: vec![ResultDto {
                status: 200,
                replayed: false,
                answer: Some(SpendDto::example()).into(),
                problem: None.into(),
                retry_after: None.into(),
            }],
        }
    }
}

/// The results of a batch as JSON; the stored responses are inserted without parsing.
struct BatchResponse(String);

impl BatchResponse {
    fn new(results: Vec<Result<OperationResponse, Problem>>, instance: &ProblemInstance) -> Self {
        let results: Vec<String> = results
            .into_iter()
            .map(|one| result(one, instance))
            .collect();
        Self(format!("{{\"results\":[{}]}}", results.join(",")))
    }
}

fn result(one: Result<OperationResponse, Problem>, instance: &ProblemInstance) -> String {
    let wait = one.as_ref().err().and_then(Problem::seconds_to_wait);
    let wait = wait.map_or_else(|| "null".to_owned(), |seconds| seconds.to_string());
    let (status, is_replayed, body) = match one {
        Ok(response) => (
            response.stored.status,
            response.is_replayed,
            response.stored.body,
        ),
        Err(problem) => {
            let body = String::from_utf8_lossy(&problem.body(instance)).into_owned();
            (problem.kind().status(), false, body)
        }
    };
    let (answer, problem) = match status {
        200 => (body.as_str(), "null"),
        _ => ("null", body.as_str()),
    };
    format!(
        "{{\"status\":{status},\"replayed\":{is_replayed},\"answer\":{answer},\"problem\":{problem},\"retry_after\":{wait}}}"
    )
}

impl IntoResponse for BatchResponse {
    fn into_response(self) -> Response {
        Response::builder()
            .content_type("application/json")
            .body(self.0)
    }
}

impl ApiResponse for BatchResponse {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![MetaResponse {
                description: "One result for each spend, in their order.",
                status: Some(200),
                status_range: None,
                content: vec![MetaMediaType {
                    content_type: "application/json",
                    schema: BatchDto::schema_ref(),
                }],
                headers: Vec::new(),
            }],
        }
    }

    fn register(registry: &mut Registry) {
        BatchDto::register(registry);
    }
}

/// Reads the items' keys: each must be valid, and none may occur twice.
fn keys(items: &[BatchItemBody]) -> Result<Vec<IdempotencyKey>, Problem> {
    let (mut seen, mut keys, mut errors) = (HashSet::new(), Vec::new(), Vec::new());
    for (index, item) in items.iter().enumerate() {
        let pointer = || format!("/items/{index}/idempotency_key");
        match IdempotencyKey::parse(&item.idempotency_key) {
            None => errors.push(FieldError::body(
                pointer(),
                "Must be 1 to 255 visible ASCII characters.",
            )),
            Some(_) if !seen.insert(item.idempotency_key.as_str()) => {
                errors.push(FieldError::body(
                    pointer(),
                    "Must differ from the keys of all other items.",
                ));
            }
            Some(key) => keys.push(key),
        }
    }
    if errors.is_empty() {
        Ok(keys)
    } else {
        errors.truncate(20);
        Err(Problem::invalid(&errors))
    }
}

/// The operation on batches of spends.
pub(crate) struct BatchesApi;

#[OpenApi]
impl BatchesApi {
    /// Spend credits of many customers
    ///
    /// Executes at most 1000 spends of any customers of the website in one request, each with its own idempotency key. A batch
    /// can be retried safely, and so can any of its items, alone or in another batch. Spends that name one customer in the same
    /// way are executed in their order. Each item has its own result. The status is 200 for all results, unless the request as
    /// a whole is invalid; then nothing is executed.
    // In a path a colon begins a parameter, so the route has no colon; the document shows `/v1/spends:batch`.
    #[oai(
        path = "/v1/spends/batch",
        method = "post",
        operation_id = "spend_credits_in_batch",
        tag = "Tag::Credits"
    )]
    async fn batch(
        &self,
        app: Data<&Arc<App>>,
        caller: ByKey<CreditsSpend>,
        at: ProblemInstance,
        request_body: JsonBody<BatchBody>,
    ) -> Result<BatchResponse, ProblemResponse<BatchProblems>> {
        let keys = keys(&request_body.body.items)?;
        let instance = ProblemInstance {
            instance: SINGLE.to_owned(),
            ..at
        };
        let atomicity = match request_body.body.atomic {
            Some(true) => Atomicity::AllOrNothing,
            Some(false) | None => Atomicity::Independent,
        };
        let mut items = Vec::with_capacity(keys.len());
        for (index, (key, item)) in keys.into_iter().zip(request_body.body.items).enumerate() {
            let value = request_body.value.pointer(&format!("/items/{index}/spend"));
            let call = CallContext {
                access: caller.0.clone(),
                key,
                fingerprint: Fingerprint::new("POST", SINGLE, &[], value.unwrap_or(&Value::Null)),
                instance: instance.clone(),
                render: SpendDto::render,
            };
            let request = item.spend.read(&format!("/items/{index}/spend"))?;
            items.push(BatchItem { call, request });
        }
        let results = spend_batch(&app, items, atomicity).await?;
        Ok(BatchResponse::new(results, &instance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Kind;

    #[test]
    fn item_that_may_be_sent_again_says_when() {
        let instance = ProblemInstance {
            issuer: String::new(),
            resource_metadata: None,
            instance: SINGLE.to_owned(),
            request_id: String::new(),
            is_bound: false,
        };
        let wait = |problem: Problem| {
            let text = result(Err(problem), &instance);
            let results: Value = serde_json::from_str(&text).unwrap();
            results["retry_after"].clone()
        };
        let rows = [
            (Kind::AccountBusy, Value::from(1)),
            (Kind::OutcomeUnknown, Value::from(1)),
            (Kind::IdempotencyInFlight, Value::from(1)),
            (Kind::InsufficientCredits, Value::Null),
            (Kind::BatchAborted, Value::Null),
        ];
        for (kind, expected) in rows {
            assert_eq!(wait(Problem::new(kind, "x")), expected, "{}", kind.slug());
        }
        assert_eq!(wait(Problem::new(Kind::AccountBusy, "x").retry_after(7)), 7);
    }
}

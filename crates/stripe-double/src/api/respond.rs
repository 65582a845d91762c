//! Responds to a request: key, permission, parameters, idempotency, operation, shape.

use serde_json::Value;

use super::idempotency::{describe, replay, store};
use super::key::{authenticate, check_permission};
use super::request::{ApiRequest, ApiResponse};
use crate::calls::{ApiOperation, Call};
use crate::error::StripeError;
use crate::form::Parameters;
use crate::objects::OPERATIONS;
use crate::shapes::{ApiVersion, Expansion, expand, render};
use crate::state::{
    AccountScope, ApiKey, CallFaultKind, DoubleState, ModeData, RequestOrigin, StoredResponse,
    Tools, mode_name, random_text,
};

const SERVER_ERROR: &str = "Something went wrong on Stripe's end.";

/// Responds to a request; a fault hits it before or after its effect.
pub(crate) fn respond(
    state: &mut DoubleState,
    tools: &Tools,
    request: &ApiRequest,
    fault: Option<CallFaultKind>,
) -> ApiResponse {
    let id = random_text(&tools.random, 14).unwrap_or_default();
    let id = format!("req_{id}");
    let version = read_version(request);
    let shown = version.as_ref().copied().unwrap_or_default();
    let now = state.now(&tools.clock).seconds();
    let executed = version.and_then(|version| {
        let route = Route {
            tools,
            request,
            id: &id,
            version,
            fault,
            now,
        };
        route.respond(state)
    });
    let mut response = executed.unwrap_or_else(|error| ApiResponse::from_error(&error));
    response.headers.push(("Request-Id", id));
    response
        .headers
        .push(("Stripe-Version", shown.text().to_owned()));
    if let Some(key) = &request.idempotency_key {
        response.headers.push(("Idempotency-Key", key.clone()));
    }
    response
}

fn read_version(request: &ApiRequest) -> Result<ApiVersion, StripeError> {
    let Some(text) = &request.version else {
        return Ok(ApiVersion::default());
    };
    ApiVersion::parse(text).ok_or_else(|| {
        let message = format!("Invalid Stripe API version: {text}");
        StripeError::early(400, message)
    })
}

/// One request on its way to its operation.
#[derive(Clone, Copy, Debug)]
struct Route<'r> {
    tools: &'r Tools,
    request: &'r ApiRequest,
    id: &'r str,
    version: ApiVersion,
    fault: Option<CallFaultKind>,
    /// Seconds since the epoch.
    now: i64,
}

impl Route<'_> {
    fn respond(self, state: &mut DoubleState) -> Result<ApiResponse, StripeError> {
        let text = self.request.key.as_deref();
        let key = authenticate(state, text)?.clone();
        let (operation, object_id) = self.find_operation()?;
        check_permission(&key, text.unwrap_or_default(), operation.permission)?;
        if self.fault == Some(CallFaultKind::RateLimited) {
            let message = "Request rate limit exceeded. Learn more about rate limits at \
                           https://stripe.com/docs/rate-limits.";
            return Err(StripeError::early(429, message).coded("rate_limit"));
        }
        let parameters = Parameters::decode(self.request.parameters())?;
        check_parameters(operation, &parameters)?;
        let data = state.mode(&key.account, key.is_live);
        *data.calls.entry(operation.name()).or_default() += 1;
        let described = describe(self.request, &parameters);
        let stored_key = self.stored_key();
        if let Some(stored_key) = stored_key
            && let Some(response) = replay(data, stored_key, &described, self.now)?
        {
            return Ok(response);
        }
        let called = self.call(data, operation, object_id, &parameters);
        let response = match called {
            Ok(body) => ApiResponse {
                status: 200,
                body: format!("{body:#}\n"),
                headers: Vec::new(),
            },
            Err(error) if error.is_early => return Err(error),
            Err(error) => ApiResponse::from_error(&hint(state, &key, operation, error)),
        };
        if let Some(stored_key) = stored_key {
            let stored = StoredResponse {
                request: described,
                status: response.status,
                body: response.body.clone(),
                request_id: self.id.to_owned(),
                stored_at: self.now,
            };
            store(state.mode(&key.account, key.is_live), stored_key, stored);
        }
        Ok(response)
    }

    /// Returns the idempotency key of a POST; it has no effect on other methods.
    fn stored_key(&self) -> Option<&str> {
        let key = self.request.idempotency_key.as_deref();
        key.filter(|key| self.request.method == "POST" && !key.is_empty())
    }

    fn find_operation(&self) -> Result<(&'static ApiOperation, &str), StripeError> {
        let (method, path) = (&self.request.method, &self.request.path);
        let mut all = OPERATIONS.iter().copied().flatten();
        let found = all.find_map(|operation| Some((operation, operation.matched(method, path)?)));
        found.ok_or_else(|| {
            let message = format!(
                "Unrecognized request URL ({method}: {path}). Please see \
                 https://stripe.com/docs or we can help at https://support.stripe.com/."
            );
            StripeError::early(404, message)
        })
    }

    fn call(
        &self,
        data: &mut ModeData,
        operation: &ApiOperation,
        object_id: &str,
        parameters: &Parameters,
    ) -> Result<Value, StripeError> {
        if self.fault == Some(CallFaultKind::ServerErrorBefore) {
            return Err(StripeError::server(500, SERVER_ERROR));
        }
        let origin = RequestOrigin {
            id: Some(self.id.to_owned()),
            idempotency_key: self.stored_key().map(str::to_owned),
        };
        let mut call = Call {
            scope: AccountScope::new(data, self.tools, self.now, origin),
            id: object_id,
            parameters,
            version: self.version,
        };
        let paths = parameters.texts("expand")?;
        let object = (operation.run)(&mut call)?;
        let mut body = render(&object, self.version);
        let expansion = Expansion {
            data: call.scope.data,
            version: self.version,
        };
        expand(&mut body, &paths, expansion)?;
        if self.fault == Some(CallFaultKind::ServerErrorAfter) {
            return Err(StripeError::server(500, SERVER_ERROR));
        }
        Ok(body)
    }
}

fn check_parameters(operation: &ApiOperation, parameters: &Parameters) -> Result<(), StripeError> {
    let mut patterns = vec!["expand.*", "expand"];
    patterns.extend(operation.parameters);
    parameters.refuse_unknown(&patterns)
}

/// Says that the object is in the account's other mode.
fn hint(
    state: &DoubleState,
    key: &ApiKey,
    operation: &ApiOperation,
    error: StripeError,
) -> StripeError {
    let other = state.modes.get(&mode_name(&key.account, !key.is_live));
    let id = error.missing_id().unwrap_or_default();
    let is_there = other.is_some_and(|other| other.has_object(id));
    if error.status == 404 && is_there && operation.path.contains("{id}") {
        let (there, used) = if key.is_live {
            ("test", "live")
        } else {
            ("live", "test")
        };
        return error.extended(&format!(
            "; a similar object exists in {there} mode, but a {used} mode key was used to make \
             this request."
        ));
    }
    error
}

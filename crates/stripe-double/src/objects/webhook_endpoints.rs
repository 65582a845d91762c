//! Handles the calls that concern webhook endpoints.

use serde_json::{Value, json};

use super::fields::{check_url, put_metadata, put_texts};
use super::webhook_types::is_known;
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::shapes::ApiVersion;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::WebhookEndpoint;
/// Maximum number of endpoints of an account in one mode.
const MAX_ENDPOINTS: usize = 16;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/webhook_endpoints", "webhook_write", create).with(&[
        "api_version",
        "connect",
        "description",
        "enabled_events.*",
        "metadata.*",
        "url",
    ]),
    ApiOperation::get("/v1/webhook_endpoints", "webhook_read", |call| {
        list(call, KIND, |_| true)
    })
    .with(list_parameters![]),
    ApiOperation::get("/v1/webhook_endpoints/{id}", "webhook_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/webhook_endpoints/{id}", "webhook_write", update).with(&[
        "description",
        "disabled",
        "enabled_events.*",
        "metadata.*",
        "url",
    ]),
    ApiOperation::delete("/v1/webhook_endpoints/{id}", "webhook_write", delete),
];

/// Creates an endpoint; only this response has the secret.
fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let url = call.parameters.required("url")?;
    if !call.parameters.has("enabled_events") {
        return Err(StripeError::parameter_missing("enabled_events"));
    }
    call.parameters.boolean("connect")?;
    let version = call.parameters.text("api_version");
    if let Some(version) = version
        && ApiVersion::parse(version).is_none()
    {
        let message = format!("Invalid API version: {version}");
        return Err(StripeError::early(400, message).about("api_version"));
    }
    if call.scope.data.objects(KIND).count() >= MAX_ENDPOINTS {
        let mode = if call.scope.data.is_live {
            "live"
        } else {
            "test"
        };
        let message =
            format!("You have reached the maximum of {MAX_ENDPOINTS} {mode} webhook endpoints.");
        return Err(StripeError::invalid(message));
    }
    let id = call.scope.new_id(KIND)?;
    let secret = format!("whsec_{}", call.scope.random_text(32)?);
    let mut endpoint = json!({
        "id": id,
        "object": "webhook_endpoint",
        "api_version": version,
        "application": null,
        "created": call.scope.now,
        "description": null,
        "enabled_events": [],
        "livemode": call.scope.data.is_live,
        "metadata": {},
        "status": "enabled",
        "url": url,
        "_secrets": [{"secret": secret, "until": null}],
    });
    apply(call, &mut endpoint)?;
    call.scope.insert(KIND, endpoint.clone());
    endpoint.put("secret", secret);
    Ok(endpoint)
}

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let mut endpoint = call.retrieve(KIND)?;
    apply(call, &mut endpoint)?;
    if let Some(is_disabled) = call.parameters.boolean("disabled")? {
        endpoint.put("status", if is_disabled { "disabled" } else { "enabled" });
    }
    call.scope.insert(KIND, endpoint.clone());
    Ok(endpoint)
}

fn apply(call: &Call<'_>, endpoint: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    if let Some(url) = parameters.text("url") {
        check_url(url, "url")?;
        if call.scope.data.is_live && !url.starts_with("https://") {
            let message = "Invalid URL: URLs must start with https:// in live mode.";
            return Err(StripeError::parameter("url", "url_invalid", message));
        }
        endpoint.put("url", url);
    }
    let types = parameters.texts("enabled_events")?;
    if let Some(unknown) = types.iter().find(|event_type| !is_known(event_type)) {
        let message = format!("Invalid enabled_events: {unknown} is not a known event type");
        return Err(StripeError::early(400, message).about("enabled_events"));
    }
    if !types.is_empty() {
        endpoint.put("enabled_events", types);
    } else if parameters.has("enabled_events") {
        return Err(StripeError::parameter_missing("enabled_events"));
    }
    put_texts(endpoint, parameters, &["description"]);
    put_metadata(endpoint, parameters)
}

fn delete(call: &mut Call<'_>) -> Result<Value, StripeError> {
    call.retrieve(KIND)?;
    call.scope.data.table_mut(KIND).remove(call.id);
    let id = call.id;
    call.scope
        .data
        .deliveries
        .retain(|delivery| delivery.endpoint != id);
    Ok(json!({"id": id, "object": "webhook_endpoint", "deleted": true}))
}

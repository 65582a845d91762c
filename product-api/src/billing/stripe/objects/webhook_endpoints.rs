//! Webhook endpoints: the addresses to which Stripe sends events.

use serde::Deserialize;

use super::hidden_text::HiddenText;
use super::members::{DeletedObject, Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::api_call::API_VERSION;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// An endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeWebhookEndpoint {
    /// The id.
    pub(crate) id: String,
    /// The address.
    pub(crate) url: Option<String>,
    /// `enabled` or `disabled`.
    pub(crate) status: Option<String>,
    /// The types of events that it gets.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) enabled_events: Vec<String>,
    /// The version of the API in its events; the account's own without one.
    pub(crate) api_version: Option<String>,
    /// The signing secret, which only the response to the creation contains.
    pub(crate) secret: Option<HiddenText>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// Parameters of a new endpoint. Its events are in the version of our calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewWebhookEndpoint<'a> {
    /// The address.
    pub(crate) url: &'a str,
    /// The types of events.
    pub(crate) enabled_events: &'a [&'a str],
    /// The text in the dashboard.
    pub(crate) description: Option<&'a str>,
    /// Metadata.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

/// Changes of an endpoint; members that are `None` stay as they are. The version of its events cannot change.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WebhookEndpointChange<'a> {
    /// The new address.
    pub(crate) url: Option<&'a str>,
    /// All types of events.
    pub(crate) enabled_events: Option<&'a [&'a str]>,
    /// True to send no events.
    pub(crate) disabled: Option<bool>,
}

impl StripeAccount<'_> {
    /// Creates an endpoint. Refused if the account has the maximum number.
    pub(crate) async fn create_webhook_endpoint(
        &self,
        idempotency_key: &str,
        endpoint: &NewWebhookEndpoint<'_>,
    ) -> Result<StripeWebhookEndpoint, StripeError> {
        let form = Form::default()
            .with("url", endpoint.url)
            .with("api_version", API_VERSION)
            .with_list("enabled_events", endpoint.enabled_events)
            .with_some("description", endpoint.description)
            .with_metadata("metadata", endpoint.metadata);
        let path = ["webhook_endpoints"];
        self.create(&path, idempotency_key, &form).await
    }

    /// Returns an endpoint, without its secret.
    pub(crate) async fn get_webhook_endpoint(
        &self,
        id: &str,
    ) -> Result<StripeWebhookEndpoint, StripeError> {
        self.get(&["webhook_endpoints", id], &Form::default()).await
    }

    /// Returns a page of all endpoints, without their secrets.
    pub(crate) async fn list_webhook_endpoints(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeWebhookEndpoint>, StripeError> {
        self.get(&["webhook_endpoints"], &query.form()).await
    }

    /// Changes an endpoint.
    pub(crate) async fn update_webhook_endpoint(
        &self,
        id: &str,
        change: &WebhookEndpointChange<'_>,
    ) -> Result<StripeWebhookEndpoint, StripeError> {
        let form = Form::default()
            .with_some("url", change.url)
            .with_some("disabled", change.disabled)
            .with_list("enabled_events", change.enabled_events.unwrap_or_default());
        self.change(&["webhook_endpoints", id], &form).await
    }

    /// Deletes an endpoint.
    pub(crate) async fn delete_webhook_endpoint(
        &self,
        id: &str,
    ) -> Result<DeletedObject, StripeError> {
        self.delete(&["webhook_endpoints", id]).await
    }
}

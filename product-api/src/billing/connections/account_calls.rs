//! Calls to Stripe about an account, its permissions and its endpoints, with their results as this module needs them.

use foundation::Timestamp;
use foundation::secret::SecretString;

use super::permission::{Permission, PermissionCall};
use super::webhook_address::EVENT_TYPES;
use crate::billing::currency::Currency;
use crate::billing::stripe::{
    HiddenText, NewWebhookEndpoint, PageQuery, PermissionProbe, StripeAccount, StripeError,
    StripeWebhookEndpoint, WebhookEndpointChange,
};

/// Member of metadata by which an endpoint names its connection.
const METADATA: &str = "tollgate";
/// Text of an endpoint in Stripe's dashboard.
const DESCRIPTION: &str = "Made by Tollgate";

/// Facts about an account; texts that the key may not read are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AccountFacts {
    /// Stripe's id.
    pub(super) id: String,
    /// The name.
    pub(super) name: String,
    /// The country.
    pub(super) country: String,
    /// The currency in which the account is paid out.
    pub(super) default_currency: Option<Currency>,
}

/// A new endpoint, with the secret that no other response contains.
#[derive(Clone, Debug)]
pub(super) struct NewEndpoint {
    /// Stripe's id.
    pub(super) id: String,
    /// The secret.
    pub(super) secret: SecretString,
}

/// An endpoint at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RemoteEndpoint {
    /// Stripe's id.
    pub(super) id: String,
    /// The address.
    pub(super) url: String,
    /// True if Stripe sends events to it.
    pub(super) is_enabled: bool,
    /// The types of events.
    pub(super) event_types: Vec<String>,
    /// The version of its events.
    pub(super) api_version: Option<String>,
    /// True if an installation of Tollgate made it.
    pub(super) is_of_tollgate: bool,
    /// The time of its creation; the epoch if Stripe does not say it.
    pub(super) created_at: Timestamp,
}

impl From<StripeWebhookEndpoint> for RemoteEndpoint {
    fn from(endpoint: StripeWebhookEndpoint) -> Self {
        Self {
            id: endpoint.id,
            url: endpoint.url.unwrap_or_default(),
            is_enabled: endpoint.status.as_deref() == Some("enabled"),
            event_types: endpoint.enabled_events,
            api_version: endpoint.api_version,
            is_of_tollgate: endpoint.metadata.contains_key(METADATA),
            created_at: endpoint
                .created
                .map(Timestamp::from_seconds)
                .unwrap_or_default(),
        }
    }
}

/// Reads the account.
pub(super) async fn read_facts(account: &StripeAccount<'_>) -> Result<AccountFacts, StripeError> {
    let details = account.get_account().await?;
    Ok(AccountFacts {
        id: details.id,
        name: details.name.unwrap_or_default(),
        country: details.country.unwrap_or_default(),
        default_currency: details
            .default_currency
            .as_deref()
            .and_then(Currency::parse),
    })
}

/// Returns true for live mode; `None` if the key may not read the balance, which says it.
pub(super) async fn read_livemode(
    account: &StripeAccount<'_>,
) -> Result<Option<bool>, StripeError> {
    match account.get_balance().await {
        Ok(balance) => Ok(balance.livemode),
        Err(StripeError::MissingPermission { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns true if the key has a permission.
pub(super) async fn has_permission(
    account: &StripeAccount<'_>,
    permission: Permission,
) -> Result<bool, StripeError> {
    let probe = match permission.call {
        PermissionCall::List(path) => account.probe_read(path).await,
        PermissionCall::Read(path) => account.probe_read_one(path).await,
        PermissionCall::Write(path) => account.probe_write(path).await,
    };
    Ok(probe? == PermissionProbe::Granted)
}

/// Creates an endpoint for a connection.
pub(super) async fn create_endpoint(
    account: &StripeAccount<'_>,
    idempotency_key: &str,
    url: &str,
    connection_id: &str,
) -> Result<NewEndpoint, StripeError> {
    let new = NewWebhookEndpoint {
        url,
        enabled_events: EVENT_TYPES,
        description: Some(DESCRIPTION),
        metadata: &[(METADATA, connection_id)],
    };
    let made = account
        .create_webhook_endpoint(idempotency_key, &new)
        .await?;
    let secret = made.secret.map(HiddenText::into_secret);
    Ok(NewEndpoint {
        id: made.id,
        secret: secret.ok_or(StripeError::InvalidResponse)?,
    })
}

/// Finds an endpoint; `None` if Stripe does not have it any more.
pub(super) async fn find_endpoint(
    account: &StripeAccount<'_>,
    id: &str,
) -> Result<Option<RemoteEndpoint>, StripeError> {
    match account.get_webhook_endpoint(id).await {
        Ok(endpoint) => Ok(Some(endpoint.into())),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the endpoints of an account; Stripe allows fewer than a page of them.
pub(super) async fn list_endpoints(
    account: &StripeAccount<'_>,
) -> Result<Vec<RemoteEndpoint>, StripeError> {
    let page = account
        .list_webhook_endpoints(&PageQuery::default())
        .await?;
    Ok(page.data.into_iter().map(RemoteEndpoint::from).collect())
}

/// Gives an endpoint its address and its types, and switches it on.
pub(super) async fn update_endpoint(
    account: &StripeAccount<'_>,
    id: &str,
    url: &str,
) -> Result<(), StripeError> {
    let change = WebhookEndpointChange {
        url: Some(url),
        enabled_events: Some(EVENT_TYPES),
        disabled: Some(false),
    };
    account.update_webhook_endpoint(id, &change).await?;
    Ok(())
}

/// Deletes an endpoint, if Stripe still has it.
pub(super) async fn delete_endpoint(
    account: &StripeAccount<'_>,
    id: &str,
) -> Result<(), StripeError> {
    match account.delete_webhook_endpoint(id).await {
        Ok(_deleted) => Ok(()),
        Err(error) if error.is_missing() => Ok(()),
        Err(error) => Err(error),
    }
}

//! The customer portal: Stripe's page on which buyers change their card and read their invoices.

use serde::Deserialize;

use super::hidden_text::HiddenText;
use super::members::{Metadata, or_default};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A configuration of the portal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PortalConfiguration {
    /// The id.
    pub(crate) id: String,
    /// False if it can no longer be used.
    pub(crate) active: Option<bool>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
}

/// A session of the portal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PortalSession {
    /// The id.
    pub(crate) id: String,
    /// The page, which works for a few minutes.
    pub(crate) url: Option<HiddenText>,
    /// The customer's id.
    pub(crate) customer: Option<String>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
}

/// Parameters of a new configuration. Card, invoices, address and tax id are on; e-mail, cancellation and changes of plans are
/// off, because they go through us.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPortalConfiguration<'a> {
    /// The headline of the page.
    pub(crate) headline: Option<&'a str>,
    /// The page to which buyers return.
    pub(crate) default_return_url: Option<&'a str>,
    /// Metadata.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

/// Parameters of a new session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPortalSession<'a> {
    /// The customer's id.
    pub(crate) customer: &'a str,
    /// The configuration's id.
    pub(crate) configuration: &'a str,
    /// The page to which the buyer returns.
    pub(crate) return_url: &'a str,
    /// The language of the page; Stripe chooses it without one.
    pub(crate) locale: Option<&'a str>,
}

impl StripeAccount<'_> {
    /// Creates a configuration.
    pub(crate) async fn create_portal_configuration(
        &self,
        idempotency_key: &str,
        configuration: &NewPortalConfiguration<'_>,
    ) -> Result<PortalConfiguration, StripeError> {
        let form = Form::default()
            .with("features[payment_method_update][enabled]", true)
            .with("features[invoice_history][enabled]", true)
            .with("features[customer_update][enabled]", true)
            .with_list(
                "features[customer_update][allowed_updates]",
                &["address", "tax_id"],
            )
            .with("features[subscription_cancel][enabled]", false)
            .with_some("business_profile[headline]", configuration.headline)
            .with_some("default_return_url", configuration.default_return_url)
            .with_metadata("metadata", configuration.metadata);
        let path = ["billing_portal", "configurations"];
        self.create(&path, idempotency_key, &form).await
    }

    /// Creates a session. Refused as missing if the customer or the configuration does not exist.
    pub(crate) async fn create_portal_session(
        &self,
        session: &NewPortalSession<'_>,
    ) -> Result<PortalSession, StripeError> {
        let form = Form::default()
            .with("customer", session.customer)
            .with("configuration", session.configuration)
            .with("return_url", session.return_url)
            .with_some("locale", session.locale);
        // A session that is created twice does no harm: each has its own short life.
        self.change(&["billing_portal", "sessions"], &form).await
    }
}

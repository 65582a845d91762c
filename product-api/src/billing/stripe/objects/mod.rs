//! Stripe's objects and the calls about them, one file for each kind.

mod account_details;
mod balance;
mod balance_transactions;
mod charges;
mod checkout_sessions;
mod customers;
mod disputes;
mod events;
mod expandable;
mod fraud_warnings;
mod hidden_text;
mod invoice_drafts;
mod invoice_payments;
mod invoices;
mod members;
mod new_checkout_session;
mod pages;
mod payment_intents;
mod payment_methods;
mod permissions;
mod portal;
mod prices;
mod products;
mod refunds;
mod setup_intents;
mod subscription_schedules;
mod subscription_updates;
mod subscriptions;
mod webhook_endpoints;

#[cfg(test)]
pub(crate) use account_details::AccountDetails;
pub(crate) use balance_transactions::BalanceTransaction;
pub(crate) use charges::StripeCharge;
pub(crate) use checkout_sessions::{CheckoutSession, SessionLine};
pub(crate) use customers::{NewCustomer, StripeCustomer};
pub(crate) use disputes::StripeDispute;
pub(crate) use events::StripeEvent;
pub(crate) use expandable::Expandable;
#[cfg(test)]
pub(crate) use fraud_warnings::FraudWarning;
pub(crate) use hidden_text::HiddenText;
pub(crate) use invoice_drafts::{NewInvoice, NewInvoiceItem};
#[cfg(test)]
pub(crate) use invoice_payments::InvoicePayment;
pub(crate) use invoices::{InvoiceLine, StripeInvoice};
#[cfg(test)]
pub(crate) use members::DeletedObject;
pub(crate) use new_checkout_session::{
    NewCheckoutSession, SessionOption, SessionSetup, SessionSubscription,
};
pub(crate) use pages::{PageQuery, StripePage};
pub(crate) use payment_intents::PaymentIntent;
pub(crate) use payment_methods::SavedPaymentMethod;
pub(crate) use permissions::PermissionProbe;
pub(crate) use portal::{NewPortalConfiguration, NewPortalSession};
#[cfg(test)]
pub(crate) use portal::{PortalConfiguration, PortalSession};
pub(crate) use prices::{NewPrice, NewRecurrence, StripePrice};
pub(crate) use products::{NewProduct, ProductChange, StripeProduct};
pub(crate) use refunds::{NewRefund, StripeRefund};
pub(crate) use setup_intents::SetupIntent;
pub(crate) use subscription_schedules::{NextPhase, PricedQuantity, StripeSchedule};
pub(crate) use subscription_updates::{EndUpdate, SubscriptionUpdate, UpdateTiming};
pub(crate) use subscriptions::StripeSubscription;
pub(crate) use webhook_endpoints::{
    NewWebhookEndpoint, StripeWebhookEndpoint, WebhookEndpointChange,
};

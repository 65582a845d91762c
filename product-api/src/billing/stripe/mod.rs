//! The client of Stripe's API: the only module that sends a key to Stripe.
//!
//! Objects are read tolerantly: a member may be missing, and unknown words are kept. Instants are in seconds since the epoch,
//! money in Stripe's minor units.
#![cfg_attr(
    not(test),
    expect(
        dead_code,
        reason = "objects are read as Stripe describes them; the tests of the client use what the product does not"
    )
)]

mod account;
mod api_call;
mod call_timing;
mod circuit;
mod client;
mod clock_skew;
mod connection_state;
mod error;
mod form;
mod objects;
mod permission_text;
mod priority;
mod rate_bucket;
mod read_response;
mod response_headers;
mod send;
pub(crate) mod signature;
#[cfg(test)]
mod tests;

pub(crate) use account::StripeAccount;
pub(crate) use api_call::API_VERSION;
pub(crate) use circuit::CircuitState;
pub(crate) use client::StripeClient;
pub(crate) use error::{StripeError, StripeRefusal};
#[cfg(test)]
pub(crate) use objects::{
    AccountDetails, DeletedObject, FraudWarning, InvoicePayment, PortalConfiguration, PortalSession,
};
pub(crate) use objects::{
    BalanceTransaction, CheckoutSession, EndUpdate, Expandable, HiddenText, InvoiceLine,
    NewCheckoutSession, NewCustomer, NewInvoice, NewInvoiceItem, NewPortalConfiguration,
    NewPortalSession, NewPrice, NewProduct, NewRecurrence, NewRefund, NewWebhookEndpoint,
    NextPhase, PageQuery, PaymentIntent, PermissionProbe, PricedQuantity, ProductChange,
    SavedPaymentMethod, SessionLine, SessionOption, SessionSetup, SessionSubscription, SetupIntent,
    StripeCharge, StripeCustomer, StripeDispute, StripeEvent, StripeInvoice, StripePage,
    StripePrice, StripeProduct, StripeRefund, StripeSchedule, StripeSubscription,
    StripeWebhookEndpoint, SubscriptionUpdate, UpdateTiming, WebhookEndpointChange,
};
pub(crate) use priority::Priority;

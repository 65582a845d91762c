//! Connections: the Stripe accounts through which books sell, and the settings of each book.

mod account_calls;
mod api;
mod apply_event;
mod book_billing;
mod check;
mod check_endpoint;
mod check_subscriptions;
mod connect;
mod connect_pretend;
mod connection;
mod connection_state;
mod disconnect;
mod find;
mod inspect_key;
mod key;
mod link;
mod link_test_books;
mod list;
mod list_notices;
mod mail_owner;
mod mail_trouble;
mod make_endpoint;
mod note;
mod open_account;
mod permission;
mod replace_key;
mod reseal;
mod retire_endpoints;
mod rotate_secret;
mod run;
mod settings;
mod store;
mod subscription_rules;
mod webhook_address;

pub(crate) use api::{BillingSettingsApi, StripeConnectionsApi};
pub(crate) use book_billing::{BookBilling, BuyerDocument, Shortfall, Tax, TaxBehavior};
pub(crate) use check_subscriptions::check_website_subscriptions;
pub use connect_pretend::connect_pretend;
pub(crate) use connection::{ConnectionOwner, Delivery, StripeConnection};
pub(crate) use connection_state::ConnectionState;
pub(crate) use find::{
    connection_of_book, find_connection, open_endpoint_secrets, settings_of_book,
};
pub(crate) use link_test_books::start_linking;
pub(crate) use list_notices::{ConnectionNotice, ConnectionNoticeKind, list_connection_notices};
pub(crate) use mail_owner::{mail_dead_letter, mail_findings};
pub(crate) use note::{note_bad_signature, note_error, note_good_signature};
pub(crate) use open_account::open_account;
pub use run::check_due;
pub(crate) use run::start;
#[cfg(test)]
pub(super) use store::connections::TEXTS;
pub(crate) use store::connections::{set_list_cursor, set_poll_cursor};
pub(crate) use subscription_rules::{ChangeMode, RepeatTrial};
#[cfg(test)]
pub(crate) use webhook_address::EVENT_TYPES;

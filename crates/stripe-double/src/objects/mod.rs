//! The operations of the API, one file for each kind of object.

mod account;
mod balance_transactions;
mod charges;
mod checkout_lines;
mod checkout_new;
mod checkout_parameters;
mod checkout_sessions;
mod customers;
mod disputes;
mod events;
mod fields;
mod fraud_warnings;
mod invoices;
mod payment_intents;
mod payment_methods;
mod portal;
mod prices;
mod products;
mod promotion_codes;
mod refunds;
mod setup_intents;
mod subscriptions;
mod webhook_endpoints;
mod webhook_types;

use crate::calls::ApiOperation;

/// All operations of the API.
pub(crate) const OPERATIONS: &[&[ApiOperation]] = &[
    account::OPERATIONS,
    balance_transactions::OPERATIONS,
    charges::OPERATIONS,
    checkout_sessions::OPERATIONS,
    customers::OPERATIONS,
    disputes::OPERATIONS,
    events::OPERATIONS,
    fraud_warnings::OPERATIONS,
    invoices::OPERATIONS,
    payment_intents::OPERATIONS,
    payment_methods::OPERATIONS,
    portal::OPERATIONS,
    prices::OPERATIONS,
    products::OPERATIONS,
    promotion_codes::OPERATIONS,
    refunds::OPERATIONS,
    setup_intents::OPERATIONS,
    subscriptions::OPERATIONS,
    webhook_endpoints::OPERATIONS,
];

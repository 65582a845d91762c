//! The operations of the API, one file for each kind of object.

mod account;
mod balance_transactions;
mod charges;
mod checkout_lines;
mod checkout_new;
mod checkout_parameters;
mod checkout_sessions;
mod checkout_subscription;
mod customers;
mod disputes;
mod events;
mod fields;
mod fraud_warnings;
mod invoice_drafts;
mod invoice_items;
mod invoice_payments;
mod invoice_preview;
mod invoices;
mod payment_intents;
mod payment_methods;
mod portal;
mod prices;
mod products;
mod promotion_codes;
mod refunds;
mod schedule_phases;
mod schedules;
mod setup_intents;
mod subscription_items;
mod subscription_new;
mod subscription_update;
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
    invoice_items::OPERATIONS,
    invoice_payments::OPERATIONS,
    invoice_preview::OPERATIONS,
    invoices::OPERATIONS,
    payment_intents::OPERATIONS,
    payment_methods::OPERATIONS,
    portal::OPERATIONS,
    prices::OPERATIONS,
    products::OPERATIONS,
    promotion_codes::OPERATIONS,
    refunds::OPERATIONS,
    schedules::OPERATIONS,
    setup_intents::OPERATIONS,
    subscriptions::OPERATIONS,
    webhook_endpoints::OPERATIONS,
];

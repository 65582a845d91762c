//! Wire types of the money journal.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::revenue::journal_line::JournalLine;
use crate::billing::revenue::list_journal::JournalPage;
use crate::schema::{Instant, Nullable};

/// One entry of the money journal.
#[derive(Clone, Debug, Object)]
#[oai(rename = "JournalEntry", example)]
pub(super) struct JournalEntryDto {
    /// The day in UTC on which the money counts, such as 2026-11-27.
    date: String,
    /// The time at which the money counts.
    booked_at: Instant,
    /// The key of the transaction, unique for ever. The entries of a transaction add up to zero in each currency.
    key: String,
    /// The cause: `payment`, `earning`, `refund`, `refund_undo`, `dispute` or `fee`. Later versions add causes.
    kind: String,
    /// The account: `stripe`, `deferred`, `earned`, `breakage`, `refunds`, `tax`, `fees`, `disputed`, `dispute_losses` or
    /// `conversion`.
    account: String,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The amount in the smallest unit of the currency: a debit above zero, a credit below zero.
    amount_minor: i64,
    /// The amount with its decimals, such as `-12.34`.
    amount: String,
    /// The payment; null for revenue, which is booked for all credits of a day.
    payment_id: Nullable<String>,
    /// The payment intent at Stripe.
    stripe_payment_intent: Nullable<String>,
    /// The customer who paid.
    customer_id: Nullable<String>,
}

impl From<JournalLine> for JournalEntryDto {
    fn from(line: JournalLine) -> Self {
        Self {
            date: line.booked_at.day(),
            booked_at: Instant(line.booked_at),
            key: line.key,
            kind: line.kind,
            account: line.account,
            currency: line.money.currency.code().to_owned(),
            amount_minor: line.money.minor,
            amount: line.money.to_string(),
            payment_id: line.payment_id.into(),
            stripe_payment_intent: line.stripe_payment_intent.into(),
            customer_id: line.customer_id.into(),
        }
    }
}

impl Example for JournalEntryDto {
    fn example() -> Self {
        Self {
            date: "2026-01-01".to_owned(),
            booked_at: Instant(Timestamp::from_seconds(1_767_225_600)),
            key: "pay:pmt_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            kind: "payment".to_owned(),
            account: "deferred".to_owned(),
            currency: "eur".to_owned(),
            amount_minor: -1_000,
            amount: "-10.00".to_owned(),
            payment_id: Some("pmt_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            stripe_payment_intent: Some("pi_1a2b3c".to_owned()).into(),
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
        }
    }
}

/// A page of the money journal.
#[derive(Object)]
#[oai(rename = "JournalPage", example)]
pub(super) struct JournalPageDto {
    /// The entries, the earliest first.
    items: Vec<JournalEntryDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<JournalPage> for JournalPageDto {
    fn from(page: JournalPage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for JournalPageDto {
    fn example() -> Self {
        Self {
            items: vec![JournalEntryDto::example()],
            next_cursor: None.into(),
        }
    }
}

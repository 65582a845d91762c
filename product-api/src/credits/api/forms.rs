//! Transactions and balances on the wire.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::{Example, ToJSON};

use super::metadata::Metadata;
use crate::caller::Mode;
use crate::credits::balance::{Balance, Site};
use crate::credits::execute::Done;
use crate::credits::statement::Transaction;
use crate::schema::{Instant, Nullable};

/// A website, by name.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionSite", example)]
pub(super) struct NamedSite {
    /// The website's id.
    id: String,
    /// The name that people see.
    name: String,
}

impl Example for NamedSite {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Pictures".to_owned(),
        }
    }
}

/// A website, by name and address.
#[derive(Clone, Debug, Object)]
#[oai(rename = "BalanceSite", example)]
pub(super) struct AddressedSite {
    /// The website's id.
    id: String,
    /// The name that people see.
    name: String,
    /// Its home page.
    url: String,
}

impl From<Site> for AddressedSite {
    fn from(site: Site) -> Self {
        Self {
            id: site.id,
            name: site.name,
            url: site.url,
        }
    }
}

impl Example for AddressedSite {
    fn example() -> Self {
        let NamedSite { id, name } = NamedSite::example();
        let url = "https://pictures.example".to_owned();
        Self { id, name, url }
    }
}

/// Something that happened to a balance.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Transaction", example)]
pub(super) struct TransactionAnswer {
    /// The transaction's id.
    id: String,
    /// What it is: `grant`, `spend`, `capture` (of a hold), `expiry`, `reversal` (of a spend or a capture), `void` (of a grant) or `transfer`
    /// (the customer turned out to be another one too, or not to be); more kinds will come.
    kind: String,
    /// The credits that came (above zero) or went (below).
    amount: i64,
    /// The balance after it, held credits included; below zero when credits are owed.
    balance_after: i64,
    /// The customer; null for an account holder's credits with the platform itself.
    customer_id: Nullable<String>,
    /// The website; null for the platform itself.
    website: Nullable<NamedSite>,
    /// The transaction that it takes back; null for all kinds but `reversal` and `void`.
    reverses: Nullable<String>,
    /// The code of the feature it was for; null when none was named.
    feature: Nullable<String>,
    /// How much of the feature, when that decided the amount; null otherwise.
    quantity: Nullable<i64>,
    /// The version of the feature's price by which the quantity was charged; null when there is none.
    price_version: Nullable<i64>,
    /// What it was for, in words for the customer.
    description: Nullable<String>,
    /// What the website wrote to it.
    metadata: Metadata,
    /// When it counts from; never before an earlier transaction of the same balance.
    booked_at: Instant,
}

impl From<Transaction> for TransactionAnswer {
    fn from(transaction: Transaction) -> Self {
        let usage = transaction.billed.as_ref().and_then(|billed| billed.usage);
        let named = |site: Site| NamedSite {
            id: site.id,
            name: site.name,
        };
        Self {
            id: transaction.id,
            kind: transaction.kind,
            amount: transaction.amount,
            balance_after: transaction.balance_after,
            customer_id: transaction.customer_id.into(),
            website: transaction.website.map(named).into(),
            reverses: transaction.reverses.into(),
            feature: transaction.billed.map(|billed| billed.code).into(),
            quantity: usage.map(|usage| usage.quantity).into(),
            price_version: usage.map(|usage| usage.price_version).into(),
            description: transaction.description.into(),
            metadata: Metadata::of_text(&transaction.metadata),
            booked_at: Instant(transaction.booked_at),
        }
    }
}

impl Example for TransactionAnswer {
    fn example() -> Self {
        Self {
            id: "txn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            kind: "spend".to_owned(),
            amount: -5,
            balance_after: 95,
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website: Some(NamedSite::example()).into(),
            reverses: None.into(),
            feature: Some("image.large".to_owned()).into(),
            quantity: Some(1).into(),
            price_version: Some(2).into(),
            description: Some("One picture".to_owned()).into(),
            metadata: Metadata::default(),
            booked_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// What a customer has. All numbers are whole credits.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Balance", example)]
pub(super) struct BalanceAnswer {
    /// The customer; null for an account holder's credits with the platform itself.
    customer_id: Nullable<String>,
    /// The website; null for the platform itself.
    website: Nullable<AddressedSite>,
    /// Whether these are real or play credits.
    mode: Mode,
    /// What one credit is called.
    unit: String,
    /// Decimal places for display; the numbers here are in the smallest unit.
    scale: i32,
    /// Credits that came and did not go.
    posted: i64,
    /// Of these, set aside.
    held: i64,
    /// Credits owed.
    debt: i64,
    /// What can be spent now.
    available: i64,
    /// Whether a subscription is running.
    subscribed: bool,
    /// When the balance last moved.
    updated_at: Instant,
}

impl From<Balance> for BalanceAnswer {
    fn from(balance: Balance) -> Self {
        Self {
            customer_id: balance.customer_id.into(),
            website: balance.website.map(AddressedSite::from).into(),
            mode: balance.mode,
            unit: balance.unit,
            scale: balance.scale.into(),
            posted: balance.posted,
            held: balance.held,
            debt: balance.debt,
            available: balance.available,
            subscribed: balance.subscribed,
            updated_at: Instant(balance.updated_at),
        }
    }
}

impl Example for BalanceAnswer {
    fn example() -> Self {
        Self {
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website: Some(AddressedSite::example()).into(),
            mode: Mode::Live,
            unit: "credit".to_owned(),
            scale: 0,
            posted: 95,
            held: 0,
            debt: 0,
            available: 95,
            subscribed: false,
            updated_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// What was done, and what is left.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Movement", example)]
pub(super) struct MovedAnswer {
    /// The transaction.
    transaction: TransactionAnswer,
    /// The balance after it.
    balance: BalanceAnswer,
}

impl MovedAnswer {
    /// The bytes of an answer, which are stored and replayed.
    pub(super) fn render(done: &Done) -> Option<String> {
        let transaction = done.transaction.clone()?.into();
        let balance = done.balance.clone().into();
        let answer = Self {
            transaction,
            balance,
        };
        Some(answer.to_json_string())
    }
}

impl Example for MovedAnswer {
    fn example() -> Self {
        Self {
            transaction: TransactionAnswer::example(),
            balance: BalanceAnswer::example(),
        }
    }
}

/// Everything that an account holder has.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Balances", example)]
pub(super) struct MyCreditsAnswer {
    /// One balance for each website and mode, and one for the platform itself if there is one.
    balances: Vec<BalanceAnswer>,
}

impl From<Vec<Balance>> for MyCreditsAnswer {
    fn from(balances: Vec<Balance>) -> Self {
        let balances = balances.into_iter().map(Into::into).collect();
        Self { balances }
    }
}

impl Example for MyCreditsAnswer {
    fn example() -> Self {
        let balances = vec![BalanceAnswer::example()];
        Self { balances }
    }
}

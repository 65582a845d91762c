//! Wire types of transactions and balances.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::{Example, ToJSON};

use super::metadata::Metadata;
use crate::caller::Mode;
use crate::credits::execution::request::OperationOutcome;
use crate::credits::store::rows::{Balance, Transaction, WebsiteLink};
use crate::schema::{Instant, Nullable};

/// A website with its name.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionSite", example)]
pub(super) struct TransactionSiteDto {
    /// The website's id.
    id: String,
    /// The name that users see.
    name: String,
}

impl Example for TransactionSiteDto {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Pictures".to_owned(),
        }
    }
}

/// A website with its name and home page.
#[derive(Clone, Debug, Object)]
#[oai(rename = "BalanceSite", example)]
pub(super) struct BalanceSiteDto {
    /// The website's id.
    id: String,
    /// The name that users see.
    name: String,
    /// The URL of the home page.
    url: String,
}

impl From<WebsiteLink> for BalanceSiteDto {
    fn from(site: WebsiteLink) -> Self {
        Self {
            id: site.id,
            name: site.name,
            url: site.url,
        }
    }
}

impl Example for BalanceSiteDto {
    fn example() -> Self {
        let TransactionSiteDto { id, name } = TransactionSiteDto::example();
        let url = "https://pictures.example".to_owned();
        Self { id, name, url }
    }
}

/// A change of a balance.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Transaction", example)]
pub(super) struct TransactionDto {
    /// The transaction's id.
    id: String,
    /// The kind: `grant`, `spend`, `capture` (of a hold), `expiry`, `reversal` (of a spend, a capture or a
    /// claw-back), `void` (of a grant), `transfer` (two customers were merged, or separated again), `claw_back` (credits of a
    /// refunded or disputed payment) or `write_off` (such credits, if they were used before and are not owed). Clients must accept further kinds.
    kind: String,
    /// The credits that were added (above zero) or taken (below zero).
    amount: i64,
    /// The balance after the transaction, including held credits; below zero if the customer owes credits.
    balance_after: i64,
    /// The customer; null for a user's credits with the platform itself.
    customer_id: Nullable<String>,
    /// The website; null for the platform itself.
    website: Nullable<TransactionSiteDto>,
    /// The transaction that this one reverses or voids; null for all kinds but `reversal` and `void`.
    reverses: Nullable<String>,
    /// The code of the feature; null if the request named none.
    feature: Nullable<String>,
    /// The quantity of the feature, if it determined the amount; null otherwise.
    quantity: Nullable<i64>,
    /// The version of the price that applied to the quantity; null if there is none.
    price_version: Nullable<i64>,
    /// A description for the customer.
    description: Nullable<String>,
    /// The website's own data.
    metadata: Metadata,
    /// The booking time; never before an earlier transaction of the same balance.
    booked_at: Instant,
}

impl From<Transaction> for TransactionDto {
    fn from(transaction: Transaction) -> Self {
        let usage = transaction.billed.as_ref().and_then(|billed| billed.usage);
        let named = |site: WebsiteLink| TransactionSiteDto {
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
            metadata: Metadata::from_text(&transaction.metadata),
            booked_at: Instant(transaction.booked_at),
        }
    }
}

impl Example for TransactionDto {
    fn example() -> Self {
        Self {
            id: "txn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            kind: "spend".to_owned(),
            amount: -5,
            balance_after: 95,
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website: Some(TransactionSiteDto::example()).into(),
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

/// The balance of a customer. All numbers are whole credits.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Balance", example)]
pub(super) struct BalanceDto {
    /// The customer; null for a user's credits with the platform itself.
    customer_id: Nullable<String>,
    /// The website; null for the platform itself.
    website: Nullable<BalanceSiteDto>,
    /// The mode: `live` or `test`.
    mode: Mode,
    /// The name of one credit.
    unit: String,
    /// Decimal places for display; the numbers here are in the smallest unit.
    scale: i32,
    /// The booked credits, including held ones.
    posted: i64,
    /// The part of `posted` that open holds reserve.
    held: i64,
    /// The credits owed.
    debt: i64,
    /// The credits that can be spent now.
    available: i64,
    /// True if the customer has a subscription.
    subscribed: bool,
    /// The time of the last change.
    updated_at: Instant,
}

impl From<Balance> for BalanceDto {
    fn from(balance: Balance) -> Self {
        Self {
            customer_id: balance.customer_id.into(),
            website: balance.website.map(BalanceSiteDto::from).into(),
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

impl Example for BalanceDto {
    fn example() -> Self {
        Self {
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website: Some(BalanceSiteDto::example()).into(),
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

/// A transaction and the balance after it.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Movement", example)]
pub(super) struct TransactionResultDto {
    /// The transaction.
    transaction: TransactionDto,
    /// The balance after the transaction.
    balance: BalanceDto,
}

impl TransactionResultDto {
    /// Serializes the response, whose bytes are stored and replayed.
    pub(super) fn render(done: &OperationOutcome) -> Option<String> {
        let transaction = done.transaction.clone()?.into();
        let balance = done.balance.clone().into();
        let response = Self {
            transaction,
            balance,
        };
        Some(response.to_json_string())
    }
}

impl Example for TransactionResultDto {
    fn example() -> Self {
        Self {
            transaction: TransactionDto::example(),
            balance: BalanceDto::example(),
        }
    }
}

/// All balances of a user.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Balances", example)]
pub(super) struct MyCreditsDto {
    /// One balance for each website and mode, and one for the platform itself if there is one.
    balances: Vec<BalanceDto>,
}

impl From<Vec<Balance>> for MyCreditsDto {
    fn from(balances: Vec<Balance>) -> Self {
        let balances = balances.into_iter().map(Into::into).collect();
        Self { balances }
    }
}

impl Example for MyCreditsDto {
    fn example() -> Self {
        let balances = vec![BalanceDto::example()];
        Self { balances }
    }
}

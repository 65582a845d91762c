//! Data of one account in one mode: its objects, stored responses, scheduled tasks and pending deliveries.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{DeliveryFaults, ObjectKind, PendingDelivery, StoredResponse, Table};

/// An account in one mode. Live and test mode share nothing but the account's id.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ModeData {
    pub(crate) account: AccountFacts,
    pub(crate) is_live: bool,
    tables: BTreeMap<ObjectKind, Table>,
    /// Responses by idempotency key.
    pub(crate) responses: BTreeMap<String, StoredResponse>,
    pub(crate) tasks: Vec<ScheduledTask>,
    pub(crate) deliveries: Vec<PendingDelivery>,
    pub(crate) delivery_faults: DeliveryFaults,
    /// Number of calls by operation, such as `POST /v1/refunds`.
    pub(crate) calls: BTreeMap<String, u64>,
}

/// Facts of an account that decide about its objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AccountFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) country: String,
    pub(crate) default_currency: String,
    /// Tax of sessions with automatic tax, in hundredths of a percent.
    pub(crate) tax_basis_points: i64,
    /// Balance currency per million of the charge's minor units, by the currency of the charge.
    pub(crate) exchange_rates: BTreeMap<String, i64>,
    /// Status of a subscription after the last retry: `canceled`, `unpaid` or `past_due`.
    #[serde(default = "canceled")]
    pub(crate) after_retries: String,
}

fn canceled() -> String {
    "canceled".to_owned()
}

impl AccountFacts {
    /// Returns the facts of a new account: in Germany, in euros, without tax and without conversion.
    pub(crate) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            name: "Pretend Shop".to_owned(),
            country: "DE".to_owned(),
            default_currency: "eur".to_owned(),
            tax_basis_points: 0,
            exchange_rates: BTreeMap::new(),
            after_retries: canceled(),
        }
    }
}

/// A task that a later time of the double's clock triggers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScheduledTask {
    /// Seconds since the epoch.
    pub(crate) at: i64,
    pub(crate) kind: TaskKind,
    /// Id of the object.
    pub(crate) id: String,
}

/// The kinds of scheduled tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TaskKind {
    ExpireSession,
    SucceedPayment,
    FailPayment,
    OpenDispute,
    OpenInquiry,
    WarnOfFraud,
    EndDisputeDeadline,
    SucceedRefund,
    FailRefund,
    FinalizeInvoice,
    RetryInvoice,
    EndPeriod,
    CancelSubscription,
    WarnOfTrialEnd,
    ExpireIncomplete,
    ExpireUpdate,
    EndPhase,
    ResumeCollection,
}

impl ModeData {
    /// Creates an account without objects.
    pub(crate) fn new(account: AccountFacts, is_live: bool) -> Self {
        Self {
            account,
            is_live,
            tables: BTreeMap::new(),
            responses: BTreeMap::new(),
            tasks: Vec::new(),
            deliveries: Vec::new(),
            delivery_faults: DeliveryFaults::default(),
            calls: BTreeMap::new(),
        }
    }

    /// Returns the objects of a kind for a change.
    pub(crate) fn table_mut(&mut self, kind: ObjectKind) -> &mut Table {
        self.tables.entry(kind).or_default()
    }

    /// Returns the objects of a kind, if there were any.
    pub(crate) fn table(&self, kind: ObjectKind) -> Option<&Table> {
        self.tables.get(&kind)
    }

    /// Returns the objects of a kind, oldest first.
    pub(crate) fn objects(
        &self,
        kind: ObjectKind,
    ) -> impl DoubleEndedIterator<Item = &serde_json::Value> {
        self.tables.get(&kind).into_iter().flat_map(Table::iter)
    }

    /// Returns the objects of a kind that belong to another object, oldest first: payments of an invoice, refunds of a charge,
    /// and subscriptions of a customer.
    pub(crate) fn objects_of(
        &self,
        kind: ObjectKind,
        owner: &str,
    ) -> impl DoubleEndedIterator<Item = &serde_json::Value> {
        let table = self.tables.get(&kind).into_iter();
        table.flat_map(move |table| table.owned_by(owner))
    }

    /// Returns an object.
    pub(crate) fn find(&self, kind: ObjectKind, id: &str) -> Option<&serde_json::Value> {
        self.tables.get(&kind)?.get(id)
    }

    /// Returns true if an object of any kind has an id.
    pub(crate) fn has_object(&self, id: &str) -> bool {
        self.tables.values().any(|table| table.get(id).is_some())
    }

    /// Returns the number of objects of each kind.
    pub(crate) fn sizes(&self) -> BTreeMap<&'static str, usize> {
        let sizes = self.tables.iter();
        sizes
            .map(|(kind, table)| (kind.object(), table.len()))
            .collect()
    }
}

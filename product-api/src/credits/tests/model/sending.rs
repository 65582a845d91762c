//! Sends an act to the ledger like a client, which retries with the same key after a temporary refusal.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;

use super::format::{Reply, ResultIds, format_read, reply, written};
use super::keys::one;
use super::operations::{CustomerName, Limit, ModelOperation, ModelRequest};
use super::requests::{capturing, granting, holding, micros, silence, spending};
use crate::credits::commands::grant::grant;
use crate::credits::commands::holds;
use crate::credits::commands::overdraft::set_overdraft_limit;
use crate::credits::commands::reverse::{ReversalAmount, reverse, void_grant};
use crate::credits::commands::spend::spend;
use crate::credits::commands::spend_batch::{BatchItem, spend_batch};
use crate::credits::commands::spend_limit::limit_spending;
use crate::credits::execution::request::{CallContext, OperationResponse};
use crate::credits::execution::results::Atomicity;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::spend_limit::LimitPeriod;
use crate::credits::queries::balance_at::customer_balance_at;
use crate::credits::tests::test_ledger::TestLedger;
use crate::customers::CustomerRef;
use crate::idempotency::StoredResponse;
use crate::problem::Problem;

/// Pause before a retry.
const PAUSE: Duration = Duration::from_millis(50);

/// Ids that the ledger has created, by the names of a history.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    pub(super) made: BTreeMap<CustomerName, ResultIds>,
    pub(super) customers: [Option<String>; 2],
}

/// Results of one copy of an act.
#[derive(Clone, Debug)]
pub(super) struct Replies {
    pub(super) items: Vec<Reply>,
    /// True if the copy was retried.
    pub(super) was_busy: bool,
}

/// A sender, whose keys and names all begin with its own prefix.
#[derive(Clone)]
pub(super) struct Sender {
    pub(super) world: TestLedger,
    pub(super) prefix: String,
    pub(super) base: i64,
}

impl Sender {
    /// Sends one copy of an act until it has a result.
    pub(super) async fn send(&self, act: &ModelOperation, ids: &Ids) -> Replies {
        let mut was_busy = false;
        loop {
            let outcomes = self.once(act, ids).await;
            if outcomes.iter().any(is_busy) {
                was_busy = true;
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            let items = outcomes.iter().map(reply).collect();
            return Replies { items, was_busy };
        }
    }

    async fn once(
        &self,
        act: &ModelOperation,
        ids: &Ids,
    ) -> Vec<Result<OperationResponse, Problem>> {
        match &act.ask {
            ModelRequest::Batch { items, all_or_none } => {
                self.batch(act.number, items, *all_or_none).await
            }
            ModelRequest::Limit { who, limit } => vec![self.limit(*who, *limit, ids).await],
            ModelRequest::Grant { .. } | ModelRequest::Spend { .. } | ModelRequest::Hold { .. } => {
                vec![self.for_customer(act, ids).await]
            }
            ModelRequest::Capture { .. } | ModelRequest::Void(_) | ModelRequest::Extend(..) => {
                vec![self.send_to_hold(act, ids).await]
            }
            ModelRequest::Reverse(..) | ModelRequest::VoidGrant(_) => {
                vec![self.send_to_txn(act, ids).await]
            }
        }
    }

    fn call(&self, name: CustomerName, ask: &ModelRequest) -> CallContext {
        CallContext {
            render: written,
            ..self
                .world
                .call("web_1", &self.key(name), &json!(format!("{ask:?}")))
        }
    }

    /// Returns the key of an operation.
    pub(super) fn key(&self, (number, item): CustomerName) -> String {
        format!("{}-{number}.{item}", self.prefix)
    }

    fn customer(&self, who: usize, by_id: bool, ids: &Ids) -> CustomerRef {
        match ids.customers[who].clone().filter(|_| by_id) {
            Some(id) => CustomerRef::Id(id),
            None => CustomerRef::ExternalId(self.external_id(who)),
        }
    }

    pub(super) fn external_id(&self, who: usize) -> String {
        format!("{}-{who}", self.prefix)
    }

    async fn for_customer(
        &self,
        act: &ModelOperation,
        ids: &Ids,
    ) -> Result<OperationResponse, Problem> {
        let (call, app) = (self.call((act.number, 0), &act.ask), &self.world.app);
        let customer = |who: usize| self.customer(who, act.by_id, ids);
        match &act.ask {
            ModelRequest::Grant { who, .. } => {
                grant(app, call, granting(&act.ask, customer(*who), self.base)).await
            }
            ModelRequest::Hold { who, .. } => {
                holds::open(app, call, holding(&act.ask, customer(*who))).await
            }
            ModelRequest::Spend { who, price } => {
                spend(app, call, spending(*price, customer(*who))).await
            }
            _ => unreachable!("it names no customer"),
        }
    }

    async fn send_to_hold(
        &self,
        act: &ModelOperation,
        ids: &Ids,
    ) -> Result<OperationResponse, Problem> {
        let (call, app) = (self.call((act.number, 0), &act.ask), &self.world.app);
        let id = |name: &CustomerName| {
            let made = ids.made.get(name).and_then(|made| made.hold.clone());
            made.unwrap_or_else(|| "hold_none".to_owned())
        };
        match &act.ask {
            ModelRequest::Capture { hold, .. } => {
                let hold = id(hold);
                let capture = capturing(&act.ask, &hold);
                holds::capture(app, call, hold, capture, silence()).await
            }
            ModelRequest::Extend(hold, ttl) => {
                holds::extend(app, call, id(hold), micros(*ttl)).await
            }
            ModelRequest::Void(hold) => holds::void(app, call, id(hold)).await,
            _ => unreachable!("it is about no hold"),
        }
    }

    async fn send_to_txn(
        &self,
        act: &ModelOperation,
        ids: &Ids,
    ) -> Result<OperationResponse, Problem> {
        let (call, app) = (self.call((act.number, 0), &act.ask), &self.world.app);
        let id = |name: &CustomerName| {
            let made = ids.made.get(name).and_then(|made| made.txn.clone());
            made.unwrap_or_else(|| "txn_none".to_owned())
        };
        match &act.ask {
            ModelRequest::Reverse(original, amount) => {
                let how_much = amount.map_or(ReversalAmount::All, |amount| {
                    ReversalAmount::Part(Amount::new(amount))
                });
                reverse(app, call, id(original), how_much, silence()).await
            }
            ModelRequest::VoidGrant(grant) => void_grant(app, call, id(grant), silence()).await,
            _ => unreachable!("it is about no transaction"),
        }
    }

    async fn batch(
        &self,
        number: usize,
        items: &[(usize, i64)],
        all_or_none: bool,
    ) -> Vec<Result<OperationResponse, Problem>> {
        let item = |(index, item): (usize, &(usize, i64))| {
            let ask = one(*item);
            let ModelRequest::Spend { who, price } = ask else {
                unreachable!("batches are of spends");
            };
            let customer = CustomerRef::ExternalId(self.external_id(who));
            BatchItem {
                call: self.call((number, index), &ask),
                request: spending(price, customer),
            }
        };
        let atomicity = if all_or_none {
            Atomicity::AllOrNothing
        } else {
            Atomicity::Independent
        };
        let items = items.iter().enumerate().map(item).collect();
        spend_batch(&self.world.app, items, atomicity)
            .await
            .unwrap()
    }

    /// Sets a limit; the balance after it is its result.
    async fn limit(
        &self,
        who: usize,
        limit: Limit,
        ids: &Ids,
    ) -> Result<OperationResponse, Problem> {
        let access = self.world.access("web_1");
        let id = ids.customers[who].clone().unwrap_or_default();
        let app = &self.world.app;
        match limit {
            Limit::Owed(limit) => set_overdraft_limit(app, &access, &id, limit).await?,
            Limit::Spent(cap) => {
                let cap = cap.map(|(cap, is_month)| (cap, period_of(is_month)));
                limit_spending(app, &access, &id, cap).await?
            }
        };
        let seen = self.read(&id).await;
        Ok(OperationResponse {
            stored: StoredResponse::ok(format!("\n\n\n{seen}")),
            is_replayed: false,
        })
    }

    /// Reads a balance.
    pub(super) async fn read(&self, id: &str) -> String {
        let access = self.world.access("web_1");
        loop {
            match customer_balance_at(&self.world.app, &access, id, None).await {
                Err(problem) if is_retryable(&problem) => {}
                read => return format_read(&read.unwrap().balance),
            }
        }
    }
}

/// Returns true if the request was refused temporarily, so that a retry gets a result.
fn is_busy(outcome: &Result<OperationResponse, Problem>) -> bool {
    outcome.as_ref().is_err_and(is_retryable)
}

/// Returns true for a timeout or a busy key, which occur because hundreds of requests run concurrently.
fn is_retryable(problem: &Problem) -> bool {
    problem.kind().status() == 503 || problem.kind().slug() == "idempotency-in-flight"
}

fn period_of(is_month: bool) -> LimitPeriod {
    if is_month {
        LimitPeriod::Month
    } else {
        LimitPeriod::Day
    }
}

//! Sending an act to the ledger as its callers do: whoever is told to come again does, with the same key.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::Timestamp;
use serde_json::json;

use super::super::world::World;
use super::asked::{Act, Ask, Beyond, FEATURES, Name, Price};
use super::telling::{Reply, reply, told, told_all};
use crate::credits::amount::Amount;
use crate::credits::batch::{BatchItem, Bond, spend_batch};
use crate::credits::charge::Charge;
use crate::credits::execute::{Answer, Call};
use crate::credits::grant::{GrantRequest, grant};
use crate::credits::hold::OnExpiry;
use crate::credits::holding::{Capture, IfExpired, Overage};
use crate::credits::lot::LotKind;
use crate::credits::overdraft::set_overdraft_limit;
use crate::credits::reverse::{HowMuch, reverse, void_grant};
use crate::credits::set_aside::{self, HoldRequest, Words};
use crate::credits::spend::{SpendRequest, spend};
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// The pause before somebody comes again.
const PAUSE: Duration = Duration::from_millis(50);

/// What the ledger has made, by the names of a history.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    pub(super) made: BTreeMap<Name, (Option<String>, Option<String>)>,
    pub(super) customers: [Option<String>; 2],
}

/// What one copy of an act was answered.
#[derive(Clone, Debug)]
pub(super) struct Replies {
    pub(super) items: Vec<Reply>,
    /// Whether it had to come again.
    pub(super) was_busy: bool,
}

/// Who sends: everything under keys and names that begin with a word of its own.
#[derive(Clone)]
pub(super) struct Sender {
    pub(super) world: World,
    pub(super) prefix: String,
    pub(super) base: i64,
}

impl Sender {
    /// Sends one copy of an act, until it has an answer.
    pub(super) async fn send(&self, act: &Act, ids: &Ids) -> Replies {
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

    async fn once(&self, act: &Act, ids: &Ids) -> Vec<Result<Answer, Problem>> {
        match &act.ask {
            Ask::Batch { items, all_or_none } => self.batch(act.number, items, *all_or_none).await,
            Ask::Limit { who, limit } => vec![self.limit(*who, *limit, ids).await],
            Ask::Grant { .. } | Ask::Spend { .. } | Ask::Hold { .. } => {
                vec![self.for_customer(act, ids).await]
            }
            Ask::Capture { .. } | Ask::Void(_) | Ask::Extend(..) => {
                vec![self.of_hold(act, ids).await]
            }
            Ask::Reverse(..) | Ask::VoidGrant(_) => vec![self.of_txn(act, ids).await],
        }
    }

    fn call(&self, (number, item): Name, ask: &Ask) -> Call {
        let key = format!("{}-{number}.{item}", self.prefix);
        Call {
            render: told,
            ..self.world.call("web_1", &key, &json!(format!("{ask:?}")))
        }
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

    async fn for_customer(&self, act: &Act, ids: &Ids) -> Result<Answer, Problem> {
        let (call, app) = (self.call((act.number, 0), &act.ask), &self.world.app);
        let customer = |who: usize| self.customer(who, act.by_id, ids);
        match &act.ask {
            Ask::Grant {
                who,
                amount,
                kind,
                priority,
                until,
                feature,
            } => {
                let request = GrantRequest {
                    customer: customer(*who),
                    amount: Amount::new(*amount),
                    feature: feature.map(|feature| FEATURES[feature].to_owned()),
                    kind: LotKind::of_name(kind).unwrap(),
                    expires_at: until.map(|until| Timestamp::from_micros(self.base + until)),
                    priority: *priority,
                    reason: None,
                    metadata: "{}".to_owned(),
                };
                grant(app, call, request).await
            }
            Ask::Hold {
                who,
                price,
                ttl,
                captures_at_end,
            } => {
                let request = HoldRequest {
                    customer: customer(*who),
                    charge: charge(*price),
                    ttl: micros(*ttl),
                    on_expiry: if *captures_at_end {
                        OnExpiry::Capture
                    } else {
                        OnExpiry::Release
                    },
                    description: None,
                    metadata: "{}".to_owned(),
                };
                set_aside::open(app, call, request).await
            }
            Ask::Spend { who, price } => {
                spend(app, call, spending(customer(*who), charge(*price))).await
            }
            _ => unreachable!("it names no customer"),
        }
    }

    async fn of_hold(&self, act: &Act, ids: &Ids) -> Result<Answer, Problem> {
        let (call, app) = (self.call((act.number, 0), &act.ask), &self.world.app);
        let id = |name: &Name| {
            ids.made
                .get(name)
                .and_then(|(_, hold)| hold.clone())
                .unwrap_or_else(|| "hold_none".to_owned())
        };
        match &act.ask {
            Ask::Capture {
                hold,
                amount,
                is_final,
                beyond,
                if_expired_spend,
            } => {
                let hold = id(hold);
                let capture = Capture {
                    hold: hold.clone(),
                    amount: amount.map(|amount| Amount::new(amount).unwrap()),
                    is_final: *is_final,
                    overage: match beyond {
                        Beyond::Reject => Overage::Reject,
                        Beyond::Available => Overage::Available,
                        Beyond::Debt => Overage::Debt,
                    },
                    if_expired: if *if_expired_spend {
                        IfExpired::Spend
                    } else {
                        IfExpired::Reject
                    },
                };
                set_aside::capture(app, call, (hold, Some((capture, None))), silence()).await
            }
            Ask::Extend(hold, ttl) => set_aside::extend(app, call, (id(hold), micros(*ttl))).await,
            Ask::Void(hold) => set_aside::void(app, call, id(hold)).await,
            _ => unreachable!("it is about no hold"),
        }
    }

    async fn of_txn(&self, act: &Act, ids: &Ids) -> Result<Answer, Problem> {
        let (call, app) = (self.call((act.number, 0), &act.ask), &self.world.app);
        let id = |name: &Name| {
            ids.made
                .get(name)
                .and_then(|(txn, _)| txn.clone())
                .unwrap_or_else(|| "txn_none".to_owned())
        };
        match &act.ask {
            Ask::Reverse(original, amount) => {
                let how_much =
                    amount.map_or(HowMuch::All, |amount| HowMuch::Part(Amount::new(amount)));
                reverse(app, call, (id(original), how_much), silence()).await
            }
            Ask::VoidGrant(grant) => void_grant(app, call, id(grant), silence()).await,
            _ => unreachable!("it is about no transaction"),
        }
    }

    async fn batch(
        &self,
        number: usize,
        items: &[(usize, i64)],
        all_or_none: bool,
    ) -> Vec<Result<Answer, Problem>> {
        let items = items
            .iter()
            .enumerate()
            .map(|(place, (who, amount))| BatchItem {
                call: self.call(
                    (number, place),
                    &Ask::Spend {
                        who: *who,
                        price: Price::Plain(*amount),
                    },
                ),
                request: spending(
                    CustomerRef::ExternalId(self.external_id(*who)),
                    charge(Price::Plain(*amount)),
                ),
            });
        let bond = if all_or_none {
            Bond::AllOrNone
        } else {
            Bond::None
        };
        spend_batch(&self.world.app, items.collect(), bond)
            .await
            .unwrap()
    }

    /// Sets a limit; the answer as one that is kept nowhere.
    async fn limit(&self, who: usize, limit: i64, ids: &Ids) -> Result<Answer, Problem> {
        let access = self.world.access("web_1");
        let id = ids.customers[who].clone().unwrap_or_default();
        set_overdraft_limit(&self.world.app, &access, &id, limit).await?;
        let read = self.read(&id).await;
        Err(Problem::new(crate::problem::Kind::InvalidRequest, read))
    }

    /// What a look at a balance sees.
    pub(super) async fn read(&self, id: &str) -> String {
        let access = self.world.access("web_1");
        let read = crate::credits::balance_at::of_customer_at(&self.world.app, &access, id, None);
        told_all(None, None, &read.await.unwrap().balance)
    }
}

fn micros(micros: i64) -> Duration {
    Duration::from_micros(u64::try_from(micros).unwrap())
}

fn charge(price: Price) -> Option<Charge> {
    let code = |feature: usize| FEATURES[feature].to_owned();
    Some(match price {
        Price::Plain(amount) => Charge::Amount(Amount::new(amount)?, None),
        Price::For(amount, feature) => Charge::Amount(Amount::new(amount)?, Some(code(feature))),
        Price::Quantity(quantity, feature) => Charge::Quantity(quantity, code(feature)),
    })
}

fn spending(customer: CustomerRef, charge: Option<Charge>) -> SpendRequest {
    SpendRequest {
        customer,
        charge,
        description: None,
        metadata: "{}".to_owned(),
    }
}

fn silence() -> Words {
    Words {
        description: None,
        metadata: "{}".to_owned(),
    }
}

/// Others were first for now: the same request again gets an answer.
fn is_busy(outcome: &Result<Answer, Problem>) -> bool {
    outcome.as_ref().is_err_and(|problem| {
        problem.kind().status() == 503 || problem.kind().slug() == "idempotency-in-flight"
    })
}

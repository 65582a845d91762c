//! The model of a history's state: two wallets, the used keys, and the objects that they created.

use std::collections::BTreeMap;

use super::keys::StoredKey;
use super::operations::{CustomerName, FEATURES, Limit, ModelRequest, Price};
use super::prices::Prices;
use super::setting_aside::ModelCapture;
use super::wallet::{ModelLot, ModelRefusal, ModelWallet, no, out_of_range};
use super::wording::{ShownBalance, ShownConsumption, ShownHold, ShownTxn, done};

/// Objects of an operation: its wallet, and the indexes of its transaction and its hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct HouseOutcome {
    who: usize,
    txn: Option<usize>,
    hold: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ModelLedger {
    /// Time at which the history starts, in microseconds.
    pub(super) base: i64,
    prices: Prices,
    pub(super) wallets: [ModelWallet; 2],
    pub(super) stored: BTreeMap<CustomerName, StoredKey>,
    made: BTreeMap<CustomerName, HouseOutcome>,
}

impl ModelLedger {
    pub(super) fn new(base: i64, prices: Prices) -> Self {
        Self {
            base,
            prices,
            ..Self::default()
        }
    }

    /// Executes a request.
    pub(super) fn act(
        &mut self,
        name: CustomerName,
        ask: &ModelRequest,
        now: i64,
    ) -> Result<String, ModelRefusal> {
        match ask {
            ModelRequest::Grant { .. } | ModelRequest::Spend { .. } | ModelRequest::Hold { .. } => {
                self.for_customer(name, ask, now)
            }
            ModelRequest::Capture { hold, .. }
            | ModelRequest::Void(hold)
            | ModelRequest::Extend(hold, _) => {
                let made = self.made.get(hold).copied().unwrap_or_default();
                let Some(index) = made.hold else {
                    return Err(absent("hold"));
                };
                self.apply_to_hold(name, ask, (made.who, index), now)
            }
            ModelRequest::Reverse(original, amount) => {
                let (who, txn) = self.txn(*original).ok_or_else(|| absent("transaction"))?;
                self.done(name, who, now, |wallet, at| {
                    Ok((Some(wallet.reverse(txn, *amount, at)?), None))
                })
            }
            ModelRequest::VoidGrant(grant) => {
                let (who, txn) = self.txn(*grant).ok_or_else(|| absent("grant"))?;
                self.done(name, who, now, |wallet, at| {
                    Ok((Some(wallet.void_grant(txn, at)?), None))
                })
            }
            ModelRequest::Limit { who, limit } => {
                let wallet = &mut self.wallets[*who];
                match limit {
                    Limit::Owed(limit) if *limit < wallet.debt => return Err(out_of_range()),
                    Limit::Owed(limit) => wallet.limit_debt(*limit, now),
                    Limit::Spent(cap) => wallet.limit_spending(*cap, now),
                }
                Ok(self.read(*who, now))
            }
            ModelRequest::Batch { .. } => unreachable!("a batch is taken apart before"),
        }
    }

    fn txn(&self, name: CustomerName) -> Option<(usize, usize)> {
        let made = self.made.get(&name)?;
        Some((made.who, made.txn?))
    }

    fn for_customer(
        &mut self,
        name: CustomerName,
        ask: &ModelRequest,
        now: i64,
    ) -> Result<String, ModelRefusal> {
        match ask {
            ModelRequest::Grant {
                who,
                amount,
                kind,
                priority,
                until,
                feature,
            } => {
                let price = feature.map_or(Price::Plain(*amount), |feature| {
                    Price::For(*amount, feature)
                });
                let (amount, bill) = self.prices.cost(price, now)?;
                let base = self.base;
                self.done(name, *who, now, |wallet, at| {
                    let lot = ModelLot {
                        kind,
                        priority: priority.unwrap_or(usual_priority(kind)),
                        amount,
                        left: amount,
                        from: at,
                        ends: until.map(|until| base + until),
                        scope: bill.feature,
                        grant: None,
                    };
                    Ok((Some(wallet.grant(lot, bill, at)?), None))
                })
            }
            ModelRequest::Spend { who, price } => {
                let (cost, bill) = self.prices.cost(*price, now)?;
                self.done(name, *who, now, |wallet, at| {
                    let spent = (cost > 0).then(|| wallet.spend(cost, bill, at));
                    Ok((spent.transpose()?, None))
                })
            }
            ModelRequest::Hold {
                who,
                price,
                ttl,
                captures_at_end,
            } => {
                let (cost, bill) = self.prices.cost(*price, now)?;
                if cost == 0 {
                    return Err(out_of_range());
                }
                let terms = (cost, *ttl, *captures_at_end);
                self.done(name, *who, now, |wallet, at| {
                    Ok((None, Some(wallet.hold(terms, bill, at)?)))
                })
            }
            _ => unreachable!("it is about something that was made before"),
        }
    }

    fn apply_to_hold(
        &mut self,
        name: CustomerName,
        ask: &ModelRequest,
        (who, index): (usize, usize),
        now: i64,
    ) -> Result<String, ModelRefusal> {
        let capturing = self.capturing(ask, now)?;
        self.done(name, who, now, |wallet, at| {
            let txn = match ask {
                ModelRequest::Capture { .. } => Some(wallet.capture(index, &capturing, at)?),
                ModelRequest::Extend(_, ttl) => {
                    wallet.extend(index, *ttl, at)?;
                    None
                }
                _ => {
                    wallet.void(index, at)?;
                    None
                }
            };
            Ok((txn, Some(index)))
        })
    }

    /// Returns the credits to capture and their feature; a cost of zero is refused.
    fn capturing(&self, ask: &ModelRequest, now: i64) -> Result<ModelCapture, ModelRefusal> {
        let ModelRequest::Capture {
            price,
            is_final,
            beyond,
            if_expired_spend,
            ..
        } = ask
        else {
            return Ok(ModelCapture::default());
        };
        let cost = price.map(|price| self.prices.cost(price, now));
        let cost = cost.transpose()?;
        if cost.is_some_and(|(amount, _)| amount == 0) {
            return Err(out_of_range());
        }
        Ok(ModelCapture {
            amount: cost.map(|(amount, _)| amount),
            named: cost.map(|(_, bill)| bill).unwrap_or_default(),
            is_final: *is_final,
            beyond: *beyond,
            if_expired_spend: *if_expired_spend,
        })
    }

    /// Settles the wallet, executes an operation on it, and formats the result.
    fn done(
        &mut self,
        name: CustomerName,
        who: usize,
        now: i64,
        what: impl FnOnce(&mut ModelWallet, i64) -> Result<(Option<usize>, Option<usize>), ModelRefusal>,
    ) -> Result<String, ModelRefusal> {
        let wallet = &mut self.wallets[who];
        let at = now.max(wallet.last);
        wallet.settle(at);
        let (txn, hold) = what(wallet, at)?;
        if let Some(txn) = txn {
            wallet.txns[txn].name = Some(name);
        }
        // Released credits may have expired.
        wallet.settle(at);
        let makes = HouseOutcome { who, txn, hold };
        self.made.entry(name).or_insert(makes);
        Ok(format_result(wallet, (txn, hold)))
    }

    /// Reads a balance, as if all due expiries were booked.
    pub(super) fn read(&self, who: usize, now: i64) -> String {
        let mut wallet = self.wallets[who].clone();
        wallet.settle(now.max(wallet.last));
        format_result(&wallet, (None, None))
    }

    /// Settles both wallets, like the sweep.
    pub(super) fn sweep(&mut self, now: i64) {
        for wallet in &mut self.wallets {
            wallet.settle(now.max(wallet.last));
        }
    }
}

fn absent(what: &str) -> ModelRefusal {
    no(404, "not-found", &[("resource", what.to_owned())])
}

fn usual_priority(kind: &str) -> i16 {
    match kind {
        "promo" => 30,
        "subscription" => 40,
        _ => 50,
    }
}

/// Formats a result, with the transaction and the hold at these indexes.
fn format_result(wallet: &ModelWallet, (txn, hold): (Option<usize>, Option<usize>)) -> String {
    let code = |feature: usize| FEATURES[feature];
    let txn = txn.map(|index| &wallet.txns[index]);
    let shown_txn = txn.map(|txn| ShownTxn {
        kind: txn.kind,
        amount: txn.amount,
        after: txn.after,
        at: txn.at,
        feature: txn.bill.feature.map(code),
        usage: txn.bill.usage,
    });
    let spend = txn.filter(|txn| txn.kind == "spend");
    let took = spend.into_iter().flat_map(|txn| &txn.took);
    let taken = took.map(|(index, amount)| {
        let lot = &wallet.lots[*index];
        ShownConsumption {
            kind: lot.kind,
            amount: *amount,
            left: lot.left,
            is_scoped: lot.scope.is_some(),
            until: lot.ends,
        }
    });
    let shown_hold = hold.map(|index| {
        let hold = &wallet.holds[index];
        ShownHold {
            state: hold.state,
            amount: hold.amount,
            captured: hold.captured,
            released: hold.released,
            until: hold.ends,
            closed: hold.closed,
        }
    });
    let balance = ShownBalance {
        posted: wallet.posted(),
        held: wallet.held(),
        debt: wallet.debt,
        available: wallet.available(),
    };
    done(shown_txn.as_ref(), taken, shown_hold.as_ref(), &balance)
}

//! The model of a history's world: two wallets, the keys that were used, and what was made under them.

use std::collections::BTreeMap;

use foundation::Timestamp;

use super::asked::{Ask, FEATURES, Name, Price};
use super::setting_aside::Capturing;
use super::wallet::{Bill, Lot, No, Wallet, no, out_of_range};

/// From when on an image costs 4 credits instead of 3 for 2.
pub(super) const DEARER_FROM: i64 = 1_800_000_100_000_000;

/// What was made under a name: the wallet, and a place among its transactions or holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Made {
    who: usize,
    txn: Option<usize>,
    hold: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct House {
    /// The instant that the history's times are counted from, in microseconds.
    pub(super) base: i64,
    pub(super) wallets: [Wallet; 2],
    /// What was answered to which key: what was asked, and the answer.
    kept: BTreeMap<Name, (String, String)>,
    made: BTreeMap<Name, Made>,
}

impl House {
    pub(super) fn of(base: i64) -> Self {
        Self {
            base,
            ..Self::default()
        }
    }

    /// The answers to an act at an instant: one, or one for each item of a batch.
    pub(super) fn answer(&mut self, number: usize, ask: &Ask, now: i64) -> Vec<String> {
        match ask {
            Ask::Batch {
                items,
                all_or_none: false,
            } => {
                let items = items.iter().enumerate();
                items
                    .map(|(place, item)| self.keyed((number, place), &one(*item), now))
                    .collect()
            }
            Ask::Batch {
                items,
                all_or_none: true,
            } => self.together(number, items, now),
            _ => vec![self.keyed((number, 0), ask, now)],
        }
    }

    /// What a key gets: what it got before, or what is done now.
    fn keyed(&mut self, name: Name, ask: &Ask, now: i64) -> String {
        if let Some(known) = self.known(name, ask) {
            return known;
        }
        match self.act(name, ask, now) {
            Ok(done) => {
                self.kept.insert(name, (format!("{ask:?}"), done.clone()));
                done
            }
            Err(refused) => {
                // Refusals of shape are not kept, and neither is anything of what has no key.
                if !refused.starts_with("400") && !matches!(ask, Ask::Limit { .. }) {
                    self.kept
                        .insert(name, (format!("{ask:?}"), refused.clone()));
                }
                refused
            }
        }
    }

    /// Whether a key was used before.
    pub(super) fn is_known(&self, name: Name) -> bool {
        self.kept.contains_key(&name)
    }

    fn known(&self, name: Name, ask: &Ask) -> Option<String> {
        if matches!(ask, Ask::Limit { .. }) {
            return None;
        }
        let (asked, answer) = self.kept.get(&name)?;
        if *asked == format!("{ask:?}") {
            return Some(answer.clone());
        }
        Some(no(422, "idempotency-key-reused", &[]))
    }

    /// A batch that is done as a whole or not at all.
    fn together(&mut self, number: usize, items: &[(usize, i64)], now: i64) -> Vec<String> {
        let known: Vec<Option<String>> = items
            .iter()
            .enumerate()
            .map(|(place, item)| self.known((number, place), &one(*item)))
            .collect();
        let stopped =
            |place: usize| no(424, "batch-aborted", &[("refused_item", place.to_string())]);
        let refused_before = known.iter().position(|known| {
            known
                .as_ref()
                .is_some_and(|known| !known.starts_with("200"))
        });
        if let Some(place) = refused_before {
            return known
                .into_iter()
                .map(|known| known.unwrap_or_else(|| stopped(place)))
                .collect();
        }
        let mut after = self.clone();
        let mut told = Vec::new();
        for (place, item) in items.iter().enumerate() {
            let answer = after.keyed((number, place), &one(*item), now);
            if !answer.starts_with("200") {
                let mut all: Vec<String> = known
                    .into_iter()
                    .map(|known| known.unwrap_or_else(|| stopped(place)))
                    .collect();
                all[place] = answer;
                return all;
            }
            told.push(answer);
        }
        *self = after;
        told
    }

    /// How many credits a price is at an instant, and what they are for.
    fn cost(price: Price, now: i64) -> Result<(i64, Bill), No> {
        let unknown = || no(422, "unknown-feature", &[]);
        let (feature, quantity) = match price {
            Price::Plain(amount) => return Ok((amount, Bill::default())),
            Price::For(_, feature) if FEATURES[feature] == "none" => return Err(unknown()),
            Price::For(amount, feature) => {
                return Ok((
                    amount,
                    Bill {
                        feature: Some(feature),
                        usage: None,
                    },
                ));
            }
            Price::Quantity(quantity, feature) => (feature, quantity),
        };
        let (version, cost) = match FEATURES[feature] {
            "image" if now >= DEARER_FROM => (2, 4 * quantity),
            // Two for three credits; one alone costs two.
            "image" => (1, quantity + (quantity + 1).div_euclid(2)),
            "free" => (1, 0),
            _ => return Err(unknown()),
        };
        Ok((
            cost,
            Bill {
                feature: Some(feature),
                usage: Some((quantity, version)),
            },
        ))
    }

    fn act(&mut self, name: Name, ask: &Ask, now: i64) -> Result<String, No> {
        match ask {
            Ask::Grant { .. } | Ask::Spend { .. } | Ask::Hold { .. } => {
                self.for_customer(name, ask, now)
            }
            Ask::Capture { hold, .. } | Ask::Void(hold) | Ask::Extend(hold, _) => {
                let made = self.made.get(hold).copied().unwrap_or_default();
                let Some(place) = made.hold else {
                    return Err(absent("hold"));
                };
                self.of_hold(name, ask, (made.who, place), now)
            }
            Ask::Reverse(original, amount) => {
                let (who, txn) = self.txn(*original).ok_or_else(|| absent("transaction"))?;
                self.done(name, who, now, |wallet, at| {
                    Ok((Some(wallet.reverse(txn, *amount, at)?), None))
                })
            }
            Ask::VoidGrant(grant) => {
                let (who, txn) = self.txn(*grant).ok_or_else(|| absent("grant"))?;
                self.done(name, who, now, |wallet, at| {
                    Ok((Some(wallet.void_grant(txn, at)?), None))
                })
            }
            Ask::Limit { who, limit } => {
                let wallet = &mut self.wallets[*who];
                if *limit < wallet.debt {
                    return Err(out_of_range());
                }
                wallet.limit = *limit;
                Ok(self.read(*who, now))
            }
            Ask::Batch { .. } => unreachable!("a batch is taken apart before"),
        }
    }

    fn txn(&self, name: Name) -> Option<(usize, usize)> {
        let made = self.made.get(&name)?;
        Some((made.who, made.txn?))
    }

    fn for_customer(&mut self, name: Name, ask: &Ask, now: i64) -> Result<String, No> {
        match ask {
            Ask::Grant {
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
                let (amount, bill) = Self::cost(price, now)?;
                let base = self.base;
                self.done(name, *who, now, |wallet, at| {
                    let lot = Lot {
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
            Ask::Spend { who, price } => {
                let (cost, bill) = Self::cost(*price, now)?;
                self.done(name, *who, now, |wallet, at| {
                    let spent = (cost > 0).then(|| wallet.spend(cost, bill, at));
                    Ok((spent.transpose()?, None))
                })
            }
            Ask::Hold {
                who,
                price,
                ttl,
                captures_at_end,
            } => {
                let (cost, bill) = Self::cost(*price, now)?;
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

    fn of_hold(
        &mut self,
        name: Name,
        ask: &Ask,
        (who, place): (usize, usize),
        now: i64,
    ) -> Result<String, No> {
        self.done(name, who, now, |wallet, at| {
            let txn = match ask {
                Ask::Capture {
                    amount,
                    is_final,
                    beyond,
                    if_expired_spend,
                    ..
                } => {
                    let asked = Capturing {
                        amount: *amount,
                        is_final: *is_final,
                        beyond: *beyond,
                        if_expired_spend: *if_expired_spend,
                    };
                    Some(wallet.capture(place, &asked, at)?)
                }
                Ask::Extend(_, ttl) => {
                    wallet.extend(place, *ttl, at)?;
                    None
                }
                _ => {
                    wallet.void(place, at)?;
                    None
                }
            };
            Ok((txn, Some(place)))
        })
    }

    /// Does something to a wallet after everything that was due, and tells what it came to.
    fn done(
        &mut self,
        name: Name,
        who: usize,
        now: i64,
        what: impl FnOnce(&mut Wallet, i64) -> Result<(Option<usize>, Option<usize>), No>,
    ) -> Result<String, No> {
        let wallet = &mut self.wallets[who];
        let at = now.max(wallet.last);
        wallet.settle(at);
        let (txn, hold) = what(wallet, at)?;
        let told = txn.map(|txn| told_txn(wallet, txn));
        wallet.settle(at);
        let makes = Made { who, txn, hold };
        self.made.entry(name).or_insert(makes);
        let hold = hold.map(|hold| told_hold(wallet, hold));
        Ok(told_all((told, hold), wallet))
    }

    /// What a look at a balance sees: as if everything that is due were booked.
    pub(super) fn read(&self, who: usize, now: i64) -> String {
        let mut wallet = self.wallets[who].clone();
        wallet.settle(now.max(wallet.last));
        told_all((None, None), &wallet)
    }

    /// Settles both wallets, as the sweep does.
    pub(super) fn sweep(&mut self, now: i64) {
        for wallet in &mut self.wallets {
            wallet.settle(now.max(wallet.last));
        }
    }
}

fn one((who, amount): (usize, i64)) -> Ask {
    Ask::Spend {
        who,
        price: Price::Plain(amount),
    }
}

fn absent(what: &str) -> No {
    no(404, "not-found", &[("resource", what.to_owned())])
}

fn usual_priority(kind: &str) -> i16 {
    match kind {
        "promo" => 30,
        "subscription" | "rollover" => 40,
        _ => 50,
    }
}

pub(super) fn told_bill(bill: Bill) -> String {
    let feature = bill.feature.map_or("", |feature| FEATURES[feature]);
    let usage = bill
        .usage
        .map(|(quantity, version)| format!("{quantity}@{version}"));
    format!("[{feature} {}]", usage.unwrap_or_default())
}

fn told_txn(wallet: &Wallet, place: usize) -> String {
    let txn = &wallet.txns[place];
    format!(
        "{} {} after {} at {} {}",
        txn.kind,
        txn.amount,
        txn.after,
        txn.at,
        told_bill(txn.bill)
    )
}

fn told_hold(wallet: &Wallet, place: usize) -> String {
    let hold = &wallet.holds[place];
    let closed = hold.closed.map(|at| Timestamp::from_micros(at).micros());
    format!(
        "{} {}/{} of {} until {} closed {closed:?}",
        hold.state, hold.captured, hold.released, hold.amount, hold.ends
    )
}

fn told_all((txn, hold): (Option<String>, Option<String>), wallet: &Wallet) -> String {
    format!(
        "200 txn {txn:?} hold {hold:?} posted {} held {} debt {} available {}",
        wallet.posted(),
        wallet.held(),
        wallet.debt,
        wallet.available()
    )
}

//! The model of one customer's credits: lots, debt, and booked transactions. It shares no code
//! with the ledger.

use super::capping::ModelCap;
use super::operations::CustomerName;
use crate::credits::ledger::amount::LARGEST;

/// A refusal: status, slug, and its members.
pub(super) type ModelRefusal = String;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ModelLot {
    pub(super) kind: &'static str,
    pub(super) priority: i16,
    pub(super) amount: i64,
    pub(super) left: i64,
    pub(super) from: i64,
    pub(super) ends: Option<i64>,
    pub(super) scope: Option<usize>,
    /// The transaction that granted the lot.
    pub(super) grant: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ModelHold {
    pub(super) state: &'static str,
    pub(super) amount: i64,
    pub(super) captured: i64,
    pub(super) released: i64,
    pub(super) opened: i64,
    pub(super) ends: i64,
    pub(super) closed: Option<i64>,
    /// True if a late capture of the expired hold has already happened.
    pub(super) is_spent_late: bool,
    pub(super) captures_at_end: bool,
    pub(super) bill: Bill,
    /// Lots and the credits that the hold has pinned in them, in burn order.
    pub(super) pins: Vec<(usize, i64)>,
}

/// Purpose of credits: a feature, and the quantity with the version of its price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bill {
    pub(super) feature: Option<usize>,
    pub(super) usage: Option<(i64, i64)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ModelTxn {
    /// Name of its operation; none for an expiry.
    pub(super) name: Option<CustomerName>,
    pub(super) kind: &'static str,
    pub(super) amount: i64,
    pub(super) after: i64,
    pub(super) at: i64,
    pub(super) bill: Bill,
    /// Credits that became debt; `took` lists the lots of the others.
    pub(super) owed: i64,
    pub(super) took: Vec<(usize, i64)>,
    /// The reversals, in order.
    pub(super) back: Vec<i64>,
    /// The reversed transaction.
    pub(super) reverses: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ModelWallet {
    pub(super) lots: Vec<ModelLot>,
    pub(super) holds: Vec<ModelHold>,
    pub(super) txns: Vec<ModelTxn>,
    pub(super) debt: i64,
    pub(super) limit: i64,
    pub(super) cap: Option<ModelCap>,
    /// Time of the last write; nothing is booked before it.
    pub(super) last: i64,
}

pub(super) fn no(status: u16, slug: &str, members: &[(&str, String)]) -> ModelRefusal {
    let mut members = members.to_vec();
    members.sort();
    let members: Vec<String> = members
        .into_iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!("{status} {slug} {}", members.join(" "))
}

pub(super) fn too_little(required: i64, available: i64) -> ModelRefusal {
    let members = [
        ("required", required.to_string()),
        ("available", available.to_string()),
        ("shortfall", (required - available).to_string()),
        ("topup_url", "https://one.example".to_owned()),
    ];
    no(402, "insufficient-credits", &members)
}

pub(super) fn out_of_range() -> ModelRefusal {
    no(422, "amount-out-of-range", &[])
}

impl ModelWallet {
    pub(super) fn posted(&self) -> i64 {
        self.lots.iter().map(|lot| lot.left).sum()
    }

    pub(super) fn held(&self) -> i64 {
        self.holds
            .iter()
            .flat_map(|hold| &hold.pins)
            .map(|(_, amount)| amount)
            .sum()
    }

    pub(super) fn credit(&self) -> i64 {
        (self.limit - self.debt).max(0)
    }

    pub(super) fn available(&self) -> i64 {
        LARGEST.min(self.posted() - self.held() + self.credit())
    }

    /// Returns the credits of a lot that no hold has pinned.
    pub(super) fn free(&self, lot: usize) -> i64 {
        let pins = self.holds.iter().flat_map(|hold| &hold.pins);
        let pinned: i64 = pins
            .filter(|(of, _)| *of == lot)
            .map(|(_, amount)| amount)
            .sum();
        self.lots[lot].left - pinned
    }

    /// Sorts lots in burn order: for one feature only first, then by priority, expiry, unpaid before paid, and age.
    pub(super) fn in_order(&self, mut lots: Vec<usize>) -> Vec<usize> {
        lots.sort_by_key(|index| {
            let lot = &self.lots[*index];
            let any_use = u8::from(lot.scope.is_none());
            let paid = u8::from(lot.kind == "purchase");
            (
                any_use,
                lot.priority,
                lot.ends.unwrap_or(i64::MAX),
                paid,
                lot.from,
                *index,
            )
        });
        lots
    }

    /// Returns the lots from which an amount for a feature is taken at a time, and their total.
    pub(super) fn plan(
        &self,
        amount: i64,
        feature: Option<usize>,
        at: i64,
    ) -> (Vec<(usize, i64)>, i64) {
        let serves = |lot: &ModelLot| {
            let in_time = lot.from <= at && lot.ends.is_none_or(|ends| at < ends);
            in_time && lot.scope.is_none_or(|scope| feature == Some(scope))
        };
        let lots = (0..self.lots.len())
            .filter(|index| serves(&self.lots[*index]))
            .collect();
        let (mut parts, mut filter) = (Vec::new(), amount);
        for index in self.in_order(lots) {
            let part = self.free(index).min(filter);
            if part > 0 {
                parts.push((index, part));
                filter -= part;
            }
        }
        (parts, amount - filter)
    }

    /// Books credits that are taken from lots or become debt; negative numbers add credits.
    pub(super) fn book(
        &mut self,
        kind: &'static str,
        (took, owed): (Vec<(usize, i64)>, i64),
        bill: Bill,
        at: i64,
    ) -> usize {
        for (index, part) in &took {
            self.lots[*index].left -= part;
        }
        self.debt += owed;
        let taken: i64 = took.iter().map(|(_, part)| part).sum();
        self.enter(ModelTxn {
            kind,
            amount: -taken - owed,
            at,
            bill,
            owed,
            took,
            ..ModelTxn::default()
        })
    }

    /// Records a transaction whose effects are already applied.
    pub(super) fn enter(&mut self, mut txn: ModelTxn) -> usize {
        txn.at = txn.at.max(self.last);
        self.last = txn.at;
        txn.after = self.posted() - self.debt;
        self.txns.push(txn);
        self.txns.len() - 1
    }

    pub(super) fn grant(
        &mut self,
        mut lot: ModelLot,
        bill: Bill,
        at: i64,
    ) -> Result<usize, ModelRefusal> {
        if lot.ends.is_some_and(|ends| ends <= at) {
            return Err(no(400, "invalid-request", &[]));
        }
        let repaid = lot.amount.min(self.debt);
        if self.posted() + lot.amount - repaid > LARGEST {
            return Err(out_of_range());
        }
        self.debt -= repaid;
        lot.left = lot.amount - repaid;
        lot.grant = Some(self.txns.len());
        let amount = lot.amount;
        self.lots.push(lot);
        Ok(self.enter(ModelTxn {
            kind: "grant",
            amount,
            at,
            bill,
            ..ModelTxn::default()
        }))
    }

    pub(super) fn spend(
        &mut self,
        amount: i64,
        bill: Bill,
        at: i64,
    ) -> Result<usize, ModelRefusal> {
        let (parts, taken) = self.plan(amount, bill.feature, at);
        self.cap_allows(amount, at)?;
        if amount - taken > self.credit() {
            let (_, all) = self.plan(LARGEST, bill.feature, at);
            return Err(too_little(amount, LARGEST.min(all + self.credit())));
        }
        self.count(amount, at);
        Ok(self.book("spend", (parts, amount - taken), bill, at))
    }

    /// Takes back the rest of a grant that no hold has pinned.
    pub(super) fn void_grant(&mut self, txn: usize, at: i64) -> Result<usize, ModelRefusal> {
        if self.txns[txn].kind != "grant" {
            return Err(no(404, "not-found", &[("resource", "grant".to_owned())]));
        }
        let lots = (0..self.lots.len()).filter(|index| self.lots[*index].grant == Some(txn));
        let left: Vec<(usize, i64)> = lots
            .map(|index| (index, self.free(index)))
            .filter(|(_, free)| *free > 0)
            .collect();
        if left.is_empty() {
            return Err(no(409, "nothing-left", &[]));
        }
        let void = self.book("void", (left, 0), Bill::default(), at);
        self.txns[void].reverses = Some(txn);
        Ok(void)
    }
}

//! The model of holds and of expiries, which happen one by one, each at its own time.

use foundation::Timestamp;

use super::history::SECOND;
use super::operations::{FEATURES, ModelOverage};
use super::wallet::{Bill, ModelHold, ModelRefusal, ModelWallet, no, too_little};

const WEEK: i64 = 7 * 86_400 * SECOND;

fn exceeds(left: i64) -> ModelRefusal {
    no(
        422,
        "capture-exceeds-hold",
        &[("remaining", left.to_string())],
    )
}

/// Parameters of a capture.
#[derive(Default)]
pub(super) struct ModelCapture {
    pub(super) amount: Option<i64>,
    /// Feature and quantity in the request.
    pub(super) named: Bill,
    pub(super) is_final: bool,
    pub(super) beyond: ModelOverage,
    pub(super) if_expired_spend: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HoldEnding {
    Lot(usize),
    Hold(usize),
}

impl ModelHold {
    pub(super) fn left(&self) -> i64 {
        self.amount - self.captured - self.released
    }

    /// Refuses to use credits that are held for one feature for another.
    fn feature_for(&self, named: Bill) -> Result<Option<usize>, ModelRefusal> {
        match (self.bill.feature, named.feature) {
            (Some(of_hold), Some(named)) if of_hold != named => {
                let code = FEATURES[of_hold].to_owned();
                Err(no(422, "hold-feature-differs", &[("feature", code)]))
            }
            (of_hold, named) => Ok(of_hold.or(named)),
        }
    }

    /// Returns the feature and quantity of a capture: those of the request, or those of the hold.
    fn bill_for(&self, amount: i64, named: Bill) -> Bill {
        if named.feature.is_some() {
            named
        } else {
            self.bill_of(amount)
        }
    }

    /// Returns the hold's quantity only for a capture of the whole hold.
    fn bill_of(&self, amount: i64) -> Bill {
        let is_whole = amount == self.amount && self.captured == 0;
        Bill {
            usage: self.bill.usage.filter(|_| is_whole),
            ..self.bill
        }
    }
}

impl ModelWallet {
    /// Executes all expiries up to a time.
    pub(super) fn settle(&mut self, now: i64) {
        let mut reached = i64::MIN;
        while let Some((at, what)) = self.next_end(reached).filter(|(at, _)| *at <= now) {
            reached = at;
            match what {
                HoldEnding::Lot(lot) => {
                    let free = self.free(lot);
                    self.book("expiry", (vec![(lot, free)], 0), Bill::default(), at);
                }
                HoldEnding::Hold(hold) => self.end_hold(hold, at),
            }
        }
    }

    /// Returns the next expiry. Credits that a hold releases into an expired lot expire at once; lots precede holds at one
    /// time.
    fn next_end(&self, reached: i64) -> Option<(i64, HoldEnding)> {
        let lots = (0..self.lots.len()).filter(|index| self.free(*index) > 0);
        let lots = lots.filter_map(|index| {
            Some((self.lots[index].ends?.max(reached), HoldEnding::Lot(index)))
        });
        let lots = lots.min_by_key(|(at, what)| {
            let HoldEnding::Lot(index) = what else {
                return (*at, 0, 0);
            };
            (*at, self.lots[*index].ends.unwrap_or_default(), *index)
        });
        let holds = (0..self.holds.len()).filter(|index| self.holds[*index].state == "open");
        let holds = holds
            .map(|index| (self.holds[index].ends, HoldEnding::Hold(index)))
            .min();
        lots.into_iter().chain(holds).min()
    }

    fn end_hold(&mut self, index: usize, at: i64) {
        let hold = &self.holds[index];
        let (rest, bill) = (hold.left(), hold.bill_of(hold.left()));
        if hold.captures_at_end {
            let took = self.unpin(index, rest);
            self.book("capture", (took, 0), bill, at);
            self.holds[index].captured += rest;
            self.close(index, "captured", at);
        } else {
            self.close(index, "expired", at);
        }
    }

    fn unpin(&mut self, hold: usize, amount: i64) -> Vec<(usize, i64)> {
        let (mut filter, mut took) = (amount, Vec::new());
        for (lot, pinned) in &mut self.holds[hold].pins {
            let part = (*pinned).min(filter);
            *pinned -= part;
            filter -= part;
            took.push((*lot, part));
        }
        self.holds[hold].pins.retain(|(_, pinned)| *pinned > 0);
        took.retain(|(_, part)| *part > 0);
        took
    }

    fn close(&mut self, index: usize, state: &'static str, at: i64) {
        let hold = &mut self.holds[index];
        hold.released += hold.left();
        hold.pins.clear();
        hold.state = state;
        hold.closed = Some(at);
        self.last = self.last.max(at);
    }

    pub(super) fn hold(
        &mut self,
        (amount, ttl, captures_at_end): (i64, i64, bool),
        bill: Bill,
        at: i64,
    ) -> Result<usize, ModelRefusal> {
        let counted = if captures_at_end { amount } else { 0 };
        self.cap_allows(counted, at)?;
        if ttl > WEEK {
            return Err(no(400, "invalid-request", &[]));
        }
        let (pins, taken) = self.plan(amount, bill.feature, at);
        if taken < amount {
            return Err(too_little(amount, taken));
        }
        self.count(counted, at);
        let (opened, ends) = (at, at + ttl);
        self.holds.push(ModelHold {
            state: "open",
            amount,
            captured: 0,
            released: 0,
            opened,
            ends,
            closed: None,
            is_spent_late: false,
            captures_at_end,
            bill,
            pins,
        });
        self.last = self.last.max(at);
        Ok(self.holds.len() - 1)
    }

    fn open(&self, index: usize) -> Result<&ModelHold, ModelRefusal> {
        let hold = &self.holds[index];
        let slug = match hold.state {
            "open" => return Ok(hold),
            "expired" => "hold-expired",
            _ => "hold-not-open",
        };
        let closed_at = Timestamp::from_micros(hold.closed.unwrap_or_default()).to_iso8601();
        Err(no(
            409,
            slug,
            &[("state", hold.state.to_owned()), ("closed_at", closed_at)],
        ))
    }

    pub(super) fn capture(
        &mut self,
        index: usize,
        query: &ModelCapture,
        at: i64,
    ) -> Result<usize, ModelRefusal> {
        let counted = self.holds[index].counted_for(query);
        self.cap_allows(counted, at)?;
        let txn = self.capture_within(index, query, at)?;
        self.count(counted, at);
        Ok(txn)
    }

    fn capture_within(
        &mut self,
        index: usize,
        query: &ModelCapture,
        at: i64,
    ) -> Result<usize, ModelRefusal> {
        let hold = &self.holds[index];
        let feature = hold.feature_for(query.named)?;
        if hold.state == "expired" && query.if_expired_spend && !hold.is_spent_late {
            return self.capture_late(index, query, at);
        }
        let hold = self.open(index)?;
        let (left, amount) = (hold.left(), query.amount.unwrap_or(hold.left()));
        let bill = hold.bill_for(amount, query.named);
        let of_hold = amount.min(left);
        if amount > left && query.beyond == ModelOverage::Reject {
            return Err(exceeds(left));
        }
        let beyond = (query.beyond, feature);
        let (mut took, owed) = self.beyond(amount - of_hold, of_hold, beyond, at)?;
        for (lot, part) in self.unpin(index, of_hold) {
            match took.iter_mut().find(|(of, _)| *of == lot) {
                Some((_, sum)) => *sum += part,
                None => took.push((lot, part)),
            }
        }
        let txn = self.book("capture", (took, owed), bill, at);
        self.holds[index].captured += of_hold;
        if query.is_final || self.holds[index].left() == 0 {
            self.close(index, "captured", at);
        }
        Ok(txn)
    }

    /// Spends available credits in place of an expired hold; without `overage` no more than the hold had left.
    fn capture_late(
        &mut self,
        index: usize,
        query: &ModelCapture,
        at: i64,
    ) -> Result<usize, ModelRefusal> {
        let hold = &self.holds[index];
        let (left, feature) = (hold.amount - hold.captured, hold.feature_for(query.named)?);
        let amount = query.amount.unwrap_or(left);
        let bill = hold.bill_for(amount, query.named);
        if amount > left && query.beyond == ModelOverage::Reject {
            return Err(exceeds(left));
        }
        let taken = self.beyond(amount, 0, (query.beyond, feature), at)?;
        let txn = self.book("capture", taken, bill, at);
        let hold = &mut self.holds[index];
        hold.captured += amount.min(left);
        hold.released -= amount.min(left);
        hold.is_spent_late = query.is_final || hold.captured == hold.amount;
        Ok(txn)
    }

    /// Returns the lots and the debt from which a capture takes credits beyond its hold.
    fn beyond(
        &self,
        amount: i64,
        of_hold: i64,
        (beyond, feature): (ModelOverage, Option<usize>),
        at: i64,
    ) -> Result<(Vec<(usize, i64)>, i64), ModelRefusal> {
        let (took, taken) = self.plan(amount, feature, at);
        let credit = if beyond == ModelOverage::Debt {
            self.credit()
        } else {
            0
        };
        let owed = amount - taken;
        if owed > credit {
            return Err(too_little(of_hold + amount, of_hold + taken + credit));
        }
        Ok((took, owed))
    }

    pub(super) fn void(&mut self, index: usize, at: i64) -> Result<(), ModelRefusal> {
        self.open(index)?;
        self.close(index, "voided", at);
        Ok(())
    }

    pub(super) fn extend(&mut self, index: usize, ttl: i64, at: i64) -> Result<(), ModelRefusal> {
        let hold = self.open(index)?;
        if at + ttl > hold.opened + WEEK {
            return Err(no(400, "invalid-request", &[]));
        }
        self.holds[index].ends = self.holds[index].ends.max(at + ttl);
        self.last = self.last.max(at);
        Ok(())
    }
}

//! The model of spend limits: the books determine the initial count, and later spends add to it.

use foundation::Timestamp;

use super::history::DAY;
use super::setting_aside::ModelCapture;
use super::wallet::{ModelHold, ModelRefusal, ModelWallet, no};

/// A limit of a day or a month, with the credits counted in its last window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModelCap {
    most: i64,
    is_month: bool,
    window: i64,
    counted: i64,
}

fn window(is_month: bool, at: i64) -> i64 {
    if is_month {
        Timestamp::from_micros(at).month()
    } else {
        at.div_euclid(DAY)
    }
}

fn beginning(is_month: bool, window: i64) -> i64 {
    if is_month {
        Timestamp::from_month(window).micros()
    } else {
        window * DAY
    }
}

impl ModelHold {
    /// Returns the credits that a capture counts. A hold that captures at its expiry was counted at its opening.
    pub(super) fn counted_for(&self, query: &ModelCapture) -> i64 {
        let is_late = self.state == "expired" && query.if_expired_spend && !self.is_spent_late;
        let (left, before) = match self.state {
            "open" if self.captures_at_end => (self.left(), self.left()),
            "open" => (self.left(), 0),
            _ if is_late => (self.amount - self.captured, 0),
            _ => return 0,
        };
        (query.amount.unwrap_or(left) - before).max(0)
    }
}

impl ModelWallet {
    /// Sets the overdraft limit. A change is a write, so it settles due expiries.
    pub(super) fn limit_debt(&mut self, limit: i64, now: i64) {
        if limit != self.limit {
            self.settle(now.max(self.last));
            self.limit = limit;
        }
    }

    pub(super) fn limit_spending(&mut self, cap: Option<(i64, bool)>, now: i64) {
        let before = self.cap.map(|cap| cap.is_month);
        self.cap = cap.map(|(most, is_month)| match self.cap {
            Some(cap) if before == Some(is_month) => ModelCap { most, ..cap },
            _ => self.cap_from_the_books(most, is_month, now),
        });
    }

    fn cap_from_the_books(&self, most: i64, is_month: bool, now: i64) -> ModelCap {
        let (mut then, at) = (self.clone(), now.max(self.last));
        then.settle(at);
        let window = window(is_month, at);
        let since = beginning(is_month, window);
        let used = then.txns.iter().filter(|txn| txn.at >= since);
        let used = used.filter(|txn| ["spend", "capture"].contains(&txn.kind));
        let coming = then.holds.iter().filter(|hold| hold.captures_at_end);
        let coming = coming.filter(|hold| hold.state == "open");
        let counted =
            used.map(|txn| -txn.amount).sum::<i64>() + coming.map(ModelHold::left).sum::<i64>();
        ModelCap {
            most,
            is_month,
            window,
            counted,
        }
    }

    pub(super) fn cap_allows(&self, amount: i64, at: i64) -> Result<(), ModelRefusal> {
        let Some(cap) = self.cap.map(|cap| cap.at(at)).filter(|_| amount > 0) else {
            return Ok(());
        };
        if cap.counted + amount <= cap.most {
            return Ok(());
        }
        let ends = Timestamp::from_micros(beginning(cap.is_month, cap.window + 1));
        let members = [
            ("cap", cap.most.to_string()),
            ("resets_at", ends.to_iso8601()),
        ];
        Err(no(403, "spend-limit-reached", &members))
    }

    pub(super) fn count(&mut self, amount: i64, at: i64) {
        if amount > 0 {
            let counted = |cap: ModelCap| ModelCap {
                counted: cap.at(at).counted + amount,
                ..cap.at(at)
            };
            self.cap = self.cap.map(counted);
        }
    }
}

impl ModelCap {
    /// Moves to the window of a time, but never back.
    fn at(self, at: i64) -> Self {
        let now = window(self.is_month, at);
        if now <= self.window {
            return self;
        }
        Self {
            window: now,
            counted: 0,
            ..self
        }
    }
}

/// Formats a wallet's columns.
pub(super) fn format_cap(cap: Option<ModelCap>) -> String {
    let Some(cap) = cap else {
        return "cap 0 a life 0 in 0".to_owned();
    };
    let period = if cap.is_month { "month" } else { "day" };
    let ModelCap {
        most,
        window,
        counted,
        ..
    } = cap;
    format!("cap {most} a {period} {counted} in {window}")
}

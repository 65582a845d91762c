//! A model of the money of a paid year whose months are granted one by one.

/// Money of a year that its months have not taken. Amounts are in minor units.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UndividedYear {
    /// The part that later months may take, or that went back.
    open: i64,
    /// The part of months that never come.
    pub(super) breakage: i64,
    parts: i64,
    /// The amount of the payment.
    amount: i64,
    /// The money of the payment that was back at the last look.
    back: i64,
}

impl UndividedYear {
    pub(super) fn new(total: i64, tax: i64) -> Self {
        Self {
            open: total - tax,
            breakage: 0,
            parts: 12,
            amount: total,
            back: 0,
        }
    }

    /// Returns the part that went back, in the proportion of the payment.
    pub(super) fn returned(&self) -> i64 {
        let all = self.open + self.breakage;
        let back = self.back.min(self.amount);
        let part = (all * back).checked_div_euclid(self.amount);
        part.unwrap_or_default().min(self.open)
    }

    /// Returns the part that is owed.
    pub(super) fn deferred(&self) -> i64 {
        self.open - self.returned()
    }

    pub(super) fn take_share(&mut self) {
        self.open -= self.open.div_euclid(self.parts);
        self.parts -= 1;
    }

    /// Takes the share of a month. The money of a skipped one is divided among the later ones.
    pub(super) fn pass(&mut self, is_skipped: bool) {
        if is_skipped {
            self.parts = (self.parts - 1).max(1);
        } else {
            self.take_share();
        }
    }

    /// Takes over the money that is back. Money that comes again after the last month is not owed.
    pub(super) fn follow(&mut self, back: i64) {
        self.back = back;
        if self.parts == 0 {
            self.end();
        }
    }

    /// Ends the months: what is owed of later ones is breakage.
    pub(super) fn end(&mut self) {
        let rest = self.deferred();
        self.open -= rest;
        self.breakage += rest;
        self.parts = 0;
    }
}

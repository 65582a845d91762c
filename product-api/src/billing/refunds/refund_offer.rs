//! Offers of refunds: the amounts that can go back, and the credits that go with each.

/// A payment with the credits of its lots, as they are now. Amounts are in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RefundablePayment {
    /// The amount that was paid.
    pub(super) amount: i64,
    /// The credits of all lots of the payment.
    pub(super) granted: i64,
    /// The credits of earlier claw-backs, including those that became debt or were written off.
    pub(super) clawed_back: i64,
    /// The money that has gone back, for which credits were taken back.
    pub(super) back: i64,
    /// The money that can still go back.
    pub(super) remaining: i64,
    /// The credits that are left in the lots.
    pub(super) left: i64,
    /// The part of them that open holds of callers have pinned.
    pub(super) pinned: i64,
}

/// An amount that can go back, and the credits that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RefundOffer {
    /// The amount.
    pub(super) amount_minor: i64,
    /// The credits that are taken back in all.
    pub(super) credits: i64,
    /// The part of them that is left in the lots, and is taken at once.
    pub(super) unused: i64,
    /// The part of them that open holds reserve, and is taken when they end.
    pub(super) held: i64,
    /// The part of them that was used, and becomes debt or is written off.
    pub(super) used: i64,
}

impl RefundablePayment {
    /// Returns the unused credits: those that no hold reserves.
    pub(super) const fn unspent(&self) -> i64 {
        self.left.saturating_sub(self.pinned)
    }

    /// Returns the amount that has bought the unused credits, as far as it can still go back.
    pub(super) fn unspent_minor(&self) -> i64 {
        proportion(self.amount, self.unspent(), self.granted).min(self.remaining)
    }

    /// Returns the offer of an amount, which can still go back.
    pub(super) fn offer(&self, amount_minor: i64) -> RefundOffer {
        let back = self.back.saturating_add(amount_minor).min(self.amount);
        let target = proportion(self.granted, back, self.amount);
        let credits = target.saturating_sub(self.clawed_back).max(0);
        let unused = credits.min(self.unspent().max(0));
        let held = credits.saturating_sub(unused).min(self.pinned);
        RefundOffer {
            amount_minor,
            credits,
            unused,
            held,
            used: credits.saturating_sub(unused).saturating_sub(held),
        }
    }
}

/// Returns `whole` × `part` ÷ `of`, rounded down; zero of nothing.
fn proportion(whole: i64, part: i64, of: i64) -> i64 {
    let product = i128::from(whole) * i128::from(part.max(0));
    let share = product.checked_div_euclid(i128::from(of));
    share
        .and_then(|share| i64::try_from(share).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAYMENT: RefundablePayment = RefundablePayment {
        amount: 1_000,
        granted: 550,
        clawed_back: 0,
        back: 0,
        remaining: 1_000,
        left: 550,
        pinned: 0,
    };

    #[test]
    fn unspent_amount_is_the_share_of_the_unused_credits() {
        let rows = [
            (PAYMENT, 1_000),
            (
                RefundablePayment {
                    left: 275,
                    ..PAYMENT
                },
                500,
            ),
            (
                RefundablePayment {
                    left: 100,
                    ..PAYMENT
                },
                181,
            ),
            (RefundablePayment { left: 0, ..PAYMENT }, 0),
            (
                RefundablePayment {
                    pinned: 275,
                    ..PAYMENT
                },
                500,
            ),
            (
                RefundablePayment {
                    remaining: 300,
                    ..PAYMENT
                },
                300,
            ),
            (
                RefundablePayment {
                    granted: 0,
                    left: 0,
                    ..PAYMENT
                },
                0,
            ),
            (
                RefundablePayment {
                    amount: 0,
                    remaining: 0,
                    ..PAYMENT
                },
                0,
            ),
        ];
        for (payment, expected) in rows {
            assert_eq!(payment.unspent_minor(), expected, "{payment:?}");
        }
    }

    #[test]
    fn unspent_amount_takes_no_used_credits() {
        for left in 0..=550 {
            let payment = RefundablePayment { left, ..PAYMENT };
            let offer = payment.offer(payment.unspent_minor());
            assert_eq!((offer.used, offer.held), (0, 0), "{left}");
        }
    }

    #[test]
    fn offer_takes_unused_credits_first_then_held_then_used_ones() {
        let of = |payment: RefundablePayment, amount| {
            let offer = payment.offer(amount);
            (offer.credits, offer.unused, offer.held, offer.used)
        };
        let used = RefundablePayment {
            left: 150,
            pinned: 50,
            ..PAYMENT
        };
        let partly = RefundablePayment {
            back: 400,
            clawed_back: 220,
            remaining: 600,
            left: 330,
            ..PAYMENT
        };
        let rows = [
            (of(PAYMENT, 1_000), (550, 550, 0, 0)),
            (of(PAYMENT, 1), (0, 0, 0, 0)),
            (of(used, 100), (55, 55, 0, 0)),
            (of(used, 200), (110, 100, 10, 0)),
            (of(used, 1_000), (550, 100, 50, 400)),
            (of(partly, 600), (330, 330, 0, 0)),
            (of(partly, 100), (55, 55, 0, 0)),
        ];
        for (found, expected) in rows {
            assert_eq!(found, expected);
        }
    }
}

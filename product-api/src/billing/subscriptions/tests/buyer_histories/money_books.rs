//! Compares the payments and the credits of a buyer with the money at Stripe.

use foundation::testing::select;
use sqlx::FromRow;

use super::books::rows;
use super::buyer::{Buyer, BuyerWorld};
use crate::billing::checkouts::{PACK_CREDITS, PACK_PRICE, StripeMoney};

/// Taxes of a pack.
const PACK_TAX: i64 = 190;

// The money of a payment at Stripe and in dispute is that of the journal, without the fees.
const PAYMENT: &str = "\
    SELECT p.state, p.amount_minor, p.tax_minor, p.granted, p.undivided_minor, p.undivided_returned, \
        p.undivided_broken, p.refunded_minor, p.withdrawn_minor, p.clawed, \
        p.frozen, CAST(p.waits_for_holds AS BIGINT) AS waits_for_holds, \
        (SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
            WHERE t.payment_id = p.id AND t.kind <> 'fee' AND e.account = 'stripe') AS at_stripe, \
        (SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
            WHERE t.payment_id = p.id AND e.account = 'disputed') AS disputed \
    FROM payment p WHERE p.connection_id = 'scn_1' AND p.stripe_payment_intent = $1";

const PAYMENTS: &str =
    "SELECT COUNT(*) FROM payment WHERE owner_kind = 'customer' AND owner_id = $1";

/// Credits of both customers that came from an account of the book or went to it.
const MOVED: &str = "\
    SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM account w JOIN txn t ON t.account_id = w.id \
        JOIN entry e ON e.txn_id = t.id JOIN account s ON s.id = e.account_id \
    WHERE w.kind = 'wallet' AND w.owner_kind = 'customer' AND w.owner_id IN ($1, $2) AND s.kind LIKE $3";

/// Credits of a customer that have not expired, at a time in microseconds.
const USABLE: &str = "\
    SELECT COALESCE(CAST(SUM(l.remaining) AS BIGINT), 0) FROM account w JOIN lot l ON l.account_id = w.id \
    WHERE w.kind = 'wallet' AND w.owner_kind = 'customer' AND w.owner_id = $1 AND l.expires_at > CAST($2 AS BIGINT)";

/// A payment with its credits and its money.
#[derive(Debug, PartialEq, Eq, FromRow)]
struct PaymentBooks {
    state: String,
    amount_minor: i64,
    tax_minor: i64,
    granted: i64,
    undivided_minor: i64,
    undivided_returned: i64,
    undivided_broken: i64,
    refunded_minor: i64,
    withdrawn_minor: i64,
    clawed: i64,
    frozen: i64,
    waits_for_holds: i64,
    at_stripe: i64,
    disputed: i64,
}

impl Buyer {
    /// Checks the payments, and returns the credits that were taken back.
    pub(super) async fn check_payments(&self, world: &BuyerWorld) -> i64 {
        let mut taken = 0;
        let mut number = 0;
        for (index, invoice) in self.subscription.invoices.iter().enumerate() {
            let Some(money) = invoice.money.last() else {
                continue;
            };
            let undivided = self.expected.undivided.iter();
            let mut undivided = undivided.filter(|(of, _)| *of == index);
            let undivided = undivided.next().map(|(_, year)| *year).unwrap_or_default();
            let new = PaymentBooks {
                undivided_minor: undivided.deferred(),
                undivided_returned: undivided.returned(),
                undivided_broken: undivided.breakage,
                ..PaymentBooks::new(
                    invoice.total(),
                    invoice.tax(),
                    self.expected.granted_by(index),
                )
            };
            let intent = format!("pi_{}", invoice.id);
            taken += self.check_payment(world, &intent, new, money).await;
            number += 1;
        }
        for pack in &self.packs {
            let Some(money) = pack.money.last() else {
                continue;
            };
            let new = PaymentBooks::new(PACK_PRICE, PACK_TAX, PACK_CREDITS);
            let intent = format!("pi_{}", pack.number);
            taken += self.check_payment(world, &intent, new, money).await;
            number += 1;
        }
        for top_up in &self.top_ups {
            let Some(money) = top_up.money.last() else {
                continue;
            };
            let new = PaymentBooks::new(PACK_PRICE, PACK_TAX, PACK_CREDITS);
            let intent = format!("pi_in_{}", top_up.attempt);
            taken += self.check_payment(world, &intent, new, money).await;
            number += 1;
        }
        let customer = self.customer();
        let found: i64 = select(&world.plans.app.database, PAYMENTS, &[&customer]).await;
        assert_eq!(found, number, "{}", self.story());
        taken
    }

    /// Checks a payment that was paid so, and whose money is so now. Returns the credits that were taken back.
    async fn check_payment(
        &self,
        world: &BuyerWorld,
        intent: &str,
        new: PaymentBooks,
        money: &StripeMoney,
    ) -> i64 {
        let levels = money.expected(new.granted);
        let found: Vec<PaymentBooks> = rows(world, PAYMENT, intent).await;
        let frozen = found.first().map_or(0, |found| found.frozen);
        assert!(frozen <= levels.frozen, "{intent} {}", self.story());
        let expected = PaymentBooks {
            refunded_minor: levels.refunded,
            withdrawn_minor: levels.withdrawn,
            clawed: levels.target,
            frozen,
            at_stripe: new.amount_minor - levels.refunded - levels.withdrawn,
            disputed: levels.disputed,
            ..new
        };
        assert_eq!(found, [expected], "{intent} {}", self.story());
        levels.target
    }

    /// Checks the sums of the credits, and those that are left of a quiet buyer.
    pub(super) async fn check_credits(&self, world: &BuyerWorld, now: i64, taken: i64) {
        let database = &world.plans.app.database;
        let (customer, target) = (self.customer(), self.merge_target());
        let granted = self
            .expected
            .allowances
            .iter()
            .filter(|one| one.lot.is_some());
        let granted: i64 = granted.map(|one| one.credits).sum();
        let packs = self.packs.iter().filter(|pack| pack.is_paid).count();
        let by_rule = self.top_ups.iter().filter(|one| !one.money.is_empty());
        let packs = packs + by_rule.count();
        let bought = i64::try_from(packs).unwrap() * PACK_CREDITS;
        let moved = async |account: &str| -> i64 {
            select(database, MOVED, &[&customer, &target, account]).await
        };
        assert_eq!(
            moved("issued.%").await,
            -granted - bought,
            "{}",
            self.story()
        );
        assert_eq!(moved("spent").await, self.spent, "{}", self.story());
        assert_eq!(moved("clawed_back").await, taken, "{}", self.story());
        let written_off = -moved("written_off").await;
        let expired = moved("expired").await;
        assert!((0..=expired).contains(&written_off), "{}", self.story());
        if self.is_quiet {
            let time = (now * 1_000_000).to_string();
            let left: i64 = select(database, USABLE, &[&customer, &time]).await;
            assert_eq!(left, self.expected.lots.left(now), "{}", self.story());
        }
    }
}

impl PaymentBooks {
    /// Returns a payment as it is before anything goes back.
    fn new(amount_minor: i64, tax_minor: i64, granted: i64) -> Self {
        Self {
            state: "paid".to_owned(),
            amount_minor,
            tax_minor,
            granted,
            undivided_minor: 0,
            undivided_returned: 0,
            undivided_broken: 0,
            refunded_minor: 0,
            withdrawn_minor: 0,
            clawed: 0,
            frozen: 0,
            waits_for_holds: 0,
            at_stripe: amount_minor,
            disputed: 0,
        }
    }
}

//! Tests of the money of months that are never granted, because the year was refunded, disputed, ended or replaced, on both engines.

use foundation::on_both_engines;

use super::reversals::refund;
use super::rules::RULES;
use super::test_plans::{TestPlans, invoice, subscription};
use super::{day, days};
use crate::billing::payments::{DisputeFacts, RefundState, ReversalFacts};
use crate::billing::subscriptions::period::Period;
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

/// Money on an account, a debit above zero.
macro_rules! on {
    ($account:literal) => {
        concat!(
            "SELECT COALESCE(CAST(SUM(amount) AS BIGINT), 0) FROM money_entry WHERE account = '",
            $account,
            "'"
        )
    };
}

const UNDIVIDED: [&str; 3] = [
    "SELECT undivided_minor FROM payment WHERE stripe_invoice = 'in_1'",
    "SELECT undivided_returned FROM payment WHERE stripe_invoice = 'in_1'",
    "SELECT undivided_broken FROM payment WHERE stripe_invoice = 'in_1'",
];

fn year() -> Period {
    days("2027-10-31", "2028-10-31")
}

fn ended() -> SubscriptionFacts {
    SubscriptionFacts {
        status: "canceled".to_owned(),
        ended_at: Some(day("2027-10-31")),
        ..subscription("yearly", year())
    }
}

fn lost(withdrawn_minor: i64, status: &str) -> ReversalFacts {
    ReversalFacts {
        disputes: vec![DisputeFacts {
            stripe_id: "du_1".to_owned(),
            status: status.to_owned(),
            amount_minor: 10_000,
            withdrawn_minor,
            reason: None,
            due_by: None,
            opened_at: None,
            is_refundable: false,
        }],
        ..ReversalFacts::default()
    }
}

impl TestPlans {
    /// Pays a year of 100 euros, of which the first month takes 833 cents.
    async fn pay_first_month(&self) {
        self.at("2027-10-31");
        self.follow(&subscription("yearly", year())).await;
        self.bill(&invoice(1, "yearly", 10_000, year())).await;
        self.assert_money([-10_000, 0, 0, 0], [9_167, 0, 0]).await;
    }

    /// Checks what is on the accounts: deferred, breakage, and the losses by refunds and disputes. The undivided money of the year is
    /// owed, returned or recognized as breakage.
    async fn assert_money(&self, accounts: [i64; 4], undivided: [i64; 3]) {
        let statements = [
            on!("deferred"),
            on!("breakage"),
            on!("refunds"),
            on!("dispute_losses"),
        ];
        for (statement, expected) in statements.into_iter().zip(accounts) {
            assert_eq!(self.count(statement).await, expected, "{statement}");
        }
        for (statement, expected) in UNDIVIDED.into_iter().zip(undivided) {
            assert_eq!(self.count(statement).await, expected, "{statement}");
        }
        assert!(verify(&self.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn refund_of_a_year_returns_the_money_of_all_months(plans: TestPlans) {
        plans.pay_first_month().await;
        plans.take_back(refund(10_000, RefundState::Succeeded)).await;
        plans.assert_money([0, 0, 0, 0], [0, 9_167, 0]).await;
        plans.follow(&subscription("yearly", year())).await;
        plans.take_back(refund(10_000, RefundState::Failed)).await;
        plans.assert_money([-10_000, 0, 0, 0], [9_167, 0, 0]).await;
        plans.follow(&subscription("yearly", year())).await;
        plans.at("2027-11-30");
        assert_eq!(plans.sweep().await, 1);
        plans.assert_money([-10_000, 0, 0, 0], [9_167 - 833, 0, 0]).await;
    }
}

on_both_engines! {
    async fn refund_of_half_a_year_returns_half_of_the_months_to_come(plans: TestPlans) {
        plans.pay_first_month().await;
        // 416 of the first month, and 4,583 of the later ones; the rounding is money for used credits.
        plans.take_back(refund(5_000, RefundState::Succeeded)).await;
        plans.assert_money([-5_001, 0, 1, 0], [4_584, 4_583, 0]).await;
        plans.at("2027-11-30");
        assert_eq!(plans.sweep().await, 1);
        plans.assert_money([-5_001, 0, 1, 0], [4_167, 4_167, 0]).await;
        for _ in 0..2 {
            plans.take_back(refund(5_000, RefundState::Succeeded)).await;
            plans.assert_money([-5_001, 0, 1, 0], [4_167, 4_167, 0]).await;
        }
        // What is left when the subscription ends is not owed any more.
        plans.follow(&ended()).await;
        plans.assert_money([-834, -4_167, 1, 0], [0, 4_167, 4_167]).await;
        plans.take_back(refund(5_000, RefundState::Failed)).await;
        plans.assert_money([-1_666, -8_334, 0, 0], [0, 0, 8_334]).await;
    }
}

on_both_engines! {
    async fn lost_dispute_of_a_year_returns_the_money_of_all_months(plans: TestPlans) {
        plans.pay_first_month().await;
        plans.take_back(lost(10_000, "needs_response")).await;
        plans.assert_money([-10_000, 0, 0, 0], [9_167, 0, 0]).await;
        plans.take_back(lost(10_000, "lost")).await;
        plans.assert_money([0, 0, 0, 0], [0, 9_167, 0]).await;
        plans.follow(&ended()).await;
        plans.assert_money([0, 0, 0, 0], [0, 9_167, 0]).await;
        // An appeal that is won after the end brings no month.
        plans.take_back(lost(0, "won")).await;
        plans.assert_money([-833, -9_167, 0, 0], [0, 0, 9_167]).await;
    }
}

on_both_engines! {
    async fn rest_of_a_year_that_ends_or_is_replaced_is_breakage(plans: TestPlans) {
        plans.pay_first_month().await;
        plans.at("2027-11-10");
        let month = days("2027-11-10", "2027-12-10");
        plans.follow(&subscription("team", month)).await;
        plans.bill(&invoice(2, "team", 2_900, month)).await;
        plans.assert_money([-833 - 2_900, -9_167, 0, 0], [0, 0, 9_167]).await;
        let key = "SELECT COUNT(*) FROM money_txn t JOIN payment p ON p.id = t.payment_id \
            WHERE t.kind = 'earning' AND t.key = 'ungranted:' || p.id || ':0' AND p.stripe_invoice = 'in_1'";
        assert_eq!(plans.count(key).await, 1);
        // The first month of an invoice that is applied late is granted, and no other one.
        let third = days("2027-11-05", "2028-11-05");
        plans.bill(&invoice(3, "yearly", 10_000, third)).await;
        plans.assert_money([-833 - 2_900 - 833, -9_167 * 2, 0, 0], [0, 0, 9_167]).await;
        assert_eq!(plans.count("SELECT COUNT(*) FROM subscription WHERE next_at IS NULL").await, 1);
    }
}

on_both_engines! {
    async fn refund_after_the_end_is_no_money_of_months(plans: TestPlans) {
        plans.pay_first_month().await;
        for _ in 0..2 {
            plans.follow(&ended()).await;
            plans.assert_money([-833, -9_167, 0, 0], [0, 0, 9_167]).await;
        }
        plans.take_back(refund(10_000, RefundState::Succeeded)).await;
        plans.assert_money([0, -9_167, 9_167, 0], [0, 0, 9_167]).await;
    }
}

on_both_engines! {
    async fn lost_dispute_ends_the_months_of_a_subscription_that_it_does_not_end(plans: TestPlans) {
        plans.sql(RULES).await;
        plans.pay_first_month().await;
        let active = subscription("yearly", year());
        plans.take_back(lost(10_000, "lost")).await;
        plans.follow(&active).await;
        let stays = "SELECT COUNT(*) FROM subscription WHERE end_reason IS NULL AND next_at IS NULL AND paid_through < period_end";
        assert_eq!(plans.count(stays).await, 1);
        plans.at("2027-12-10");
        let rows = "SELECT COUNT(*) FROM allowance WHERE state = 'granted'";
        assert_eq!((plans.sweep().await, plans.count(rows).await), (0, 1), "no month of money that was withdrawn");
        let marks = "SELECT dirty FROM stripe_object WHERE kind = 'subscription'";
        let before = plans.count(marks).await;
        plans.take_back(lost(0, "won")).await;
        assert_eq!(plans.count(marks).await, before + 1, "a server looks at the subscription");
        plans.follow(&active).await;
        assert_eq!((plans.sweep().await, plans.count(rows).await), (1, 2), "an appeal was won");
        plans.assert_money([-10_000, 0, 0, 0], [8_334, 0, 0]).await;
    }
}

//! Tests of the clock: leap days, month ends, outages of 40 days, and ends to the microsecond, on both engines.

use std::time::Duration;

use foundation::testing::{TestEngine, open, select};
use foundation::{Timestamp, on_both_engines};

use super::test_plans::{TestPlans, invoice, subscription};
use super::{day, days};
use crate::billing::subscriptions::invoice_facts::InvoiceFacts;
use crate::billing::subscriptions::period::Period;
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

const MICROSECOND: Duration = Duration::from_micros(1);
const ROWS: &str = "SELECT COUNT(*) FROM allowance";
const SKIPPED: &str = "SELECT COUNT(*) FROM allowance WHERE state = 'skipped'";
const PAID_THROUGH: &str = "SELECT paid_through FROM subscription";
const EXPIRING: &str = "SELECT COUNT(*) FROM lot WHERE expires_at = CAST($1 AS BIGINT)";

impl TestPlans {
    /// Returns true if the customer can spend a credit at a time.
    async fn can_spend(&self, at: Timestamp) -> bool {
        self.clock.set(at);
        let key = format!("one-{}", at.micros());
        self.ledger.use_up(&key, "cus_1", 1).await
    }

    /// Sweeps until nothing is due.
    async fn sweep_all(&self) {
        while self.sweep().await > 0 {}
    }
}

on_both_engines! {
    async fn allowance_ends_with_its_grace_to_the_microsecond(plans: TestPlans) {
        // The last day of a month without the day of its anchor, in a leap year.
        let month = days("2028-01-31", "2028-02-29");
        plans.at("2028-01-31");
        plans.follow(&subscription("plain", month)).await;
        plans.bill(&invoice(1, "plain", 900, month)).await;
        let end = day("2028-03-01");
        let rows = [
            (day("2028-02-29").minus(MICROSECOND), true), (day("2028-02-29"), true), (end.minus(MICROSECOND), true),
            (end, false), (end.plus(MICROSECOND), false),
        ];
        for (time, expected) in rows {
            assert_eq!(plans.can_spend(time).await, expected, "{time:?}");
        }
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn credits_of_a_trial_end_with_it_to_the_microsecond(plans: TestPlans) {
        let trial = days("2028-02-15", "2028-02-29");
        plans.at("2028-02-15");
        let facts = SubscriptionFacts {
            status: "trialing".to_owned(), trial_end: Some(trial.end), anchor: trial.end, ..subscription("plain", trial)
        };
        plans.follow(&facts).await;
        plans.bill(&invoice(1, "plain", 0, trial)).await;
        let rows = [(trial.start, true), (trial.end.minus(MICROSECOND), true), (trial.end, false)];
        for (time, expected) in rows {
            assert_eq!(plans.can_spend(time).await, expected, "{time:?}");
        }
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn lots_of_an_ended_subscription_end_with_its_last_period_to_the_microsecond(plans: TestPlans) {
        let month = days("2028-01-31", "2028-02-29");
        plans.at("2028-01-31");
        plans.follow(&subscription("plain", month)).await;
        plans.bill(&invoice(1, "plain", 900, month)).await;
        let over = SubscriptionFacts {
            status: "canceled".to_owned(), ended_at: Some(day("2028-02-10")), ..subscription("plain", month)
        };
        plans.at("2028-02-10");
        plans.follow(&over).await;
        plans.clock.set(month.end.minus(MICROSECOND));
        assert_eq!((plans.sweep().await, plans.credits().await), (0, 1_000));
        plans.clock.set(month.end);
        assert_eq!((plans.sweep().await, plans.credits().await), (1, 0));
    }
}

on_both_engines! {
    async fn year_from_a_leap_day_has_twelve_months_and_renews_on_the_last_day_of_february(plans: TestPlans) {
        plans.at("2028-02-29");
        let (first, second) = (days("2028-02-29", "2029-02-28"), days("2029-02-28", "2030-02-28"));
        plans.follow(&subscription("yearly", first)).await;
        plans.bill(&invoice(1, "yearly", 10_000, first)).await;
        let starts = [
            "2028-03-29", "2028-04-29", "2028-05-29", "2028-06-29", "2028-07-29", "2028-08-29", "2028-09-29", "2028-10-29",
            "2028-11-29", "2028-12-29", "2029-01-29",
        ];
        for (rows, start) in (1..).zip(starts) {
            plans.clock.set(day(start).minus(MICROSECOND));
            assert_eq!((plans.sweep().await, plans.count(ROWS).await), (0, rows), "{start}");
            plans.at(start);
            assert_eq!((plans.sweep().await, plans.count(ROWS).await), (1, rows + 1), "{start}");
        }
        let last = "SELECT MAX(ends_at) FROM allowance";
        assert_eq!(plans.count(last).await, first.end.micros());
        assert_eq!(plans.count("SELECT undivided_minor FROM payment").await, 0);
        plans.at("2029-02-28");
        assert_eq!(plans.sweep().await, 0, "the first year has no thirteenth month");
        plans.follow(&SubscriptionFacts { anchor: first.start, ..subscription("yearly", second) }).await;
        plans.bill(&invoice(2, "yearly", 10_000, second)).await;
        assert_eq!(plans.count(last).await, day("2029-03-29").micros(), "the period ends on the day of the anchor again");
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

/// The first three periods of a month that begins on January 31 of a leap year.
fn months() -> [Period; 3] {
    [
        days("2028-01-31", "2028-02-29"),
        days("2028-02-29", "2028-03-31"),
        days("2028-03-31", "2028-04-30"),
    ]
}

on_both_engines! {
    async fn monthly_renewals_of_an_outage_of_40_days_are_granted_once_each(plans: TestPlans) {
        let [first, second, third] = months();
        plans.at("2028-01-31");
        plans.follow(&subscription("plain", first)).await;
        plans.bill(&invoice(1, "plain", 900, first)).await;
        // From February 28 to April 8, with two renewals in between.
        plans.at("2028-04-08");
        plans.sweep_all().await;
        plans.follow(&SubscriptionFacts { anchor: first.start, ..subscription("plain", third) }).await;
        for number in [3, 2, 3, 2] {
            let period = if number == 2 { second } else { third };
            plans.bill(&invoice(number, "plain", 900, period)).await;
        }
        assert_eq!((plans.count(ROWS).await, plans.count(SKIPPED).await), (3, 0), "the money of each period was paid");
        assert_eq!(plans.count(PAID_THROUGH).await, third.end.micros());
        let wake = day("2028-04-08");
        let hour = wake.plus(Duration::from_hours(1)).micros();
        let late: i64 = select(&plans.app.database, EXPIRING, &[&hour.to_string()]).await;
        assert_eq!(late, 1, "the credits of the earlier period can be used for an hour");
        assert!(plans.ledger.use_up("both", "cus_1", 1_500).await);
        plans.clock.set(wake.plus(Duration::from_hours(1)));
        assert!(!plans.ledger.use_up("late", "cus_1", 501).await);
        assert!(plans.ledger.use_up("rest", "cus_1", 500).await);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

/// Pays a year from October 31, and grants its months up to the eleventh, which begins on August 31.
async fn pay_year(plans: &TestPlans, year: Period) {
    plans.clock.set(year.start);
    plans.follow(&subscription("yearly", year)).await;
    plans.bill(&invoice(1, "yearly", 10_000, year)).await;
    let starts = [
        "2027-11-30",
        "2027-12-31",
        "2028-01-31",
        "2028-02-29",
        "2028-03-31",
        "2028-04-30",
        "2028-05-31",
        "2028-06-30",
        "2028-07-31",
        "2028-08-31",
    ];
    for start in starts {
        plans.at(start);
        assert_eq!(plans.sweep().await, 1, "{start}");
    }
}

on_both_engines! {
    /// The outage lasts from September 29 to November 8: the last month of a paid year begins and ends in it, and the year renews.
    async fn each_month_of_a_year_has_its_row_after_an_outage_of_40_days(engine: TestEngine) {
        for is_swept_first in [true, false] {
            let plans: TestPlans = open(engine).await;
            let (first, second) = (days("2027-10-31", "2028-10-31"), days("2028-10-31", "2029-10-31"));
            pay_year(&plans, first).await;
            plans.at("2028-11-08");
            if is_swept_first {
                plans.sweep_all().await;
            }
            plans.follow(&SubscriptionFacts { anchor: first.start, ..subscription("yearly", second) }).await;
            plans.bill(&invoice(2, "yearly", 10_000, second)).await;
            plans.sweep_all().await;
            assert_eq!((plans.count(ROWS).await, plans.count(SKIPPED).await), (13, 1), "swept first: {is_swept_first}");
            assert_eq!(plans.count(PAID_THROUGH).await, second.end.micros());
            let next = "SELECT next_allowance_at FROM subscription";
            assert_eq!(plans.count(next).await, day("2028-11-30").micros());
            let skipped = "SELECT undivided_broken FROM payment WHERE stripe_invoice = 'in_1'";
            assert_eq!(plans.count(skipped).await, 834, "the money of the last month is not owed any more");
            assert!(verify(&plans.app.database).await.unwrap().is_empty());
        }
    }
}

on_both_engines! {
    /// A year with 1,000 credits a month is replaced by a plan with 4,000, whose invoice is applied later.
    async fn months_before_a_new_period_have_the_terms_by_which_they_were_paid(engine: TestEngine) {
        // The day of the restart, and the months that are granted by its terms before its invoice is applied
        for (restart, months) in [("2027-12-05", 1), ("2027-11-20", 0)] {
            let plans: TestPlans = open(engine).await;
            let year = days("2027-10-31", "2028-10-31");
            plans.at("2027-10-31");
            plans.follow(&subscription("yearly", year)).await;
            plans.bill(&invoice(1, "yearly", 10_000, year)).await;
            let period = Period { start: day(restart), end: day("2028-01-05") };
            plans.at("2027-12-06");
            plans.follow(&SubscriptionFacts { quantity: 2, ..subscription("team", period) }).await;
            plans.sweep_all().await;
            let granted = "SELECT COUNT(*) FROM allowance WHERE plan_id = 'pln_yearly' AND credits = 1000 AND quantity = 1";
            assert_eq!((plans.count(granted).await, plans.count(ROWS).await), (1 + months, 1 + months), "{restart}");
            let last = "SELECT MAX(ends_at) FROM allowance";
            let end = if months > 0 { day("2027-12-31") } else { day("2027-11-30") };
            assert_eq!(plans.count(last).await, end.micros(), "{restart}: the month of the year's own day");
            let mut paid = invoice(2, "team", 5_800, period);
            (paid.is_renewal, paid.lines[0].quantity) = (false, 2);
            plans.bill(&paid).await;
            assert_eq!(plans.count("SELECT credits FROM allowance WHERE plan_id = 'pln_team'").await, 8_000);
            assert_eq!(plans.count(PAID_THROUGH).await, period.end.micros());
            plans.at("2028-01-01");
            assert_eq!(plans.sweep().await, 0, "no month of the year follows");
            assert!(verify(&plans.app.database).await.unwrap().is_empty());
        }
    }
}

on_both_engines! {
    async fn months_of_a_year_wait_while_its_price_belongs_to_no_plan(plans: TestPlans) {
        let year = days("2027-10-31", "2028-10-31");
        plans.at("2027-10-31");
        let facts = subscription("yearly", year);
        plans.follow(&facts).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        let unmapped = SubscriptionFacts { price_id: Some("unknown".to_owned()), ..facts.clone() };
        plans.follow(&unmapped).await;
        plans.at("2027-12-10");
        assert_eq!((plans.sweep().await, plans.count(ROWS).await), (0, 1), "no plan says what a month brings");
        plans.follow(&facts).await;
        plans.sweep_all().await;
        assert_eq!((plans.count(ROWS).await, plans.count(SKIPPED).await), (2, 0), "the running month");
        plans.at("2027-12-31");
        assert_eq!((plans.sweep().await, plans.count(ROWS).await), (1, 3));
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn subscription_that_cannot_be_swept_does_not_prevent_others(plans: TestPlans) {
        let year = days("2027-10-31", "2028-10-31");
        plans.at("2027-10-31");
        plans.follow(&subscription("yearly", year)).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        for statement in [
            "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at, listed_as) \
             VALUES ('cus_2', 'web_1', 'live', 'bob', 0, 0, 'bob')",
            "INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, stripe_id, is_default, created_at, updated_at) \
             VALUES ('scn_1', 'customer', 'cus_2', 1, 'cus_other', TRUE, 0, 0)",
        ] {
            plans.sql(statement).await;
        }
        let customer = Some("cus_other".to_owned());
        let second = SubscriptionFacts { id: "sub_2".to_owned(), customer: customer.clone(), ..subscription("yearly", year) };
        plans.follow(&second).await;
        plans.bill(&InvoiceFacts { subscription: Some(second.id), customer, ..invoice(2, "yearly", 10_000, year) }).await;
        plans.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet' AND owner_id = 'cus_1'").await;
        plans.at("2027-11-30");
        assert_eq!(plans.sweep().await, 1, "the first one fails");
        let rows = "SELECT COUNT(*) FROM allowance a JOIN subscription s ON s.id = a.subscription_id WHERE s.stripe_id = 'sub_2'";
        assert_eq!(plans.count(rows).await, 2);
    }
}

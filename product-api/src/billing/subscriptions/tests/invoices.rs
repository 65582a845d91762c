//! Tests of the allowances that a paid invoice brings.

use foundation::Timestamp;
use proptest::prelude::*;

use super::{MONTHLY, day, days, plan};
use crate::billing::catalog::{GrantEvery, Interval, PlanFeatureCredits, PlanTerms, Trial};
use crate::billing::subscriptions::allowance::AllowanceKind;
use crate::billing::subscriptions::invoice_facts::{
    InvoiceAmounts, InvoiceFacts, InvoiceLineFacts, InvoiceStatus,
};
use crate::billing::subscriptions::invoice_grants::{
    BillingCycle, InvoiceGrants, PlanOfPrice, invoice_grants,
};
use crate::billing::subscriptions::period::Period;

fn invoice(lines: Vec<InvoiceLineFacts>) -> InvoiceFacts {
    InvoiceFacts {
        id: "in_1".to_owned(),
        status: InvoiceStatus::Paid,
        subscription: Some("sub_1".to_owned()),
        customer: Some("cus_1".to_owned()),
        is_live: false,
        currency: "eur".to_owned(),
        amounts: InvoiceAmounts::default(),
        payment_intent: None,
        lines,
        is_renewal: true,
        attempts: 1,
        hosted_url: None,
        paid_at: None,
    }
}

/// Returns the line of a whole period.
fn whole(price: &str, quantity: i64, period: Period) -> InvoiceLineFacts {
    InvoiceLineFacts {
        price_id: Some(price.to_owned()),
        quantity,
        amount_minor: 900,
        is_proration: false,
        period,
    }
}

/// Returns a line for the rest of a period, or for its unused time.
fn rest(price: &str, quantity: i64, amount_minor: i64, period: Period) -> InvoiceLineFacts {
    InvoiceLineFacts {
        amount_minor,
        is_proration: true,
        ..whole(price, quantity, period)
    }
}

fn plans() -> Vec<PlanOfPrice> {
    let with_price = |stripe_price_id: &str, terms: PlanTerms| PlanOfPrice {
        stripe_price_id: stripe_price_id.to_owned(),
        plan: plan(terms),
    };
    let trial = Trial {
        days: 14,
        credits: 100,
        needs_card: true,
    };
    let mut team = with_price(
        "team",
        PlanTerms {
            credits: 3_000,
            trial: Some(trial),
            ..MONTHLY
        },
    );
    team.plan.features = vec![PlanFeatureCredits {
        feature_id: 7,
        code: "image".to_owned(),
        credits: 50,
    }];
    let yearly = PlanTerms {
        interval: Interval::Year,
        grant_every: GrantEvery::Month,
        ..MONTHLY
    };
    vec![
        with_price("pro", MONTHLY),
        team,
        with_price("yearly", yearly),
    ]
}

fn granted(lines: Vec<InvoiceLineFacts>, anchor: &str, trial_end: Option<&str>) -> InvoiceGrants {
    let cycle = BillingCycle {
        anchor: day(anchor),
        trial_end: trial_end.map(day),
        has_trial_credits: true,
        is_granted_at_once: false,
    };
    invoice_grants(&invoice(lines), &plans(), cycle)
}

/// Returns the keys in the ledger and the credits of allowances.
fn keys(grants: &InvoiceGrants) -> Vec<(String, i64)> {
    let allowances = grants.allowances.iter();
    allowances
        .map(|one| (one.op_key("sbs_1"), one.credits))
        .collect()
}

#[test]
fn whole_period_brings_its_allowance() {
    let may = days("2027-05-10", "2027-06-10");
    let start = may.start.seconds();
    let found = granted(vec![whole("pro", 1, may)], "2027-05-10", None);
    assert_eq!(keys(&found), [(format!("allowance:sbs_1:{start}"), 1_000)]);
    assert_eq!((found.parts, found.paid_through), (1, Some(may.end)));
    let found = granted(vec![whole("team", 3, may)], "2027-05-10", None);
    let expected = [
        (format!("allowance:sbs_1:{start}"), 9_000),
        (format!("allowance:sbs_1:{start}:image"), 150),
    ];
    assert_eq!(keys(&found), expected);
    assert_eq!(found.allowances[1].feature_id, Some(7));
    assert!(found.allowances.iter().all(|one| one.period == may));
}

#[test]
fn year_brings_its_first_month() {
    let year = days("2027-10-31", "2028-10-31");
    let found = granted(vec![whole("yearly", 1, year)], "2027-10-31", None);
    assert_eq!(found.allowances.len(), 1);
    assert_eq!(found.allowances[0].period, days("2027-10-31", "2027-11-30"));
    assert_eq!((found.parts, found.paid_through), (12, Some(year.end)));
}

#[test]
fn accepted_year_after_the_end_brings_all_months_at_once() {
    let year = days("2027-10-31", "2028-10-31");
    let cycle = BillingCycle {
        anchor: year.start,
        trial_end: None,
        has_trial_credits: true,
        is_granted_at_once: true,
    };
    let found = invoice_grants(&invoice(vec![whole("yearly", 2, year)]), &plans(), cycle);
    let key = format!("allowance:sbs_1:{}", year.start.seconds());
    assert_eq!(keys(&found), [(key, 24_000)]);
    assert_eq!(found.allowances[0].period, year);
    assert_eq!((found.parts, found.paid_through), (1, Some(year.end)));
    let may = days("2027-05-10", "2027-06-10");
    let found = invoice_grants(&invoice(vec![whole("pro", 1, may)]), &plans(), cycle);
    assert_eq!(
        found.allowances[0].credits, 1_000,
        "a month has one allowance anyhow"
    );
}

#[test]
fn trial_brings_its_own_credits_and_pays_no_period() {
    let trial = days("2027-05-10", "2027-05-24");
    let found = granted(
        vec![whole("team", 2, trial)],
        "2027-05-24",
        Some("2027-05-24"),
    );
    assert_eq!(keys(&found), [("trial:sbs_1".to_owned(), 100)]);
    assert_eq!(found.allowances[0].kind, AllowanceKind::Trial);
    assert_eq!(found.paid_through, None);
    let none = granted(
        vec![whole("pro", 1, trial)],
        "2027-05-24",
        Some("2027-05-24"),
    );
    assert!(
        none.allowances.is_empty(),
        "a plan without credits for its trial"
    );
    let first = days("2027-05-24", "2027-06-24");
    let found = granted(
        vec![whole("team", 1, first)],
        "2027-05-24",
        Some("2027-05-24"),
    );
    assert_eq!(found.allowances.len(), 2, "the period after the trial");
    assert_eq!(found.paid_through, Some(first.end));
}

#[test]
fn prorations_bring_the_difference_for_the_time_that_is_left() {
    // June has 30 days, of which 10 are left.
    let left = days("2027-06-21", "2027-07-01");
    let rows: [(Vec<InvoiceLineFacts>, Option<i64>); 8] = [
        (
            vec![rest("pro", 1, -300, left), rest("team", 1, 900, left)],
            Some(667),
        ),
        (
            vec![rest("pro", 2, -600, left), rest("pro", 5, 1_500, left)],
            Some(1_000),
        ),
        (vec![rest("pro", 1, 300, left)], Some(333)),
        (
            vec![rest("team", 1, -900, left), rest("pro", 1, 300, left)],
            None,
        ),
        (
            vec![rest("pro", 1, -300, left), rest("pro", 1, 300, left)],
            None,
        ),
        (vec![rest("pro", 1, -300, left)], None),
        (vec![rest("other", 1, 300, left)], None),
        (
            vec![rest("pro", 1, 0, days("2027-07-01", "2027-07-01"))],
            None,
        ),
    ];
    for (lines, expected) in rows {
        let found = granted(lines.clone(), "2027-06-01", None);
        let credits = found.allowances.first().map(|one| one.credits);
        assert_eq!(credits, expected, "{lines:?}");
        for change in &found.allowances {
            assert_eq!(change.op_key("sbs_1"), "change:sbs_1:in_1");
            assert_eq!(change.period, left);
        }
        assert_eq!(found.paid_through, None, "{lines:?}");
    }
}

#[test]
fn period_that_begins_early_brings_one_full_allowance() {
    // The invoice of a restart is paid before the subscription's new anchor is known here.
    let restart = days("2027-06-16", "2027-07-16");
    let found = granted(vec![whole("team", 1, restart)], "2027-06-01", None);
    assert_eq!((found.parts, found.paid_through), (1, Some(restart.end)));
    assert_eq!(found.allowances[0].credits, 3_000);
    assert_eq!(found.allowances[0].period, restart);
    let year = days("2027-06-16", "2028-06-16");
    let found = granted(vec![whole("yearly", 1, year)], "2027-06-01", None);
    assert_eq!(found.parts, 12);
    assert_eq!(found.allowances[0].period, days("2027-06-16", "2027-07-16"));
}

#[test]
fn trial_with_a_known_card_brings_no_credits() {
    let trial = days("2027-05-10", "2027-05-24");
    let cycle = BillingCycle {
        anchor: trial.end,
        trial_end: Some(trial.end),
        has_trial_credits: false,
        is_granted_at_once: false,
    };
    let lines = vec![whole("team", 1, trial)];
    let found = invoice_grants(&invoice(lines), &plans(), cycle);
    assert!(found.allowances.is_empty());
}

#[test]
fn change_within_a_year_is_for_the_running_month() {
    // The month has 30 days, of which 15 are left; the later months get the larger allowance by themselves.
    let left = days("2027-06-16", "2028-01-01");
    let found = granted(vec![rest("yearly", 1, 900, left)], "2027-01-01", None);
    assert_eq!(found.allowances[0].credits, 500);
    assert_eq!(found.allowances[0].period, days("2027-06-16", "2027-07-01"));
}

#[test]
fn unknown_price_brings_nothing_and_is_named() {
    let may = days("2027-05-10", "2027-06-10");
    let lines = vec![whole("b", 1, may), whole("a", 1, may), whole("b", 1, may)];
    let found = granted(lines, "2027-05-10", None);
    assert_eq!(found.unmapped, ["a", "b"]);
    assert!(found.allowances.is_empty());
    assert_eq!(found.paid_through, Some(may.end), "the period is paid");
}

proptest! {
    /// A change never brings more than the difference of two full allowances. Unused time takes its share away.
    #[test]
    fn change_brings_a_part_of_the_difference(
        begin in 0..30_i64, old in 1..10_i64, new in 1..10_i64,
    ) {
        let start = Timestamp::from_seconds(day("2027-06-01").seconds() + begin * 86_400 + 1_234);
        let left = Period { start, end: day("2027-07-01") };
        let found = granted(vec![rest("pro", old, -1, left), rest("pro", new, 1, left)], "2027-06-01", None);
        let credits: i64 = found.allowances.iter().map(|one| one.credits).sum();
        prop_assert!(credits <= (new - old).max(0) * 1_000);
        prop_assert_eq!(credits > 0, new > old && left.seconds() * (new - old) * 1_000 >= 30 * 86_400);
        // Rounding takes less than one credit from each line.
        let exact = ((new - old) * 1_000 * left.seconds()).div_euclid(30 * 86_400);
        prop_assert!(credits == 0 || (credits - exact).abs() <= 1);
    }
}

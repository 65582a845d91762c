//! Tests of spend checks: they predict the result of the following spend, and write nothing.

use std::time::Duration;

use futures_util::future::join_all;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::prices::price_list;
use super::test_ledger::{START, TestLedger, body, on_both_engines, slug};
use crate::credits::execution::request::OperationResponse;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::queries::spend_check::{CheckRequest, SpendCheck, check_spend};
use crate::credits::settle_due;
use crate::customers::CustomerRef;
use crate::problem::Problem;

impl TestLedger {
    /// Checks a spend of a customer of the first website, named by its external id.
    pub(super) async fn check(&self, customer: &str, charge: Charge) -> SpendCheck {
        self.check_of(CustomerRef::ExternalId(customer.to_owned()), Some(charge))
            .await
    }

    async fn check_of(&self, customer: CustomerRef, charge: Option<Charge>) -> SpendCheck {
        let request = CheckRequest { customer, charge };
        check_spend(&self.app, &self.access("web_1"), request)
            .await
            .unwrap()
    }
}

fn credits(amount: i64) -> Charge {
    Charge::Amount(Amount::new(amount).unwrap(), None)
}

fn images(quantity: i64) -> Charge {
    Charge::Quantity(quantity, "image".to_owned())
}

fn reason(check: &SpendCheck) -> &'static str {
    check.reason.map_or("", |kind| kind.slug())
}

/// Returns the reason of a refusal and its available credits; empty for a success.
fn refusal(outcome: &Result<OperationResponse, Problem>) -> (String, Option<i64>) {
    if outcome.is_err() {
        return (slug(outcome).to_owned(), None);
    }
    let document = body(outcome);
    let kind = document["type"].as_str().unwrap_or_default();
    let slug = kind.rsplit('/').next().unwrap_or_default().to_owned();
    let available = document["available"].as_i64().filter(|_| !slug.is_empty());
    (slug, available)
}

#[derive(Clone, Debug)]
enum CheckStep {
    Grant(i64, Option<u64>, bool),
    Hold(i64, u64, OnExpiry),
    Void(usize),
}

impl CheckStep {
    /// Executes the step on the customer, and appends the ids of new holds.
    async fn go(self, world: &TestLedger, key: &str, holds: &mut Vec<String>) {
        match self {
            Self::Grant(amount, ttl, scoped) => {
                let until = ttl.map(|seconds| world.after(seconds));
                world.grant(key, "ada", amount, until).await.unwrap();
                if scoped {
                    world
                        .sql("UPDATE lot SET scope = 1 WHERE id = (SELECT MAX(id) FROM lot WHERE remaining > 0)")
                        .await;
                }
            }
            Self::Hold(amount, ttl, end) => {
                let ttl = Duration::from_secs(ttl);
                let outcome = world.hold(key, "ada", amount, (ttl, end)).await;
                holds.extend(body(&outcome)["hold"][0].as_str().map(ToOwned::to_owned));
            }
            Self::Void(index) => {
                if let Some(hold) = holds.iter().rev().nth(index) {
                    let _any = world.void(key, hold).await;
                }
            }
        }
    }
}

fn steps() -> impl Strategy<Value = (u64, CheckStep, Charge)> {
    let choices = prop::sample::select(OnExpiry::ALL.to_vec());
    let step = prop_oneof![
        (1_i64..40, prop::option::of(1_u64..40), any::<bool>())
            .prop_map(|(amount, ttl, scoped)| CheckStep::Grant(amount, ttl, scoped)),
        (1_i64..30, 1_u64..30, choices)
            .prop_map(|(amount, ttl, end)| CheckStep::Hold(amount, ttl, end)),
        (0_usize..3).prop_map(CheckStep::Void),
    ];
    let charge = prop_oneof![
        (1_i64..60).prop_map(credits),
        (1_i64..40).prop_map(images),
        (1_i64..60).prop_map(|amount| Charge::Amount(
            Amount::new(amount).unwrap(),
            Some("image".to_owned())
        )),
        (1_i64..9).prop_map(|quantity| Charge::Quantity(quantity, "free".to_owned())),
        (1_i64..3).prop_map(|quantity| Charge::Quantity(quantity, "dear".to_owned())),
        Just(Charge::Quantity(1, "none".to_owned())),
    ];
    (0_u64..12, step, charge)
}

on_both_engines! {
    async fn check_result_equals_the_following_spend(world: TestLedger) {
        price_list(&world).await;
        world.grant("first", "ada", 20, Some(world.after(50))).await.unwrap();
        world.sql("UPDATE account SET overdraft_limit = 15 WHERE kind = 'wallet'").await;
        let history = prop::collection::vec(steps(), 100);
        let history = history.new_tree(&mut TestRunner::default()).unwrap().current();
        let mut holds = Vec::new();
        let (mut allowed, mut refused) = (0, 0);
        for (number, (pause, step, charge)) in history.into_iter().enumerate() {
            world.clock.advance(Duration::from_secs(pause));
            let key = format!("k{number}");
            step.go(&world, &key, &mut holds).await;
            // Some expiries are due but not booked at the time of the check.
            world.clock.advance(Duration::from_millis(pause * 500));
            let booked = world.count("SELECT count(*) FROM txn").await;
            let query = world.check("ada", charge.clone()).await;
            assert_eq!(world.check("ada", charge.clone()).await, query, "asking changes nothing");
            assert_eq!(world.count("SELECT count(*) FROM txn").await, booked);
            let read = world.balance("ada").await;
            assert_eq!(query.balance.as_ref(), Some(&read));
            let outcome = world.spend_on(&format!("s{number}"), "ada", charge.clone()).await;
            let (why, available) = refusal(&outcome);
            assert_eq!(reason(&query), why, "{number}: {charge:?} {query:?}");
            if let Some(available) = available {
                assert_eq!(query.available, available, "{number}: {charge:?}");
            }
            if why.is_empty() {
                allowed += 1;
                let spent = body(&outcome)["available"].as_i64().unwrap();
                assert_eq!(spent, read.available - query.cost.unwrap(), "{number}: {charge:?}");
            } else {
                refused += 1;
            }
        }
        assert!(allowed > 10 && refused > 10, "{allowed} {refused}");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn check_creates_no_customer(world: TestLedger) {
        price_list(&world).await;
        let rows = [
            (CustomerRef::Id("cus_none".to_owned()), "not-found", "not-found"),
            (CustomerRef::ExternalId("new".to_owned()), "insufficient-credits", ""),
            (CustomerRef::Email("new@example.com".to_owned()), "insufficient-credits", ""),
            (CustomerRef::Sub("usr_new".to_owned()), "insufficient-credits", ""),
        ];
        for (customer, paid, free) in rows {
            let query = world.check_of(customer.clone(), Some(images(5))).await;
            assert_eq!((reason(&query), query.cost, query.available), (paid, Some(8), 0), "{customer:?}");
            assert_eq!((query.balance, query.version), (None, 0));
            let query = world.check_of(customer.clone(), Some(Charge::Quantity(5, "free".to_owned()))).await;
            assert_eq!((reason(&query), query.cost), (free, Some(0)), "{customer:?}");
            let query = world.check_of(customer.clone(), None).await;
            assert_eq!((reason(&query), query.cost), ("amount-out-of-range", None), "{customer:?}");
            let query = world.check_of(customer, Some(Charge::Quantity(1, "none".to_owned()))).await;
            assert_eq!(query.cost, None);
        }
        for table in ["customers", "account", "book", "api_operation", "txn"] {
            let statement: &'static str = format!("SELECT count(*) FROM {table}").leak();
            assert_eq!(world.count(statement).await, 0, "{table}");
        }
    }
}

on_both_engines! {
    /// A check finds the same customer by each kind of name as a spend.
    async fn each_customer_reference_leads_to_the_spends_wallet(world: TestLedger) {
        world.sql("UPDATE users SET email = 'ada@example.com', email_verified = TRUE WHERE id = 'usr_2'").await;
        world.sql("INSERT INTO customers (id, website_id, mode, email, created_at, updated_at) VALUES ('cus_a', 'web_1', 'live', 'ada@example.com', 0, 0)").await;
        world.grant("g", "cus_a", 50, None).await.unwrap();
        let sub = || CustomerRef::Sub("usr_2".to_owned());
        // The row is reserved for the user with its email; an empty row of the user itself is replaced.
        assert_eq!(world.check_of(sub(), Some(credits(50))).await.reason, None);
        world.sql("INSERT INTO customers (id, website_id, mode, user_id, created_at, updated_at) VALUES ('cus_b', 'web_1', 'live', 'usr_2', 0, 0)").await;
        assert_eq!(world.check_of(sub(), Some(credits(50))).await.available, 50);
        // If two rows belong to one user, both names lead to the merge target.
        world.sql("UPDATE customers SET merged_into = 'cus_a', external_id = 'old', user_id = NULL WHERE id = 'cus_b'").await;
        for name in [CustomerRef::Id("cus_b".to_owned()), CustomerRef::ExternalId("old".to_owned())] {
            let query = world.check_of(name, Some(credits(51))).await;
            assert_eq!((reason(&query), query.available), ("insufficient-credits", 50));
        }
        // If no row has the email, it leads to the user with this email.
        world.sql("UPDATE customers SET user_id = 'usr_2', email = NULL WHERE id = 'cus_a'").await;
        let by_email = CustomerRef::Email("ada@example.com".to_owned());
        assert_eq!(world.check_of(by_email.clone(), Some(credits(50))).await.available, 50);
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_2'").await;
        for name in [CustomerRef::Id("cus_a".to_owned()), by_email] {
            assert_eq!(reason(&world.check_of(name, Some(credits(1))).await), "holder-inactive");
        }
    }
}

on_both_engines! {
    async fn concurrent_checks_get_their_own_results(world: TestLedger) {
        price_list(&world).await;
        for (number, customer) in (1..).zip(["ada", "bob", "cleo"]) {
            world.grant(&format!("g{number}"), customer, 11 * number, None).await.unwrap();
        }
        world.sql("UPDATE customers SET email = 'bob@example.com' WHERE external_id = 'bob'").await;
        world.sql("UPDATE customers SET user_id = 'usr_2', user_shown = TRUE WHERE external_id = 'cleo'").await;
        let names = [
            CustomerRef::ExternalId("ada".to_owned()),
            CustomerRef::Email("bob@example.com".to_owned()),
            CustomerRef::ExternalId("bob".to_owned()),
            CustomerRef::Sub("usr_2".to_owned()),
            CustomerRef::Id("cus_none".to_owned()),
            CustomerRef::Email("nobody@example.com".to_owned()),
        ];
        let charges = [credits(12), images(9), credits(30), Charge::Quantity(1, "none".to_owned())];
        let all = || names.iter().flat_map(|name| charges.iter().map(move |charge| (name, charge)));
        let ask = |(name, charge): (&CustomerRef, &Charge)| world.check_of(name.clone(), Some(charge.clone()));
        let mut alone = Vec::new();
        for question in all() {
            alone.push(ask(question).await);
        }
        let outcomes: std::collections::BTreeSet<_> = alone.iter().map(|check| (check.available, reason(check), check.cost)).collect();
        assert!(outcomes.len() > 8, "{outcomes:?}");
        // Each check runs four times, so that some concurrent queries are equal.
        let together = join_all((0..4).flat_map(|_| all()).map(ask)).await;
        for (index, check) in together.into_iter().enumerate() {
            assert_eq!(check, alone[index % alone.len()], "{index}");
        }
    }
}

on_both_engines! {
    async fn unbooked_expiry_counts_in_a_check(world: TestLedger) {
        let hour = Duration::from_hours(1);
        world.grant("g", "ada", 50, Some(START.plus(hour))).await.unwrap();
        world.grant("h", "ada", 7, None).await.unwrap();
        world.hold("k", "ada", 30, (Duration::from_mins(30), OnExpiry::Release)).await.unwrap();
        let version = world.check("ada", credits(1)).await.version;
        assert!(version > 0);
        for (seconds, available) in [(0, 27), (1799, 27), (1800, 57), (3599, 57), (3600, 7)] {
            world.clock.set(START.plus(Duration::from_secs(seconds)));
            let query = world.check("ada", credits(available + 1)).await;
            assert_eq!((reason(&query), query.available), ("insufficient-credits", available), "{seconds}");
            assert_eq!(world.check("ada", credits(available)).await.reason, None, "{seconds}");
            assert_eq!(query.version, version, "nothing was written");
        }
        settle_due(&world.app).await.unwrap();
        let query = world.check("ada", credits(7)).await;
        assert_eq!((query.reason, query.available), (None, 7));
        assert!(query.version > version);
    }
}

on_both_engines! {
    async fn version_grows_with_each_change_only(world: TestLedger) {
        let version = async |world: &TestLedger| world.check("ada", credits(1)).await.version;
        let mut last = version(&world).await;
        assert_eq!(last, 0);
        for change in ["grant", "spend", "hold", "extend", "void"] {
            let hold: Option<String> = match change {
                "extend" | "void" => Some(body(&world.hold("h", "ada", 5, (Duration::from_mins(1), OnExpiry::Release)).await)["hold"][0].as_str().unwrap().to_owned()),
                _ => None,
            };
            let outcome = match change {
                "grant" => world.grant("g", "ada", 50, None).await,
                "spend" => world.spend("t", "ada", 5).await,
                "hold" => world.hold("h", "ada", 5, (Duration::from_mins(1), OnExpiry::Release)).await,
                "extend" => world.extend("e", &hold.unwrap(), 600).await,
                _ => world.void("v", &hold.unwrap()).await,
            };
            assert_eq!(outcome.unwrap().stored.status, 200, "{change}");
            let now = version(&world).await;
            assert!(now > last, "{change}");
            last = now;
            world.spend("s", "ada", 5).await.unwrap();
            world.spend(&format!("short-{change}"), "ada", 5000).await.unwrap();
            if change != "grant" {
                assert_eq!(version(&world).await, last, "a repeat and a refusal after {change}");
            }
            last = version(&world).await;
        }
    }
}

/// Returns the available credits by each of two names, according to a check.
async fn by_both_names(world: &TestLedger, id: &CustomerRef) -> [i64; 2] {
    let by_id = world.check_of(id.clone(), Some(credits(1))).await;
    [
        world.check("ada", credits(1)).await.available,
        by_id.available,
    ]
}

on_both_engines! {
    async fn check_by_each_name_follows_every_operation(world: TestLedger) {
        world.grant("given", "ada", 100, None).await.unwrap();
        let id = CustomerRef::Id(world.customer_id("ada").await);
        let made = |outcome: &Result<OperationResponse, Problem>| body(outcome)["hold"][0].as_str().map(ToOwned::to_owned);
        let day = (Duration::from_hours(24), OnExpiry::Release);
        assert_eq!(by_both_names(&world, &id).await, [100, 100]);
        let spent = world.spend("spent", "ada", 5).await;
        assert_eq!(by_both_names(&world, &id).await, [95, 95]);
        let hold = made(&world.hold("held", "ada", 20, day).await).unwrap();
        assert_eq!(by_both_names(&world, &id).await, [75, 75]);
        world.capture("captured", &hold, Some(5), false).await.unwrap();
        assert_eq!(by_both_names(&world, &id).await, [75, 75]);
        world.void("voided", &hold).await.unwrap();
        assert_eq!(by_both_names(&world, &id).await, [90, 90]);
        let transaction = body(&spent)["transaction"].as_str().unwrap_or_default().to_owned();
        world.reverse("given-back", &transaction, None).await.unwrap();
        assert_eq!(by_both_names(&world, &id).await, [95, 95]);
    }
}

on_both_engines! {
    /// A check that waits for a snapshot of its own does not delay the check of another wallet.
    async fn check_of_a_wallet_with_something_due_delays_no_other(world: TestLedger) {
        world.grant("g", "ada", 10, None).await.unwrap();
        world.grant("h", "bob", 10, None).await.unwrap();
        let minute = (Duration::from_mins(1), OnExpiry::Release);
        world.hold("k", "bob", 4, minute).await.unwrap();
        world.clock.set(START.plus(Duration::from_hours(1)));
        let whole = &world.app.spend_checks.whole;
        let mut permits = Vec::new();
        while let Ok(permit) = whole.try_acquire() {
            permits.push(permit);
        }
        let others = async {
            let ada = world.check("ada", credits(1)).await;
            drop(permits);
            ada
        };
        let (bob, ada) = tokio::join!(world.check("bob", credits(1)), others);
        assert_eq!((ada.available, bob.available), (10, 10));
    }
}

on_both_engines! {
    /// A customer without a wallet has the balance of the same snapshot as its prices.
    async fn customer_without_a_wallet_has_a_balance_of_zero(world: TestLedger) {
        price_list(&world).await;
        world.sql("INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at) VALUES ('cus_a', 'web_1', 'live', 'ada', 5, 5)").await;
        for has_book in [false, true] {
            let checked = world.check("ada", images(5)).await;
            assert_eq!((reason(&checked), checked.cost, checked.available), ("insufficient-credits", Some(8), 0));
            let balance = checked.balance.unwrap();
            assert_eq!((balance.posted, balance.available, balance.unit.as_str()), (0, 0, "credit"));
            assert_eq!(balance.customer_id.as_deref(), Some("cus_a"));
            assert_eq!(balance.website.unwrap().id, "web_1");
            if !has_book {
                world.grant("g", "bob", 10, None).await.unwrap();
            }
        }
    }
}

//! Tests of the balance cache after a commit batch: it equals a read, and makes the read unnecessary.

use std::time::Duration;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::cost::{Statements, listen};
use super::prices::price_list;
use super::quotes::{Step, steps};
use super::world::{World, body, on_both};
use crate::caller::Mode;
use crate::credits::amount::Amount;
use crate::credits::charge::Charge;
use crate::credits::hold::OnExpiry;
use crate::credits::store::quotes::{Asked, find};
use crate::customers::CustomerRef;

/// Ids that later steps use.
#[derive(Default)]
struct Made {
    holds: Vec<String>,
    spends: Vec<String>,
}

/// Executes a step, and then a spend or an operation on an earlier object.
async fn go(world: &World, made: &mut Made, (number, step, charge): (usize, Step, Charge)) {
    step.go(world, &format!("k{number}"), &mut made.holds).await;
    let key = format!("s{number}");
    match (number % 5, made.holds.last(), made.spends.last()) {
        (1, Some(hold), _) => {
            let _any = world.capture(&key, hold, Some(3), false).await;
        }
        (2, _, Some(spend)) => {
            let _any = world.reverse(&key, spend, None).await;
        }
        _ => {
            let spent = world.spend_on(&key, "ada", charge).await;
            let id = body(&spent)["transaction"].as_str().map(ToOwned::to_owned);
            made.spends.extend(id);
        }
    }
}

/// Compares cached and stored balances of the customer by every kind of name.
async fn compare(world: &World, id: &str, at: &str) {
    let names = [
        CustomerRef::ExternalId("ada".to_owned()),
        CustomerRef::Id(id.to_owned()),
    ];
    for customer in names {
        for feature in ["", "image", "none"] {
            let asked = Asked {
                website_id: "web_1".to_owned(),
                mode: Mode::Live,
                customer: customer.clone(),
                feature: feature.to_owned(),
            };
            let told = world.app.standings.ask(&asked).await.unwrap();
            let mut reader = world.app.database.reader().await.unwrap();
            let now = world.app.clock.now();
            let read = find(&mut reader.connection(), &[asked], now).await.unwrap();
            assert_eq!(told, read[0].answer, "{at}");
        }
    }
}

on_both! {
    async fn what_is_told_is_what_is_read(world: World) {
        price_list(&world).await;
        world.grant("first", "ada", 20, Some(world.after(50))).await.unwrap();
        world.sql("UPDATE account SET overdraft_limit = 15 WHERE kind = 'wallet'").await;
        let id = world.customer_id("ada").await;
        let history = prop::collection::vec(steps(), 150);
        let history = history.new_tree(&mut TestRunner::default()).unwrap().current();
        let mut made = Made::default();
        for (number, (pause, step, charge)) in history.into_iter().enumerate() {
            world.clock.advance(Duration::from_secs(pause));
            let at = format!("{number}: {step:?} {charge:?}");
            go(&world, &mut made, (number, step, charge)).await;
            compare(&world, &id, &at).await;
            // Expiries and starts of validity happen without a commit, so no commit updates the cache.
            world.clock.advance(Duration::from_millis(pause * 500));
            compare(&world, &id, &at).await;
        }
        world.assert_sound(&world.findings().await);
    }
}

#[tokio::test]
async fn a_check_after_any_operation_asks_the_database_nothing() {
    let world = World::postgres().await;
    price_list(&world).await;
    world.grant("g", "ada", 1000, None).await.unwrap();
    let images = || Charge::Quantity(2, "image".to_owned());
    // The first check for other servers invalidates earlier results.
    world.check("ada", images()).await;
    let before = world.check("ada", images()).await;
    listen();
    world.spend("s", "ada", 5).await.unwrap();
    let day = (Duration::from_hours(24), OnExpiry::Release);
    let hold = world.hold("h", "ada", 40, day).await;
    let hold = body(&hold)["hold"][0].as_str().unwrap().to_owned();
    for (operation, spent) in [("hold", 45), ("capture", 45), ("void", 15), ("grant", 8)] {
        let outcome = match operation {
            "capture" => world.capture("c", &hold, Some(10), false).await,
            "void" => world.void("v", &hold).await,
            "grant" => world.grant("g2", "ada", 7, None).await,
            _ => world.spend("s", "ada", 5).await,
        };
        assert_eq!(outcome.unwrap().stored.status, 200, "{operation}");
        let _writing = Statements::taken();
        let after = world.check("ada", images()).await;
        assert_eq!(
            (before.available - after.available, Statements::taken()),
            (spent, Vec::new()),
            "{operation}"
        );
    }
    // A change outside a commit batch does not update the cache.
    world
        .sql("UPDATE account SET overdraft_limit = 1 WHERE kind = 'wallet'")
        .await;
    let _writing = Statements::taken();
    let after = world.check("ada", images()).await;
    assert_eq!(before.available - after.available, 7);
    assert_eq!(Statements::taken(), ["WITH asked (n,"]);
}

/// Background work and operations of other customers do not invalidate a customer's cached balance.
#[tokio::test]
async fn nobody_is_outdated_by_sweeps_and_by_others() {
    let world = World::postgres().await;
    let credits = || Charge::Amount(Amount::new(1).unwrap(), None);
    let soon = (Duration::from_secs(5), OnExpiry::Release);
    world.grant("g", "ada", 1000, None).await.unwrap();
    // The first sweep computes the normalized names of websites that the test inserted.
    crate::sweep::once(&world.app).await.unwrap();
    let until = world.after(3600);
    world.grant("b", "ben", 1000, Some(until)).await.unwrap();
    world.hold("h", "ben", 1, soon).await.unwrap();
    world.clock.advance(Duration::from_secs(10));
    // The first check for other servers invalidates earlier results.
    for _ in 0..2 {
        world.check("ada", credits()).await;
    }
    listen();
    for what in ["a sweep", "roll-ups", "another", "a new customer"] {
        match what {
            "a sweep" => drop(crate::sweep::once(&world.app).await.unwrap()),
            "roll-ups" => drop(crate::usage::once(&world.app).await.unwrap()),
            "another" => drop(world.spend("s", "ben", 5).await.unwrap()),
            _ => drop(world.grant("n", "new", 5, None).await.unwrap()),
        }
        assert!(Statements::taken().len() > 1, "{what}");
        world.check("ada", credits()).await;
        assert_eq!(Statements::taken(), Vec::<String>::new(), "{what}");
    }
}

//! Tests comparisons with Stripe: planted losses are repaired, nothing is invented, and a second run finds nothing.

use std::time::Duration;

use serde_json::{Value, json};

use super::sales::{PATH, Seller, at_stripe, pay, text};
use super::stripe::{ACCOUNT, as_owner, call_stripe, fail};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::merges::assert_sound;

const RECONCILE: &str = "/v1/billing/reconcile";

/// Calls an operation of the owner in test mode.
pub(super) async fn as_own(
    world: &TestApi,
    seller: &Seller,
    operation: &str,
    body: Option<&Value>,
) -> HttpResponse {
    as_owner(world, "usr_1", (&seller.shop.id, "test"), operation, body).await
}

/// Compares all objects, and returns the run that has ended.
pub(super) async fn compare(world: &TestApi, seller: &Seller, wishes: &Value) -> Value {
    let begun = as_own(world, seller, &format!("POST {RECONCILE}"), Some(wishes)).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    let path = format!("GET {RECONCILE}?run={}", text(&begun.json()["id"]));
    ended(async || as_own(world, seller, &path, None).await).await
}

/// Reads a run until it has ended.
pub(super) async fn ended(read: impl AsyncFn() -> HttpResponse) -> Value {
    let waiting = async {
        loop {
            let found = read().await;
            assert_eq!(found.status, 200, "{found:?}");
            let run = found.json()["items"][0].clone();
            if run["state"] != "running" {
                return run;
            }
            tokio::task::yield_now().await;
        }
    };
    let timeout = Duration::from_secs(30);
    tokio::time::timeout(timeout, waiting).await.unwrap()
}

/// Applies all objects that wait.
pub(super) async fn apply(world: &TestApi) {
    product_api::billing::inbox::once(&world.app).await.unwrap();
}

/// Checks that a run has ended, and returns its repairs and findings.
#[track_caller]
pub(super) fn counts(run: &Value) -> (i64, i64) {
    assert_eq!(run["state"], "ended", "{run}");
    let number = |name: &str| run[name].as_i64().unwrap();
    (number("repaired"), number("findings"))
}

async fn state_of(world: &TestApi, seller: &Seller, checkout: &Value) -> String {
    let path = format!("{PATH}/{}", text(&checkout["id"]));
    text(&world.get(&path, seller.test_key()).await.json()["state"])
}

/// Pays a session at Stripe that no website started.
async fn pay_elsewhere(world: &TestApi) {
    let call = async |operation: String| call_stripe(world, ACCOUNT, false, &operation).await;
    let product = text(&call("POST /v1/products name=Other".to_owned()).await["id"]);
    let price = format!("POST /v1/prices product={product}&currency=eur&unit_amount=700");
    let price = text(&call(price).await["id"]);
    let session = format!(
        "POST /v1/checkout/sessions mode=payment&line_items[0][price]={price}&line_items[0][quantity]=1\
         &success_url=https://shop.example.com/ok"
    );
    let session = text(&call(session).await["id"]);
    world.stripe.pay_session(&session, "pays").unwrap();
}

/// Returns the sums of euros.
fn euros(run: &Value) -> [i64; 3] {
    let sums = run["sums"].as_array().unwrap();
    let sum = sums.iter().find(|sum| sum["currency"] == "eur").unwrap();
    ["stripe_minor", "own_minor", "outside_minor"].map(|name| sum[name].as_i64().unwrap())
}

on_both_engines! {
    // Invariant B12 of billing: Stripe's movements are ours and those of other origin.
    async fn planted_losses_are_repaired_and_a_second_run_finds_nothing(world: TestApi) {
        let seller = Seller::open(&world).await;
        let whole = seller.started(&world, &json!({})).await;
        pay(&world, &whole, "pays");
        assert_eq!(seller.synced(&world, &whole).await["state"], "completed");
        let late = seller.started(&world, &json!({})).await;
        pay(&world, &late, "delayed_success");
        assert_eq!(seller.synced(&world, &late).await["state"], "processing");
        let failing = seller.started(&world, &json!({})).await;
        pay(&world, &failing, "delayed_failure");
        assert_eq!(seller.synced(&world, &failing).await["state"], "processing");
        let mut lost = Vec::new();
        for _ in 0..5 {
            let checkout = seller.started(&world, &json!({})).await;
            pay(&world, &checkout, "pays");
            lost.push(checkout);
        }
        let left = seller.started(&world, &json!({})).await;
        pay_elsewhere(&world).await;
        world.clock.advance(Duration::from_mins(70));

        let run = compare(&world, &seller, &json!({})).await;
        let (repaired, findings) = counts(&run);
        assert!(repaired >= 7, "{run}");
        assert_eq!(findings, 0, "{run}");
        apply(&world).await;
        for checkout in lost.iter().chain([&whole, &late]) {
            assert_eq!(state_of(&world, &seller, checkout).await, "completed");
        }
        assert_eq!(state_of(&world, &seller, &failing).await, "failed");
        assert_eq!(state_of(&world, &seller, &left).await, "expired");
        assert_eq!(seller.available(&world, &whole).await, 7 * 550, "nothing twice, nothing more");
        assert_eq!(world.count("SELECT count(*) FROM payment WHERE state = 'paid'").await, 7);
        assert_sound(&world).await;

        world.clock.advance(Duration::from_mins(1));
        let second = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&second), (0, 0), "{second}");
        apply(&world).await;
        let [stripe, own, outside] = euros(&second);
        assert_eq!(stripe, own + outside, "{second}");
        let money = "SELECT CAST(SUM(amount) AS BIGINT) FROM money_entry WHERE account = 'stripe'";
        assert_eq!(own, world.count(money).await);
        assert!(outside > 0, "{second}");
    }
}

on_both_engines! {
    async fn lost_refund_and_dispute_mark_their_payments_once(world: TestApi) {
        let seller = Seller::open(&world).await;
        let mut charges = Vec::new();
        for _ in 0..2 {
            let checkout = seller.started(&world, &json!({})).await;
            pay(&world, &checkout, "pays");
            seller.synced(&world, &checkout).await;
            charges.push(text(&at_stripe(&world, "/v1/charges").await[0]["id"]));
        }
        world.clock.advance(Duration::from_mins(1));
        let refund = json!({"charge": charges[0], "amount": 400});
        world.stripe.control("refund_charge", &refund).unwrap();
        let dispute = json!({"charge": charges[1], "reason": "fraudulent"});
        let dispute = world.stripe.control("open_dispute", &dispute).unwrap();
        world.clock.advance(Duration::from_mins(1));
        let first = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&first), (2, 0), "{first}");
        let marked = "SELECT count(*) FROM stripe_object WHERE kind = 'payment' AND state = 'waiting'";
        assert_eq!(world.count(marked).await, 2);
        apply(&world).await;
        let second = compare(&world, &seller, &json!({})).await;
        assert_eq!((counts(&second), world.count(marked).await), ((0, 0), 0), "{second}");
        let step = json!({"dispute": dispute["id"], "step": "lose"});
        world.stripe.control("step_dispute", &step).unwrap();
        let third = compare(&world, &seller, &json!({})).await;
        assert_eq!((counts(&third), world.count(marked).await), ((1, 0), 1), "the end of the dispute was lost: {third}");
        apply(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM dispute WHERE state = 'lost'").await, 1);
        let fourth = compare(&world, &seller, &json!({})).await;
        assert_eq!((counts(&fourth), world.count(marked).await), ((0, 0), 0), "{fourth}");
    }
}

on_both_engines! {
    async fn dry_run_counts_and_changes_nothing(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        let cursor = "SELECT list_cursor FROM stripe_connection";
        let before = world.count(cursor).await;
        world.clock.advance(Duration::from_mins(1));
        let dry = compare(&world, &seller, &json!({"dry_run": true})).await;
        assert_eq!(dry["is_dry_run"], true);
        assert!(counts(&dry).0 > 0, "{dry}");
        assert_eq!(world.count("SELECT count(*) FROM stripe_object").await, 0);
        assert_eq!(world.count(cursor).await, before);
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), counts(&dry), "the same differences");
        assert!(world.count(cursor).await > before);
        apply(&world).await;
        assert_eq!(seller.available(&world, &checkout).await, 550);
    }
}

on_both_engines! {
    async fn run_that_stripe_does_not_respond_to_fails_and_changes_nothing(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        fail(&world, "GET /v1/charges", 3, "server_error_before");
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!((&run["state"], run["error"].is_string()), (&json!("failed"), true), "{run}");
        let listed = as_own(&world, &seller, &format!("GET {RECONCILE}"), None).await.json();
        assert_eq!(listed["items"][0], run);
        world.stripe.control("clear_faults", &json!({})).unwrap();
        world.clock.advance(Duration::from_mins(15));
        product_api::billing::reconcile_due(&world.app).await.unwrap();
        assert_eq!(world.text("SELECT state FROM reconcile_run ORDER BY created_at DESC LIMIT 1").await, "ended");
        apply(&world).await;
        assert_eq!(seller.available(&world, &checkout).await, 550);
    }
}

/// Adds a run of the connection that a server has left at a stage.
async fn leave_run(world: &TestApi, seller: &Seller, held: Duration) {
    let now = world.clock.now();
    let until = now.plus(held).micros().to_string();
    let insert = "INSERT INTO reconcile_run (id, connection_id, is_dry_run, from_at, to_at, stage, state, objects, repaired, \
            findings, sums, held_until, created_at, updated_at) \
         VALUES ('rec_left', $1, FALSE, 0, 1800000000000000, 'charges', 'running', 7, 3, 0, '{}', CAST($2 AS BIGINT), 1, 1)";
    world.sql(insert, &[&seller.connection, &until]).await;
}

on_both_engines! {
    async fn run_of_a_lost_server_is_continued_where_it_was(world: TestApi) {
        let seller = Seller::open(&world).await;
        leave_run(&world, &seller, Duration::from_mins(5)).await;
        let begun = as_own(&world, &seller, &format!("POST {RECONCILE}"), Some(&json!({}))).await;
        assert_eq!(begun.json()["id"], "rec_left", "one run of a connection at a time");
        product_api::billing::reconcile_due(&world.app).await.unwrap();
        let state = "SELECT state FROM reconcile_run";
        assert_eq!(world.text(state).await, "running", "its server may be alive");
        world.clock.advance(Duration::from_mins(5));
        product_api::billing::reconcile_due(&world.app).await.unwrap();
        assert_eq!(world.text(state).await, "ended");
        assert_eq!(world.count("SELECT repaired FROM reconcile_run").await, 3, "its counts are kept");
    }
}

on_both_engines! {
    async fn each_connection_is_compared_once_a_day(world: TestApi) {
        let seller = Seller::open(&world).await;
        let runs = "SELECT count(*) FROM reconcile_run";
        product_api::billing::reconcile_due(&world.app).await.unwrap();
        assert_eq!(world.count(runs).await, 0, "the connection is new");
        for expected in 1..=2 {
            world.clock.advance(Duration::from_hours(24));
            for _ in 0..2 {
                product_api::billing::reconcile_due(&world.app).await.unwrap();
                assert_eq!(world.count(runs).await, expected, "{}", seller.connection);
            }
        }
        let from = "SELECT from_at - 1 FROM reconcile_run ORDER BY created_at DESC LIMIT 1";
        let created = "SELECT created_at - 3600000001 FROM stripe_connection";
        assert_eq!(world.count(from).await, world.count(created).await, "three days before the last run, or an hour before the first");
    }
}

on_both_engines! {
    async fn light_comparison_reads_events_that_no_webhook_brought(world: TestApi) {
        let seller = Seller::open(&world).await;
        assert_eq!(world.text("SELECT delivery FROM stripe_connection").await, "webhook");
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        product_api::billing::reconcile_due(&world.app).await.unwrap();
        apply(&world).await;
        assert_eq!(state_of(&world, &seller, &checkout).await, "completed");
        let polled = "SELECT count(*) FROM stripe_event WHERE source = 'poll' AND state = 'marked'";
        assert!(world.count(polled).await > 0);
        let second = seller.started(&world, &json!({})).await;
        pay(&world, &second, "pays");
        product_api::billing::reconcile_due(&world.app).await.unwrap();
        apply(&world).await;
        assert_eq!(state_of(&world, &seller, &second).await, "open", "its five minutes are not over");
        world.clock.advance(Duration::from_mins(5));
        product_api::billing::reconcile_due(&world.app).await.unwrap();
        apply(&world).await;
        assert_eq!(seller.available(&world, &checkout).await, 1100);
    }
}

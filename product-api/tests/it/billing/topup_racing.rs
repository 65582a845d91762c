//! Tests automatic top-ups under fifty requests at a time on two servers: one paid invoice for each crossing, and caps that hold.

use std::sync::Arc;
use std::time::Duration;

use foundation::testing::TestEngine;
use futures_util::future::join_all;
use product_api::app::App;
use serde_json::{Value, json};
use stripe_double::DeliveryFaults;

use super::racing::{MANY, post_to, work};
use super::reconciling::{apply, compare, counts};
use super::refunding::{assert_settled, deliver, recorded};
use super::sales::{Seller, at_stripe, call, pay, text};
use super::stripe::with_deliveries;
use crate::harness::{HttpResponse, Replica, TestApi, change, on_both_engines};

const RULE: &str = "/v1/me/top-up";
/// The time between two attempts of a rule, and more than a server may take for a step.
const PAUSE: Duration = Duration::from_secs(301);

/// A user with a saved card, 550 credits and a rule that buys 550 more for 10.00 euros when fewer than 100 are left.
struct RuleHolder {
    seller: Seller,
    checkout: Value,
}

/// Returns a token of the user, which is valid for ten minutes.
fn token(world: &TestApi) -> String {
    let scope = json!({"scope": "openid credits.read credits.buy"});
    world.token_with("usr_9", &scope)
}

impl RuleHolder {
    async fn new(world: &TestApi, changes: &Value) -> Self {
        let seller = Seller::open(world).await;
        let wish = json!({"customer": {"sub": "usr_9"}});
        let checkout = seller.started(world, &wish).await;
        pay(world, &checkout, "pays");
        assert_eq!(seller.synced(world, &checkout).await["state"], "completed");
        let customer = text(&at_stripe(world, "/v1/customers").await[0]["id"]);
        let card = json!({"customer": customer, "method": "pays"});
        world.stripe.control("add_card", &card).unwrap();
        deliver(world).await;
        let new = Self { seller, checkout };
        let set = new.set(world, changes).await;
        assert_eq!(set.status, 200, "{set:?}");
        deliver(world).await;
        assert_eq!(new.read(world).await["state"], "active");
        new
    }

    fn rule(&self, changes: &Value) -> Value {
        let mut rule = json!({
            "website": self.seller.shop.id, "mode": "test", "pack": "small", "threshold": 100, "month_max_minor": 100_000,
            "month_max_count": 100, "consent": "Buy 500 credits for 10.00 euros whenever fewer than 100 are left.",
        });
        change(&mut rule, changes);
        rule
    }

    async fn set(&self, world: &TestApi, changes: &Value) -> HttpResponse {
        let operation = format!("PUT {RULE}");
        call(world, &operation, &token(world), "", &self.rule(changes)).await
    }

    fn query(&self) -> String {
        format!("{RULE}?website={}&mode=test", self.seller.shop.id)
    }

    async fn read(&self, world: &TestApi) -> Value {
        let read = world.get(&self.query(), &token(world)).await;
        assert_eq!(read.status, 200, "{read:?}");
        read.json()
    }

    async fn available(&self, world: &TestApi) -> i64 {
        self.seller.available(world, &self.checkout).await
    }

    /// Spends fifty times at once on both servers. Returns the number of spends that were done.
    async fn spend_many(&self, world: &TestApi, replica: &Replica, name: &str, amount: i64) -> i64 {
        let urls = [world.url.clone(), replica.url.clone()];
        let body = json!({"customer": {"sub": "usr_9"}, "amount": amount});
        let spends = (0..MANY).map(|number| {
            let (urls, body) = (&urls, &body);
            async move {
                let key = format!("{name}-{number}");
                let call = ("/v1/spends", self.seller.test_key(), key.as_str());
                post_to(world, urls, number, call, Some(body)).await
            }
        });
        let responses = join_all(spends).await;
        for response in &responses {
            assert!([200, 402, 503].contains(&response.status), "{response:?}");
        }
        let done = responses.iter().filter(|response| response.status == 200);
        i64::try_from(done.count()).unwrap()
    }
}

/// Lets a server look some times for what its rules have to buy, while others look.
async fn look(app: &Arc<App>) {
    for _ in 0..10 {
        product_api::billing::sweep_topups(app).await.unwrap();
    }
}

/// Lets both servers look at the same time.
async fn look_at_both(world: &TestApi, replica: &Replica) {
    tokio::join!(look(&world.app), look(&replica.app));
}

/// Ends steps that were left, and applies what Stripe reports.
async fn settle(world: &TestApi) {
    world.clock.advance(PAUSE);
    look(&world.app).await;
    deliver(world).await;
}

/// Checks the number of purchases by rules: of attempts, payments, grants, events, invoices and charges.
async fn assert_bought(world: &TestApi, holder: &RuleHolder, purchases: i64) {
    let rows = [
        "SELECT count(*) FROM topup_attempt WHERE state = 'paid'",
        "SELECT count(*) FROM payment WHERE state = 'paid' AND source = 'topup'",
        "SELECT count(*) FROM outbox WHERE type = 'topup.succeeded'",
        "SELECT count(*) - 1 FROM outbox WHERE type = 'payment.succeeded'",
        "SELECT count(*) / 2 - 1 FROM lot",
    ];
    for statement in rows {
        assert_eq!(world.count(statement).await, purchases, "{statement}");
    }
    let invoices = at_stripe(world, "/v1/invoices").await;
    let paid = invoices
        .iter()
        .filter(|invoice| invoice["status"] == "paid");
    assert_eq!(i64::try_from(paid.count()).unwrap(), purchases);
    let charges = at_stripe(world, "/v1/charges").await;
    let succeeded = charges
        .iter()
        .filter(|charge| charge["status"] == "succeeded");
    assert_eq!(i64::try_from(succeeded.count()).unwrap(), purchases + 1);
    compare(world, &holder.seller, &json!({})).await;
    apply(world).await;
    let again = compare(world, &holder.seller, &json!({})).await;
    assert_eq!(counts(&again), (0, 0), "{again}");
    assert_settled(world).await;
}

on_both_engines! {
    async fn spends_that_cross_the_threshold_at_once_lead_to_one_paid_invoice(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = RuleHolder::new(&world, &json!({})).await;
        let replica = world.replica().await;
        let spending = ada.spend_many(&world, &replica, "first", 10);
        let (spent, ()) = tokio::join!(spending, look_at_both(&world, &replica));
        look_at_both(&world, &replica).await;
        settle(&world).await;
        assert_eq!(ada.available(&world).await, 2 * 550 - 10 * spent);
        assert_bought(&world, &ada, 1).await;
        assert_eq!(world.count("SELECT count(*) FROM topup_attempt").await, 1);
    }
}

/// Lets a rule buy in four waves of spends; its caps allow two purchases in the month.
async fn fill_month(engine: TestEngine, caps: &Value) {
    let world = with_deliveries(engine).await;
    let ada = RuleHolder::new(&world, caps).await;
    let replica = world.replica().await;
    let mut spent = 0;
    for wave in 0..4 {
        let name = format!("wave-{wave}");
        let spending = ada.spend_many(&world, &replica, &name, 40);
        let (done, ()) = tokio::join!(spending, look_at_both(&world, &replica));
        spent += done;
        settle(&world).await;
    }
    assert_eq!(ada.available(&world).await, 3 * 550 - 40 * spent);
    assert_bought(&world, &ada, 2).await;
    assert_eq!(recorded(&world, "topup.failed").await, 1, "once in a month");
}

on_both_engines! {
    // Invariant B6 of billing: one open attempt of an owner, and months within their caps.
    async fn months_stay_within_the_number_of_purchases(engine: TestEngine) {
        fill_month(engine, &json!({"month_max_count": 2, "min_seconds": 60})).await;
    }
}

on_both_engines! {
    async fn months_stay_within_the_sum_of_money(engine: TestEngine) {
        fill_month(engine, &json!({"month_max_minor": 2_999, "min_seconds": 60})).await;
    }
}

on_both_engines! {
    async fn rule_that_is_turned_off_while_it_buys_buys_nothing_later(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = RuleHolder::new(&world, &json!({"min_seconds": 60})).await;
        let replica = world.replica().await;
        let operation = format!("DELETE {}", ada.query());
        let turning_off = async {
            // Some of the spends are on their way by then.
            ada.read(&world).await;
            call(&world, &operation, &token(&world), "", &Value::Null).await
        };
        let spending = ada.spend_many(&world, &replica, "first", 10);
        let (off, spent, ()) = tokio::join!(turning_off, spending, look_at_both(&world, &replica));
        assert_eq!((off.status, &off.json()["state"]), (200, &json!("off")), "{off:?}");
        settle(&world).await;
        let bought = world.count("SELECT count(*) FROM topup_attempt WHERE state = 'paid'").await;
        assert!(bought <= 1, "{bought}");
        assert_eq!(ada.available(&world).await, 550 * (1 + bought) - 10 * spent);
        ada.spend_many(&world, &replica, "later", 50).await;
        settle(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM topup_attempt WHERE settled_at IS NULL").await, 0);
        assert_bought(&world, &ada, bought).await;
    }
}

on_both_engines! {
    async fn looks_and_events_about_a_paid_invoice_grant_its_pack_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let many = DeliveryFaults { duplicates: 4, shuffle: true, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&many).unwrap();
        let ada = RuleHolder::new(&world, &json!({})).await;
        let replica = world.replica().await;
        let spent = ada.spend_many(&world, &replica, "first", 10).await;
        let delivering = async {
            for _ in 0..10 {
                world.stripe.deliver_due().await.unwrap();
            }
        };
        tokio::join!(look_at_both(&world, &replica), delivering, work(&world.app), work(&replica.app));
        settle(&world).await;
        // An object that was busy waits for some seconds.
        world.clock.advance(PAUSE);
        deliver(&world).await;
        assert_eq!(ada.available(&world).await, 2 * 550 - 10 * spent);
        assert_bought(&world, &ada, 1).await;
    }
}

on_both_engines! {
    async fn retries_at_once_after_a_declined_card_lead_to_one_paid_invoice(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = RuleHolder::new(&world, &json!({})).await;
        let replica = world.replica().await;
        let card = text(&at_stripe(&world, "/v1/payment_methods").await[0]["id"]);
        let outcome = json!({"payment_method": card, "method": "no_funds"});
        world.stripe.control("set_card_outcome", &outcome).unwrap();
        let spent = ada.spend_many(&world, &replica, "first", 10).await;
        look_at_both(&world, &replica).await;
        settle(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM topup_attempt WHERE state = 'failed'").await, 1);
        world.stripe.control("set_card_outcome", &json!({ "payment_method": card })).unwrap();
        let urls = [world.url.clone(), replica.url.clone()];
        let body = json!({"website": ada.seller.shop.id, "mode": "test"});
        let (path, own) = (format!("{RULE}/retry"), token(&world));
        let keys: Vec<String> = (0..MANY).map(|number| format!("retry-{}", number % 10)).collect();
        let retrying = keys.iter().enumerate();
        let retrying = retrying.map(|(number, key)| post_to(&world, &urls, number, (&path, &own, key), Some(&body)));
        let (responses, ()) = tokio::join!(join_all(retrying), look_at_both(&world, &replica));
        for response in &responses {
            assert!([200, 409, 429, 503].contains(&response.status), "{response:?}");
        }
        settle(&world).await;
        assert_eq!(ada.available(&world).await, 2 * 550 - 10 * spent);
        assert_bought(&world, &ada, 1).await;
        assert_eq!(ada.read(&world).await["state"], "active");
    }
}

on_both_engines! {
    async fn rule_that_is_set_by_many_requests_at_once_is_one_of_them(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = RuleHolder::new(&world, &json!({})).await;
        let replica = world.replica().await;
        let setting = (0..MANY).map(|number| {
            let ada = &ada;
            let (count, world) = (2 + number % 2, &world);
            async move { ada.set(world, &json!({"month_max_count": count})).await }
        });
        let spending = ada.spend_many(&world, &replica, "first", 10);
        let looking = look_at_both(&world, &replica);
        let (responses, spent, ()) = tokio::join!(join_all(setting), spending, looking);
        for response in &responses {
            assert!([200, 503].contains(&response.status), "{response:?}");
        }
        settle(&world).await;
        let rule = ada.read(&world).await;
        assert!([json!(2), json!(3)].contains(&rule["month_max_count"]), "{rule}");
        assert_eq!(world.count("SELECT count(*) FROM topup_rule").await, 1);
        assert_eq!(ada.available(&world).await, 2 * 550 - 10 * spent);
        assert_bought(&world, &ada, 1).await;
    }
}

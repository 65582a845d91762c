//! Tests fifty requests at a time on two servers: one subscription, one change, one grant of an allowance, one refund.

use std::collections::BTreeSet;
use std::time::Duration;

use foundation::testing::TestEngine;
use futures_util::future::join_all;
use serde_json::{Value, json};
use stripe_double::DeliveryFaults;

use super::subscriber::{DRAFT, MONTH, PATH, Subscriber, seller_of_plans, wait};
use crate::billing::racing::{MANY, post_to, work};
use crate::billing::reconciling::{apply, compare, counts};
use crate::billing::refunding::{assert_settled, deliver, recorded};
use crate::billing::sales::{PATH as CHECKOUTS, at_stripe, body, pay, session_of, text};
use crate::billing::stripe::with_deliveries;
use crate::credits::post;
use crate::harness::{HttpResponse, Replica, TestApi, on_both_engines};
use crate::merges::assert_sound;

/// Number of checkouts that an owner may begin in an hour, and of looks at a checkout in a minute.
const MAX_CALLS: usize = 20;

/// Posts a body fifty times to two servers, with keys of which several are the same.
async fn post_many(
    world: &TestApi,
    replica: &Replica,
    (path, credential, keys): (&str, &str, usize),
    body: &Value,
) -> Vec<(String, HttpResponse)> {
    let urls = [world.url.clone(), replica.url.clone()];
    let name = path.rsplit('/').next().unwrap_or_default();
    let posting = (0..MANY).map(|number| {
        let urls = &urls;
        async move {
            let key = format!("{name}-{}", number % keys);
            let call = (path, credential, key.as_str());
            let response = post_to(world, urls, number, call, Some(body)).await;
            (key, response)
        }
    });
    join_all(posting).await
}

/// Delivers what is due at the double, while two servers apply it.
async fn deliver_to_both(world: &TestApi, replica: &Replica) {
    let delivering = async { world.stripe.deliver_due().await.unwrap() };
    let (_sent, (), ()) = tokio::join!(delivering, work(&world.app), work(&replica.app));
}

/// Lets busy objects be applied, and drafts be charged.
async fn settle(world: &TestApi) {
    for _ in 0..3 {
        wait(world, DRAFT).await;
        product_api::sweep::once(&world.app).await.ok();
    }
}

/// Pays all sessions that are open at Stripe, as the owner of several tabs could, and returns their number.
async fn pay_open_sessions(world: &TestApi) -> usize {
    let sessions = at_stripe(world, "/v1/checkout/sessions").await;
    let paid = sessions.iter().filter(|session| {
        let id = text(&session["id"]);
        session["status"] == "open" && world.stripe.pay_session(&id, "pays").is_ok()
    });
    paid.count()
}

/// Checks that the product has each paid invoice once, with its credits, and that a comparison finds nothing.
async fn assert_billed_once(world: &TestApi, ada: &Subscriber) {
    compare(world, &ada.seller, &json!({})).await;
    apply(world).await;
    let again = compare(world, &ada.seller, &json!({})).await;
    assert_eq!(counts(&again), (0, 0), "{again}");
    let invoices = at_stripe(world, "/v1/invoices").await;
    let paid = invoices
        .iter()
        .filter(|invoice| invoice["status"] == "paid");
    let totals: Vec<i64> = paid
        .map(|invoice| invoice["total"].as_i64().unwrap())
        .collect();
    let sum: i64 = totals.iter().sum();
    let number = i64::try_from(totals.len()).unwrap();
    let team = i64::try_from(totals.iter().filter(|total| **total == 2_900).count()).unwrap();
    let rows = [
        ("SELECT count(*) FROM payment WHERE state = 'paid'", number),
        (
            "SELECT CAST(SUM(amount_minor) AS BIGINT) FROM payment WHERE state = 'paid'",
            sum,
        ),
        ("SELECT count(*) FROM allowance WHERE kind = 'paid'", number),
        (
            "SELECT CAST(SUM(amount) AS BIGINT) FROM lot",
            1_000 * (number - team) + 4_000 * team,
        ),
    ];
    for (statement, expected) in rows {
        assert_eq!(world.count(statement).await, expected, "{statement}");
    }
    assert_sound(world).await;
}

on_both_engines! {
    async fn plan_checkouts_at_once_lead_to_one_subscription(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        let replica = world.replica().await;
        let wish = body(&json!({"pack": null, "plan": "pro"}));
        let responses = post_many(&world, &replica, (CHECKOUTS, seller.test_key(), MANY), &wish).await;
        for (_, response) in &responses {
            assert!([200, 409, 429, 503].contains(&response.status), "{response:?}");
        }
        let open = "SELECT count(*) FROM checkout WHERE kind = 'plan' AND state IN ('new', 'open', 'processing')";
        assert!(world.count(open).await <= 1);
        let mut paid = pay_open_sessions(&world).await;
        if paid == 0 {
            // The last checkout had replaced the others, and was refused itself.
            world.clock.advance(Duration::from_mins(62));
            pay(&world, &seller.started(&world, &json!({"pack": null, "plan": "pro"})).await, "pays");
            paid = 1;
        }
        assert_eq!(paid, 1, "each checkout expires the one before");
        deliver(&world).await;
        settle(&world).await;
        assert_eq!(at_stripe(&world, "/v1/subscriptions").await.len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM subscription WHERE is_subscribed").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 1);
        assert_eq!(recorded(&world, "checkout.completed").await, 1);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn checkouts_during_the_payment_of_another_one_are_refused_or_replace_it(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        let replica = world.replica().await;
        let wish = json!({"pack": null, "plan": "pro"});
        let session = session_of(&seller.started(&world, &wish).await);
        let paying = async {
            // Some of the requests are on their way by then.
            world.get("/v1/plans", seller.test_key()).await;
            world.stripe.pay_session(&session, "pays").is_ok()
        };
        let whole = body(&wish);
        let asking = post_many(&world, &replica, (CHECKOUTS, seller.test_key(), MAX_CALLS - 1), &whole);
        let (is_paid, responses) = tokio::join!(paying, asking);
        for (_, response) in &responses {
            assert!([200, 409, 429, 503].contains(&response.status), "{response:?}");
        }
        let later = pay_open_sessions(&world).await;
        assert!(usize::from(is_paid) + later <= 1, "{is_paid} {later}");
        deliver(&world).await;
        settle(&world).await;
        let subscriptions = at_stripe(&world, "/v1/subscriptions").await.len();
        assert_eq!(subscriptions, usize::from(is_paid) + later);
        assert_eq!(world.count("SELECT count(*) FROM subscription").await, i64::try_from(subscriptions).unwrap());
        assert_eq!(world.count("SELECT count(*) FROM allowance").await, i64::try_from(subscriptions).unwrap());
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn looks_and_events_about_a_paid_plan_grant_its_allowance_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let many = DeliveryFaults { duplicates: 4, shuffle: true, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&many).unwrap();
        let seller = seller_of_plans(&world).await;
        let replica = world.replica().await;
        let urls = [world.url.clone(), replica.url.clone()];
        let checkout = seller.started(&world, &json!({"pack": null, "plan": "pro"})).await;
        pay(&world, &checkout, "pays");
        let path = format!("{CHECKOUTS}/{}/sync", text(&checkout["id"]));
        let looking = (0..MAX_CALLS).map(|number| post_to(&world, &urls, number, (&path, seller.test_key(), ""), None));
        let (looks, ()) = tokio::join!(join_all(looking), deliver_to_both(&world, &replica));
        for response in looks {
            assert!([200, 503].contains(&response.status), "{response:?}");
        }
        // An object that was busy waits for some seconds.
        wait(&world, Duration::from_mins(2)).await;
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        assert_eq!(seller.available(&world, &checkout).await, 1_000);
        for table in ["subscription", "allowance", "payment", "lot"] {
            let count = format!("SELECT count(*) FROM {table}");
            let found: i64 = foundation::testing::select(&world.app.database, &count, &[]).await;
            assert_eq!(found, 1, "{table}");
        }
        for event in ["checkout.completed", "customer.subscribed", "subscription.renewed", "payment.succeeded"] {
            assert_eq!(recorded(&world, event).await, 1, "{event}");
        }
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn changes_during_a_renewal_are_made_once_and_each_period_is_paid_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let replica = world.replica().await;
        // The renewal is a draft, or not made yet.
        world.clock.advance(MONTH + Duration::from_secs(10));
        let path = format!("{PATH}/{}/change", ada.id);
        let wish = json!({"plan": "team", "expected_amount_minor": 2_900});
        let changing = post_many(&world, &replica, (&path, ada.seller.test_key(), 10), &wish);
        let (responses, ()) = tokio::join!(changing, deliver_to_both(&world, &replica));
        let mut done = BTreeSet::new();
        for (key, response) in &responses {
            assert!([200, 402, 409, 429, 503].contains(&response.status), "{response:?}");
            if response.status == 200 {
                done.insert(key);
            }
        }
        assert!(done.len() <= 1, "{responses:?}");
        settle(&world).await;
        let found = ada.read(&world).await;
        assert!(done.is_empty() || found["plan"] == "team", "{found}");
        assert_eq!((&found["status"], &found["paid_through"]), (&json!("active"), &found["period_end"]), "{found}");
        assert_billed_once(&world, &ada).await;
    }
}

on_both_engines! {
    async fn cancellation_during_a_renewal_ends_the_subscription_with_what_is_paid(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let replica = world.replica().await;
        // The draft of the renewal is charged while the buyer cancels.
        wait(&world, MONTH).await;
        world.clock.advance(DRAFT);
        let path = format!("{PATH}/{}/cancel", ada.id);
        let now = json!({"at": "now"});
        let canceling = post_many(&world, &replica, (&path, ada.seller.test_key(), 5), &now);
        let (responses, ()) = tokio::join!(canceling, deliver_to_both(&world, &replica));
        for (_, response) in &responses {
            assert!([200, 409, 429, 503].contains(&response.status), "{response:?}");
        }
        settle(&world).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["subscribed"]), (&json!("canceled"), &json!(false)), "{one}");
        assert!(!ada.is_subscribed(&world).await);
        assert_billed_once(&world, &ada).await;
        wait(&world, MONTH).await;
        product_api::sweep::once(&world.app).await.ok();
        assert_eq!(ada.available(&world).await, 0, "what is paid stays to its end");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn spends_during_a_refund_of_an_allowance_become_debt(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        deliver(&world).await;
        let more = "UPDATE api_keys SET scopes = scopes || ' billing.refund' WHERE website_id = $1";
        world.sql(more, &[&ada.seller.shop.id]).await;
        let replica = world.replica().await;
        let payments = world.get("/v1/payments", ada.seller.test_key()).await.json();
        let path = format!("/v1/payments/{}/refunds", text(&payments["items"][0]["id"]));
        let full = json!({"what": "full"});
        let refunding = post_many(&world, &replica, (&path, ada.seller.test_key(), 5), &full);
        let use_up = json!({"customer": {"external_id": "ada"}, "amount": 40});
        let spending = post_many(&world, &replica, ("/v1/spends", ada.seller.test_key(), MANY), &use_up);
        let (refunds, spends) = tokio::join!(refunding, spending);
        for (_, response) in &refunds {
            assert!([200, 409, 422, 429, 503].contains(&response.status), "{response:?}");
        }
        for (_, response) in &spends {
            assert!([200, 402, 503].contains(&response.status), "{response:?}");
        }
        // Busy servers may have refused all refunds.
        let last = post(&world, &path, ada.seller.test_key(), "last", &full).await;
        assert!([200, 409].contains(&last.status), "{last:?}");
        settle(&world).await;
        let spent = spends.iter().filter(|(_, response)| response.status == 200).count();
        let debt = 40 * i64::try_from(spent).unwrap();
        let path = format!("/v1/customers/{}/balance", text(&ada.checkout["customer_id"]));
        let balance = world.get(&path, ada.seller.test_key()).await.json();
        assert_eq!((&balance["posted"], &balance["debt"]), (&json!(0), &json!(debt)), "{balance}");
        let made = at_stripe(&world, "/v1/refunds").await;
        assert_eq!((made.len(), &made[0]["amount"]), (1, &json!(900)));
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["paid_through"]), (&json!("active"), &one["period_start"]), "{one}");
        assert_settled(&world).await;
    }
}

//! Tests links to customers that exist at Stripe: subscribers of an earlier system get credits from their next renewal on.

use std::time::Duration;

use foundation::testing::TestEngine;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::subscriber::{DRAFT, MONTH, in_dashboard, seller_of_plans, wait};
use crate::billing::packs::seller;
use crate::billing::reconciling::{apply, as_own, compare, counts};
use crate::billing::refunding::deliver;
use crate::billing::sales::{Seller, at_stripe, text};
use crate::billing::stripe::{fail, with_deliveries};
use crate::credits::Shop;
use crate::features::put;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::merges::assert_sound;

/// The end of the period that was paid before the link.
const RENEWAL: &str = "2027-02-15T08:00:00.000Z";
const TEN_DAYS: Duration = Duration::from_hours(10 * 24);

/// A subscriber of an earlier system: a customer of the dashboard with a monthly price of 9.00 euros, who has paid ten days ago.
struct EarlierSubscriber {
    seller: Seller,
    customer: String,
    price: String,
    subscription: String,
}

/// Creates a customer in the dashboard.
fn new_customer(world: &TestApi, email: &str) -> String {
    let form = format!("email={email}");
    text(&in_dashboard(world, "POST", "/v1/customers", &form)["id"])
}

impl EarlierSubscriber {
    async fn new(world: &TestApi) -> Self {
        let seller = seller_of_plans(world).await;
        let product = text(&in_dashboard(world, "POST", "/v1/products", "name=Old")["id"]);
        let price =
            format!("product={product}&currency=eur&unit_amount=900&recurring[interval]=month");
        let price = text(&in_dashboard(world, "POST", "/v1/prices", &price)["id"]);
        let customer = new_customer(world, "ada@example.com");
        let card = json!({"customer": customer, "method": "pays"});
        world.stripe.control("add_card", &card).unwrap();
        let form = format!("customer={customer}&items[0][price]={price}");
        let subscription = text(&in_dashboard(world, "POST", "/v1/subscriptions", &form)["id"]);
        wait(world, TEN_DAYS).await;
        Self {
            seller,
            customer,
            price,
            subscription,
        }
    }

    /// Maps the price to the plan `pro`.
    async fn map(&self, world: &TestApi) {
        let path = format!("PUT /v1/plans/pro/versions/1/stripe-prices/{}", self.price);
        assert_eq!(as_own(world, &self.seller, &path, None).await.status, 200);
    }

    /// Links Ada, with changes of the body.
    async fn link(&self, world: &TestApi, body: &Value) -> HttpResponse {
        link(world, self.seller.test_key(), &self.customer, body).await
    }

    /// Links Ada, and applies her subscription.
    async fn linked(&self, world: &TestApi) -> Value {
        let linked = self.link(world, &ada()).await;
        assert_eq!(linked.status, 200, "{linked:?}");
        apply(world).await;
        linked.json()
    }

    /// Returns Ada's only subscription.
    async fn read(&self, world: &TestApi) -> Value {
        let page = world.get("/v1/subscriptions", self.seller.test_key()).await;
        let items = page.json()["items"].as_array().unwrap().clone();
        assert_eq!(items.len(), 1, "{items:?}");
        items[0].clone()
    }
}

fn ada() -> Value {
    json!({"customer": {"external_id": "ada"}})
}

async fn link(world: &TestApi, key: &str, stripe_customer: &str, body: &Value) -> HttpResponse {
    let path = format!("/v1/stripe-customers/{stripe_customer}");
    put(world, &path, key, body).await
}

/// Links a customer of Ada's website at one of several servers.
async fn link_at(
    world: &TestApi,
    url: &str,
    one: &EarlierSubscriber,
    stripe_customer: &str,
    name: &str,
) -> HttpResponse {
    let authorization = format!("Bearer {}", one.seller.test_key());
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let path = format!("/v1/stripe-customers/{stripe_customer}");
    let body = json!({"customer": {"external_id": name}}).to_string();
    world
        .send_to((url, &path), Method::PUT, &headers, Some(body))
        .await
}

/// Returns the number of rows that a link can write.
async fn rows(world: &TestApi) -> i64 {
    let count = "SELECT CAST((SELECT count(*) FROM customers) + (SELECT count(*) FROM stripe_customer) + (SELECT count(*) FROM audit) \
        + (SELECT count(*) FROM stripe_object WHERE state = 'waiting') AS BIGINT)";
    world.count(count).await
}

async fn available(world: &TestApi, one: &EarlierSubscriber, customer: &Value) -> i64 {
    let checkout = json!({ "customer_id": customer });
    one.seller.available(world, &checkout).await
}

on_both_engines! {
    async fn subscriber_of_an_earlier_system_gets_credits_from_the_next_renewal_on(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let one = EarlierSubscriber::new(&world).await;
        one.map(&world).await;
        let before = rows(&world).await;
        let mut dry = ada();
        dry["dry_run"] = json!(true);
        let found = one.link(&world, &dry).await;
        let expected = json!([{
            "stripe_subscription_id": one.subscription, "status": "active", "stripe_price_id": one.price, "quantity": 1,
            "plan": "pro", "version": 1, "renews_at": RENEWAL, "allowances_start_at": RENEWAL,
        }]);
        assert_eq!(found.json(), json!({
            "customer_id": null, "stripe_customer_id": one.customer, "email": "ada@example.com", "outcome": "possible",
            "subscriptions": expected,
        }));
        assert_eq!(rows(&world).await, before, "nothing is written");

        let linked = one.linked(&world).await;
        assert_eq!((&linked["outcome"], &linked["subscriptions"]), (&json!("linked"), &expected), "{linked}");
        let id = &linked["customer_id"];
        let customer = world.get(&format!("/v1/customers/{}", text(id)), one.seller.test_key()).await.json();
        assert_eq!(customer["subscribed"], true, "at once");
        let read = one.read(&world).await;
        assert_eq!((&read["plan"], &read["paid_through"]), (&json!("pro"), &json!(RENEWAL)), "{read}");
        assert_eq!(available(&world, &one, id).await, 0, "the paid period grants nothing");
        let nothing = "SELECT CAST((SELECT count(*) FROM payment) + (SELECT count(*) FROM allowance) + (SELECT count(*) FROM money_txn) AS BIGINT)";
        assert_eq!(world.count(nothing).await, 0);
        assert_eq!(counts(&compare(&world, &one.seller, &json!({})).await), (0, 0), "both sides agree");

        wait(&world, MONTH.saturating_sub(TEN_DAYS)).await;
        wait(&world, DRAFT).await;
        assert_eq!(available(&world, &one, id).await, 1_000, "the renewal brings the allowance");
        assert_eq!(world.count("SELECT count(*) FROM allowance WHERE state = 'granted'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM payment WHERE state = 'paid' AND granted = 1000").await, 1);
        assert_eq!(counts(&compare(&world, &one.seller, &json!({})).await), (0, 0));
        let again = one.linked(&world).await;
        assert_eq!((&again["outcome"], &again["customer_id"]), (&json!("unchanged"), id));
        assert_eq!(again["subscriptions"][0]["allowances_start_at"], RENEWAL);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe_customer.linked'").await, 1);
        assert_eq!(available(&world, &one, id).await, 1_000);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn linked_customer_buys_as_the_customer_at_stripe(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let one = EarlierSubscriber::new(&world).await;
        one.map(&world).await;
        one.linked(&world).await;
        let second = json!({"pack": null, "plan": "team"});
        one.seller.start(&world, "k", &second).await.is_problem(409, "subscription-exists");
        one.seller.started(&world, &json!({})).await;
        assert_eq!(at_stripe(&world, "/v1/checkout/sessions").await[0]["customer"], json!(one.customer));
        assert_eq!(at_stripe(&world, "/v1/customers").await.len(), 1, "no other customer is created");
    }
}

on_both_engines! {
    async fn price_that_is_mapped_after_the_link_grants_no_earlier_period(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let one = EarlierSubscriber::new(&world).await;
        let linked = one.linked(&world).await;
        let found = &linked["subscriptions"][0];
        assert_eq!((&found["plan"], &found["renews_at"], &found["allowances_start_at"]), (&Value::Null, &json!(RENEWAL), &Value::Null));
        assert_eq!(world.count("SELECT count(*) FROM subscription").await, 0);
        one.map(&world).await;
        compare(&world, &one.seller, &json!({})).await;
        apply(&world).await;
        assert_eq!(one.read(&world).await["subscribed"], true);
        assert_eq!(available(&world, &one, &linked["customer_id"]).await, 0);
        assert_eq!(counts(&compare(&world, &one.seller, &json!({})).await), (0, 0));
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn customer_that_cannot_be_linked_is_refused(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let one = EarlierSubscriber::new(&world).await;
        let key = one.seller.test_key();
        let linked = one.linked(&world).await;
        let other = new_customer(&world, "bob@example.com");
        let deleted = new_customer(&world, "cy@example.com");
        in_dashboard(&world, "DELETE", &format!("/v1/customers/{deleted}"), "");
        let elsewhere = |account: &str, is_live: bool| {
            let call = json!({"account": account, "is_live": is_live, "method": "POST", "path": "/v1/customers", "form": "name=Dee"});
            text(&world.stripe.control("use_dashboard", &call).unwrap()["id"])
        };
        let bob = json!({"customer": {"external_id": "bob"}});
        for unknown in ["cus_none", &elsewhere("acct_other", false), &elsewhere("acct_pictures", true)] {
            let problem = link(&world, key, unknown, &bob).await.is_problem(404, "not-found");
            assert_eq!(problem["resource"], "stripe_customer", "{unknown}");
        }
        link(&world, key, &deleted, &bob).await.is_problem(409, "conflict");
        let taken = one.link(&world, &bob).await.is_problem(409, "conflict");
        assert!(taken["detail"].as_str().unwrap().contains(&text(&linked["customer_id"])), "{taken}");
        let second = link(&world, key, &other, &ada()).await.is_problem(409, "conflict");
        assert!(second["detail"].as_str().unwrap().contains(&one.customer), "{second}");
        let absent = json!({"customer": {"id": "cus_none"}});
        assert_eq!(link(&world, key, &other, &absent).await.is_problem(404, "not-found")["resource"], "customer");
        let two = json!({"customer": {"id": "cus_none", "external_id": "bob"}});
        assert_eq!(link(&world, key, &other, &two).await.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/customer");
        fail(&world, "GET /v1/customers", 3, "server_error_before");
        let away = link(&world, key, &other, &bob).await.is_problem(502, "payment-provider-error");
        assert_eq!(away["retryable"], true);
        let unconnected = seller(&world, "Songs").await;
        link(&world, &unconnected.test_key, &other, &bob).await.is_problem(409, "billing-not-connected");
        let narrow = Shop::open(&world, "usr_1", "Films").await;
        link(&world, &narrow.test_key, &other, &bob).await.is_problem(403, "insufficient-scope");
        assert_eq!(world.count("SELECT count(*) FROM stripe_customer").await, 1);
        let customers = "SELECT count(*) FROM customers WHERE website_id = $1";
        assert_eq!(world.count_of(customers, &[&one.seller.shop.id]).await, 1, "a refused link creates no customer");
    }
}

on_both_engines! {
    async fn links_at_once_give_each_customer_one_other(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let one = EarlierSubscriber::new(&world).await;
        let replica = world.replica().await;
        let urls = [world.url.as_str(), replica.url.as_str()];
        let (names, others): (Vec<String>, Vec<String>) =
            (0..10).map(|number| (format!("a{number}"), new_customer(&world, &format!("b{number}@example.com")))).unzip();
        let outcomes = |responses: &[HttpResponse], outcome: &str| {
            let done = responses.iter().filter(|response| response.status == 200);
            done.filter(|response| response.json()["outcome"] == outcome).count()
        };
        // Ten customers want the same one at Stripe, then one customer wants ten of them, then ten requests want the same pair.
        let responses = join_all(names.iter().enumerate().map(|(number, name)| link_at(&world, urls[number % 2], &one, &one.customer, name))).await;
        assert_eq!((outcomes(&responses, "linked"), outcomes(&responses, "unchanged")), (1, 0), "{responses:?}");
        let responses = join_all(others.iter().enumerate().map(|(number, other)| link_at(&world, urls[number % 2], &one, other, "bob"))).await;
        assert_eq!((outcomes(&responses, "linked"), outcomes(&responses, "unchanged")), (1, 0), "{responses:?}");
        for response in responses.iter().filter(|response| response.status != 200) {
            assert!([409, 503].contains(&response.status), "{response:?}");
        }
        let free = new_customer(&world, "cy@example.com");
        let responses = join_all((0..10).map(|number| link_at(&world, urls[number % 2], &one, &free, "cy"))).await;
        assert_eq!(outcomes(&responses, "linked"), 1, "{responses:?}");
        assert!(responses.iter().all(|response| [200, 503].contains(&response.status)), "{responses:?}");
        assert_eq!(world.count("SELECT count(*) FROM stripe_customer WHERE is_default AND linked_at IS NOT NULL").await, 3);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE stripe_customer_id IS NOT NULL").await, 3);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe_customer.linked'").await, 3);
        deliver(&world).await;
        assert_sound(&world).await;
    }
}

//! Provides callers and objects for the routes: another website's objects, or absent ones.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use super::routes::forget;
use super::rows::{ROWS, Row};
use crate::billing::stripe::{PERMISSIONS, WEBHOOKS};
use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi};
use crate::operator::{add_platform_finding, operator_token};
use crate::receiver::Receiver;
use crate::webhooks::add;

/// Lets a session of a connection be dead.
const DEAD_SESSION: &str = "\
    INSERT INTO stripe_object (connection_id, kind, object_id, dirty, done, attempts, state, last_event, created_at, updated_at) \
    VALUES ($1, 'session', 'cs_live_walk', 1, 0, 18, 'dead', 'evt_walk', 1, 1)";

/// A subscription of the website's customer, who is `usr_1`, to the plan.
const SUBSCRIPTION: &str = "\
    INSERT INTO subscription (id, book_id, owner_kind, owner_id, connection_id, stripe_id, plan_id, plan_version, stripe_price_id, \
        family, quantity, status, collection, anchor, period_start, period_end, is_subscribed, created_at, updated_at, checkout_id) \
    SELECT 'sbs_walk', b.id, 'customer', c.id, $1, $2, i.id, 1, p.stripe_price_id, 'default', 2, 'active', 'on', 0, 0, 1, TRUE, 0, 0, \
        (SELECT MIN(id) FROM checkout) \
    FROM customers c JOIN book b ON b.website_id = c.website_id AND b.mode = c.mode \
    JOIN catalog_item i ON i.book_id = b.id AND i.kind = 'plan' JOIN catalog_price p ON p.item_id = i.id \
    WHERE c.external_id = 'ada'";

/// Shows the customer as subscribed, as the application of the subscription does.
const SUBSCRIBED: &str = "\
    UPDATE customers SET subscribed = TRUE \
    WHERE id = (SELECT owner_id FROM subscription WHERE id = 'sbs_walk' AND connection_id = $1)";

/// Subscribes the customer at the double to two pieces of the plan.
async fn subscribe(world: &TestApi, connection: &str) {
    let price = "SELECT p.stripe_price_id FROM catalog_price p JOIN catalog_item i ON i.id = p.item_id WHERE i.kind = 'plan'";
    let price = world.text(price).await;
    let customer = world.text("SELECT stripe_id FROM stripe_customer").await;
    let card = json!({"customer": customer, "method": "pays"});
    world.stripe.control("add_card", &card).unwrap();
    let form = format!("customer={customer}&items[0][price]={price}&items[0][quantity]=2");
    let call = json!({
        "account": "acct_walk", "is_live": true, "method": "POST", "path": "/v1/subscriptions", "form": form,
    });
    let made = world.stripe.control("use_dashboard", &call).unwrap();
    let id = made["id"].as_str().unwrap();
    world.sql(SUBSCRIPTION, &[connection, id]).await;
    world.sql(SUBSCRIBED, &[connection]).await;
}

/// Makes a price in the dashboard with the money and the period of the plan.
fn special_price(world: &TestApi) -> String {
    let make = |path: &str, form: &str| {
        let call = json!({
            "account": "acct_walk", "is_live": true, "method": "POST", "path": path, "form": form,
        });
        let made = world.stripe.control("use_dashboard", &call).unwrap();
        made["id"].as_str().unwrap().to_owned()
    };
    let product = make("/v1/products", "name=Special");
    let form = format!("product={product}&currency=eur&unit_amount=900&recurring[interval]=month");
    make("/v1/prices", &form)
}

/// Adds a finding of a connection.
const FINDING: &str = "\
    INSERT INTO reconcile_finding (id, connection_id, kind, object_kind, object_id, ours, theirs, state, run_id, created_at, \
        updated_at) \
    VALUES ('fnd_walk', $1, 'granted-not-paid', 'payment', 'pi_walk', 'paid', 'canceled', 'open', 'rec_walk', 1, 1)";

/// Ids for paths and bodies by kind: another website's, or absent ones.
pub(super) type ObjectIds = BTreeMap<&'static str, String>;

/// Name of the caller with the same website but another mode.
pub(super) const OWN_TEST_KEY: &str = "its own test key";

/// A caller: its name, its credential, its website.
pub(super) struct RouteCaller {
    pub(super) name: &'static str,
    authorization: String,
    website: Option<String>,
    view: Option<String>,
}

impl RouteCaller {
    pub(super) fn new(name: &'static str, credential: &str, website: Option<&str>) -> Self {
        Self {
            name,
            authorization: format!("Bearer {credential}"),
            website: website.map(ToOwned::to_owned),
            view: None,
        }
    }

    /// Returns the caller with a view of another user.
    pub(super) fn viewing(self, view: &str) -> Self {
        Self {
            view: Some(view.to_owned()),
            ..self
        }
    }

    /// Calls an operation with the ids of these objects.
    pub(super) async fn call(
        &self,
        world: &TestApi,
        row: &Row,
        things: &ObjectIds,
    ) -> HttpResponse {
        self.call_with(world, row, row.2, things).await
    }

    /// Calls an operation with another body.
    pub(super) async fn call_with(
        &self,
        world: &TestApi,
        (operation, kinds, _body): &Row,
        body: &str,
        things: &ObjectIds,
    ) -> HttpResponse {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let key = format!("walk-{}", CALLS.fetch_add(1, Ordering::Relaxed));
        let (method, path) = operation.split_once(' ').unwrap();
        let mut path = path.to_owned();
        for kind in *kinds {
            let (front, rest) = path.split_once('{').unwrap();
            let (_, rest) = rest.split_once('}').unwrap();
            path = format!("{front}{}{rest}", things[kind]);
        }
        let mut body = body.replace("{key}", &key);
        for (kind, id) in things {
            body = body.replace(&format!("{{{kind}}}"), id);
        }
        let mut headers = vec![
            ("authorization", self.authorization.as_str()),
            ("content-type", "application/json"),
            ("idempotency-key", key.as_str()),
        ];
        headers.extend(self.website.as_deref().map(|id| ("tollgate-website", id)));
        headers.extend(self.view.as_deref().map(|view| ("tollgate-view-as", view)));
        let body = (!body.is_empty()).then_some(body);
        let method: Method = method.parse().unwrap();
        world.send(method, &path, &headers, body).await
    }
}

/// Returns ids that do not exist.
pub(super) fn absent() -> ObjectIds {
    let nobody = [
        ("customer", "cus_none"),
        ("transaction", "txn_none"),
        ("spend", "txn_none"),
        ("hold", "hold_none"),
        ("api_key", "key_none"),
        ("feature", "nothing.huge"),
        ("version", "1"),
        ("endpoint", "whe_none"),
        ("event", "evt_none"),
        ("website", "web_none"),
        ("user", "usr_none"),
        ("account", "999999999"),
        ("connection", "scn_none"),
        ("pack", "nothing.packed"),
        ("plan", "nothing.planned"),
        ("currency", "eur"),
        ("checkout", "chk_none"),
        ("my_checkout", "chk_none"),
        ("payment", "pmt_none"),
        ("subscription", "sbs_none"),
        ("stripe_price", "price_none"),
        ("stripe_customer", "cus_at_stripe_none"),
        ("finding", "fnd_none"),
        ("platform_finding", "fnd_none"),
        ("stripe_kind", "session"),
        ("stripe_object", "cs_none"),
    ];
    nobody.map(|(kind, id)| (kind, id.to_owned())).into()
}

/// Creates each kind of object of a website.
#[expect(
    clippy::cognitive_complexity,
    clippy::too_many_lines,
    reason = "one statement for each kind"
)]
pub(super) async fn furnish(world: &TestApi, shop: &Shop) -> ObjectIds {
    let receiver = Receiver::start(world.take_listener());
    let (endpoint, _secret) = add(world, &shop.key, &receiver.url, &Value::Null).await;
    let owner = RouteCaller::new("its key", &shop.key, None);
    let mut things = absent();
    things.insert("feature", "pictures.huge".to_owned());
    things.insert("pack", "pictures.many".to_owned());
    things.insert("plan", "pictures.monthly".to_owned());
    let priced = |row: &&Row| row.0.starts_with("PUT /v1/features");
    for row in ROWS.iter().filter(priced) {
        let response = owner.call(world, row, &things).await;
        assert_eq!(response.status, 200, "{}", row.0);
    }
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let granted = grant(world, shop, "g", "ada", 100).await.json();
    let known = "UPDATE customers SET user_id = 'usr_1' WHERE external_id = 'ada'";
    world.sql(known, &[]).await;
    let who = json!({"customer": {"external_id": "ada"}, "amount": 9});
    let spent = post(world, "/v1/spends", &shop.key, "s", &who).await.json();
    let mut held = who.clone();
    held["feature"] = "pictures.huge".into();
    let held = post(world, "/v1/holds", &shop.key, "h", &held).await.json();
    let log = log_of(world, shop, &endpoint).await;
    world.issuer.add_user("usr_1");
    let keeper = RouteCaller::new("its owner", &world.token("usr_1"), Some(&shop.id));
    let more = ROWS.iter().find(|row| row.0 == "POST /v1/api-keys");
    let made = keeper.call(world, more.unwrap(), &things).await.json();
    let connection = connect(world, &keeper, &things).await;
    let offers = |row: &&Row| {
        let begins = ["PUT /v1/packs", "PUT /v1/plans"];
        begins.iter().any(|begin| row.0.starts_with(begin)) && !row.0.contains("stripe-prices")
    };
    for row in ROWS.iter().filter(offers) {
        let response = keeper.call(world, row, &things).await;
        assert_eq!(response.status, 200, "{}", row.0);
    }
    let customer = text(&granted["balance"]["customer_id"]);
    things.insert("customer", customer);
    buy(world, &keeper, &mut things).await;
    world.sql(DEAD_SESSION, &[&connection]).await;
    world.sql(FINDING, &[&connection]).await;
    subscribe(world, &connection).await;
    things.insert("subscription", "sbs_walk".to_owned());
    things.insert("website", shop.id.clone());
    turn_on_top_up(world, &keeper, &things).await;
    things.insert("stripe_price", special_price(world));
    let at_stripe = "SELECT stripe_id FROM stripe_customer";
    things.insert("stripe_customer", world.text(at_stripe).await);
    let wallet = "SELECT CAST(MIN(id) AS TEXT) FROM account WHERE kind = 'wallet'";
    let wallet = world.text(wallet).await;
    things.extend([
        ("api_key", text(&made["api_key"]["id"])),
        ("transaction", text(&granted["transaction"]["id"])),
        ("spend", text(&spent["transaction"]["id"])),
        ("hold", text(&held["hold"]["id"])),
        ("endpoint", endpoint),
        ("event", text(&log["items"][0]["event_id"])),
        ("user", "usr_1".to_owned()),
        ("account", wallet),
        ("finding", "fnd_walk".to_owned()),
        ("platform_finding", add_platform_finding(world).await),
        ("connection", connection),
        ("stripe_object", "cs_live_walk".to_owned()),
    ]);
    things
}

/// Turns on the automatic top-up of the customer, who is `usr_1`.
async fn turn_on_top_up(world: &TestApi, buyer: &RouteCaller, things: &ObjectIds) {
    let mut rows = ROWS.iter();
    let row = rows.find(|row| row.0 == "PUT /v1/me/top-up");
    let response = buyer.call(world, row.unwrap(), things).await;
    assert_eq!(response.status, 200, "{response:?}");
}

/// Connects an account with the key that the rows have; returns the connection's id.
async fn connect(world: &TestApi, owner: &RouteCaller, things: &ObjectIds) -> String {
    let permissions: Vec<&str> = PERMISSIONS.into_iter().chain([WEBHOOKS]).collect();
    let key = json!({
        "account": "acct_walk", "is_live": true, "key": "rk_live_walkwalkwalkwalk", "permissions": permissions,
    });
    world.stripe.control("add_key", &key).unwrap();
    let mut rows = ROWS.iter();
    let row = rows.find(|row| row.0 == "POST /v1/stripe-connections");
    let connected = owner.call(world, row.unwrap(), things).await;
    assert_eq!(connected.status, 201, "{connected:?}");
    let connection = &connected.json()["connection"];
    connection["id"].as_str().unwrap().to_owned()
}

/// Starts checkouts of a pack, and pays one of them.
async fn buy(world: &TestApi, owner: &RouteCaller, things: &mut ObjectIds) {
    product_api::billing::sync_catalog(&world.app)
        .await
        .unwrap();
    let start = async |things: &ObjectIds| {
        let mut rows = ROWS.iter();
        let row = rows.find(|row| row.0 == "POST /v1/checkout-sessions");
        let started = owner.call(world, row.unwrap(), things).await;
        assert_eq!(started.status, 200, "{started:?}");
        started.json()
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let paid = start(things).await;
    let (_page, session) = paid["url"].as_str().unwrap().rsplit_once('/').unwrap();
    world.stripe.pay_session(session, "pays").unwrap();
    things.insert("checkout", text(&paid["id"]));
    let mut rows = ROWS.iter();
    let sync = rows.find(|row| row.0 == "POST /v1/checkout-sessions/{id}/sync");
    let paid = owner.call(world, sync.unwrap(), things).await.json();
    things.insert("payment", text(&paid["payment_id"]));
    product_api::webhooks::once(&world.app).await.unwrap();
    world.settles().await;
    for kind in ["checkout", "my_checkout"] {
        let open = start(things).await;
        things.insert(kind, text(&open["id"]));
    }
}

/// Returns the log of an endpoint after everything was sent.
async fn log_of(world: &TestApi, shop: &Shop, endpoint: &str) -> Value {
    product_api::webhooks::once(&world.app).await.unwrap();
    world.settles().await;
    let path = format!("/v1/webhook-endpoints/{endpoint}/deliveries");
    world.get(&path, &shop.key).await.json()
}

/// Returns everything that the website's owner sees of the objects.
pub(super) async fn seen(world: &TestApi, owner: &RouteCaller, things: &ObjectIds) -> Vec<Value> {
    let mut all = Vec::new();
    for row in ROWS
        .iter()
        .filter(|(operation, ..)| operation.starts_with("GET /v1/"))
    {
        let is_run = row.0.contains("verification");
        if !is_run {
            let mut body = owner.call(world, row, things).await.json();
            forget(&mut body, &["request_id", "last_used_at"]);
            all.push(body);
        }
    }
    all
}

/// Returns callers of whom one may run each operation on a website of `usr_1`.
pub(super) fn entitled(world: &TestApi, shop: &Shop) -> [RouteCaller; 3] {
    [
        RouteCaller::new("its key", &shop.key, None),
        RouteCaller::new("its owner", &world.token("usr_1"), Some(&shop.id)),
        RouteCaller::new("the operator", &operator_token(world), None),
    ]
}

pub(super) fn other_callers(world: &TestApi, one: &Shop, two: &Shop) -> [RouteCaller; 6] {
    let owner = world.token("usr_2");
    [
        RouteCaller::new("another's key", &two.key, None),
        RouteCaller::new("another's test key", &two.test_key, None),
        RouteCaller::new(OWN_TEST_KEY, &one.test_key, None),
        RouteCaller::new("another's owner", &owner, Some(&two.id)),
        RouteCaller::new("another's owner, with its name", &owner, Some(&one.id)),
        RouteCaller::new("a person", &world.token("usr_3"), None),
    ]
}

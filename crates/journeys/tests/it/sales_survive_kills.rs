//! Kills of the server at each step of a purchase, and at random moments: nothing is doubled or lost.
//!
//! Stripe is a double in the test's process: it holds a call at a moment, the server is killed there, and starts again.

use std::time::Duration;

use foundation::testing::{SeededRng, TestEngine, sqlite_url};
use foundation::{Connection, Database, on_engine};
use journeys::installation::TestInstallation;
use journeys::selling_website::{
    ACCOUNT, PACK_CREDITS, PACK_PRICE, SaleResponse, SellingWebsite, session_of,
};
use journeys::stripe_server::HoldMoment::{AfterEffect, BeforeEffect};
use journeys::stripe_server::{HoldMoment, StripeServer};
use serde_json::Value;
use tokio::task::JoinSet;

const CUSTOMER: &str = "POST /v1/customers";
const SESSION: &str = "POST /v1/checkout/sessions";

/// Steps at which a server is killed while it opens a session: each call with its moment.
const OPENING: [(&str, HoldMoment); 4] = [
    (CUSTOMER, BeforeEffect),
    (CUSTOMER, AfterEffect),
    (SESSION, BeforeEffect),
    (SESSION, AfterEffect),
];
/// Rounds of kills at random moments, and the purchases of each.
const RANDOM_KILLS: usize = 5;
const BUYERS: usize = 6;
/// Maximum time before a random kill: longer than a purchase takes.
const MAX_MILLISECONDS: usize = 400;

/// Pause before a retry, and the number of retries: for minutes, because a machine may be busy.
const PAUSE: Duration = Duration::from_millis(50);
const TRIES: usize = 2_400;

/// Statements that end the leases of a killed server at once.
const END_LEASES: [&str; 3] = [
    "UPDATE checkout SET next_at = 0 WHERE state = 'new'",
    "UPDATE stripe_customer SET claim_until = 0 WHERE claim_until IS NOT NULL",
    "UPDATE stripe_object SET claimed_until = 0, next_at = 0 WHERE state = 'waiting'",
];

/// Statements whose number is the number of purchases times the second value.
const SUMS: [(&str, i64); 9] = [
    ("SELECT COUNT(*) FROM checkout WHERE state = 'completed'", 1),
    ("SELECT COUNT(*) FROM checkout", 1),
    ("SELECT COUNT(*) FROM stripe_customer", 1),
    ("SELECT COUNT(*) FROM payment WHERE state = 'paid'", 1),
    ("SELECT COUNT(*) FROM lot", 2),
    (
        "SELECT CAST(SUM(remaining) AS BIGINT) FROM lot",
        PACK_CREDITS,
    ),
    ("SELECT COUNT(*) FROM money_txn WHERE kind = 'payment'", 1),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'payment.succeeded'",
        1,
    ),
    (
        "SELECT CAST(-SUM(amount) AS BIGINT) FROM money_entry WHERE account = 'deferred'",
        PACK_PRICE,
    ),
];

/// A shop whose server is killed.
struct KilledShop {
    world: TestInstallation,
    stripe: StripeServer,
    site: SellingWebsite,
    database: Database,
    purchases: usize,
}

impl KilledShop {
    async fn open(engine: TestEngine) -> Self {
        let stripe = StripeServer::start().await;
        let settings = [
            ("API_STRIPE_API_BASE", stripe.base.as_str()),
            ("API_STRIPE_REQUESTS_PER_SECOND", "1000"),
        ];
        let world = TestInstallation::set_up(engine, &settings).await;
        let site = SellingWebsite::open(&world.place, &stripe).await;
        let mut named = world.settings().iter();
        let named = named.find(|(name, _)| name == "API_DATABASE_URL");
        let url = match named {
            Some((_, url)) => url.clone(),
            None => sqlite_url(&world.data().join("product-api.db")),
        };
        Self {
            world,
            stripe,
            site,
            database: Database::open(&url).await.unwrap(),
            purchases: 0,
        }
    }

    /// Kills the server as by a power cut, starts it again, and lets the time pass after which others do its work.
    async fn kill(&mut self) {
        tokio::task::block_in_place(|| self.world.kill_and_restart());
        let mut transaction = self.database.begin().await.unwrap();
        for statement in END_LEASES {
            change(&mut transaction.connection(), statement).await;
        }
        transaction.commit().await.unwrap();
    }

    /// Buys, with a kill at a step of the opening and another one at the look that grants the credits.
    async fn buy_under_kills(&mut self, call: &str, moment: HoldMoment, by_event: bool) {
        let buyer = format!("buyer-{}", self.purchases);
        self.purchases += 1;
        let held = self.stripe.hold(call, moment);
        let (site, name) = (self.site.clone(), buyer.clone());
        let asking = tokio::spawn(async move { site.start(&name, &name).await });
        held.await.unwrap();
        self.kill().await;
        assert!(asking.await.unwrap().is_err(), "{call} {moment:?}");
        let checkout = started(&self.site, &buyer).await;
        pay(&self.stripe, &checkout);
        let id = text(&checkout["id"]);
        let look = format!("GET /v1/checkout/sessions/{}", session_of(&checkout));
        let held = self.stripe.hold(&look, AfterEffect);
        if by_event {
            self.stripe.double.deliver_due().await.unwrap();
            held.await.unwrap();
            self.kill().await;
            completes(&self.site, &id).await;
        } else {
            let (site, looked_at) = (self.site.clone(), id.clone());
            let looking = tokio::spawn(async move { site.sync(&looked_at).await });
            held.await.unwrap();
            self.kill().await;
            assert!(looking.await.unwrap().is_err(), "{call} {moment:?}");
            finish(&self.site, &id).await;
        }
        let available = self.site.available(&text(&checkout["customer_id"])).await;
        assert_eq!(available, PACK_CREDITS, "{call} {moment:?}");
    }

    /// Lets some buyers buy, kills the server at a random moment, and completes the purchases by their keys.
    async fn buy_under_a_random_kill(&mut self, dice: &mut SeededRng) {
        let first = self.purchases;
        self.purchases += BUYERS;
        let mut buying = JoinSet::new();
        for number in first..self.purchases {
            let (site, double) = (self.site.clone(), self.stripe.double.clone());
            buying.spawn(async move {
                let buyer = format!("buyer-{number}");
                let Ok(answer) = site.start(&buyer, &buyer).await else {
                    return;
                };
                if answer.status == 200 {
                    // A kill may have ended the buyer's purchase before; then another attempt pays.
                    let _paid = double.pay_session(&session_of(&answer.body), "pays");
                    let _granted = site.sync(&text(&answer.body["id"])).await;
                }
            });
        }
        let moment = u64::try_from(dice.below(MAX_MILLISECONDS)).unwrap();
        tokio::time::sleep(Duration::from_millis(moment)).await;
        self.kill().await;
        buying.join_all().await;
        for number in first..self.purchases {
            let checkout = started(&self.site, &format!("buyer-{number}")).await;
            if checkout["state"] == "open" {
                pay(&self.stripe, &checkout);
            }
            finish(&self.site, &text(&checkout["id"])).await;
        }
    }

    /// Compares the books with the number of purchases, and with what the double has.
    async fn check(&self) {
        let purchases = i64::try_from(self.purchases).unwrap();
        let mut reader = self.database.reader().await.unwrap();
        for (statement, each) in SUMS {
            let found = count(&mut reader.connection(), statement).await;
            assert_eq!(found, each * purchases, "{statement}");
        }
        drop(reader);
        let findings = product_api::verify(&self.database).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let figures = self.stripe.figures(ACCOUNT);
        for kind in ["customer", "checkout.session", "charge"] {
            assert_eq!(figures["objects"][kind], purchases, "{kind}: {figures}");
        }
        let charges = &figures["charges"]["succeeded"]["eur"];
        assert_eq!(charges["amount"], purchases * PACK_PRICE, "{figures}");
    }
}

/// Pays the session of an open checkout, unless it is paid.
fn pay(stripe: &StripeServer, checkout: &Value) {
    let session = session_of(checkout);
    if let Err(refusal) = stripe.double.pay_session(&session, "pays") {
        let refusal = refusal.to_string();
        assert!(refusal.contains("no longer open"), "{refusal}");
    }
}

/// Repeats a request until its response is final.
async fn patiently(
    mut ask: impl AsyncFnMut() -> Result<SaleResponse, reqwest::Error>,
    is_final: impl Fn(&SaleResponse) -> bool,
) -> Value {
    let mut last = None;
    for _ in 0..TRIES {
        if let Ok(answer) = ask().await {
            if is_final(&answer) {
                return answer.body;
            }
            last = Some(answer);
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("there was no final response: {last:?}");
}

/// Starts a checkout again by its key.
async fn started(site: &SellingWebsite, buyer: &str) -> Value {
    let is_final = |answer: &SaleResponse| answer.status == 200;
    patiently(async || site.start(buyer, buyer).await, is_final).await
}

/// Looks at a paid checkout until it is completed.
async fn finish(site: &SellingWebsite, id: &str) {
    patiently(async || site.sync(id).await, is_completed).await;
}

/// Waits until the server has completed a paid checkout by itself.
async fn completes(site: &SellingWebsite, id: &str) {
    patiently(async || site.checkout(id).await, is_completed).await;
}

fn is_completed(answer: &SaleResponse) -> bool {
    answer.status == 200 && answer.body["state"] == "completed"
}

async fn change(db: &mut Connection<'_>, statement: &'static str) {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(drop)).unwrap();
}

async fn count(db: &mut Connection<'_>, statement: &'static str) -> i64 {
    on_engine!(db, |c| sqlx::query_scalar(statement).fetch_one(c).await).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn survive(engine: TestEngine, seed: u64) {
    let mut shop = KilledShop::open(engine).await;
    for (number, (call, moment)) in OPENING.into_iter().enumerate() {
        shop.buy_under_kills(call, moment, number % 2 == 0).await;
    }
    shop.check().await;
    let mut dice = SeededRng::new(seed);
    for _kill in 0..RANDOM_KILLS {
        shop.buy_under_a_random_kill(&mut dice).await;
    }
    shop.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purchases_survive_kills_of_the_server_on_sqlite() {
    survive(TestEngine::Sqlite, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purchases_survive_kills_of_the_server_on_postgres() {
    survive(TestEngine::Postgres, 2).await;
}

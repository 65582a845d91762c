//! A newcomer lives through the whole story of billing: `make run`, register, pack, buy, spend, top-up, subscribe, renew by clock,
//! refund, dispute lost, and both sides agree.
//!
//! No account and no network is needed: the server itself runs a double of Stripe, whose card page the buyer fills in. The double
//! has a clock of its own, which the test advances by a month.

use foundation::Database;
use foundation::on_both_engines;
use foundation::testing::{select, sqlite_url};
use journeys::browser::{Browser, HtmlPage};
use journeys::installation::TestInstallation;
use journeys::selling_website::{
    PACK_CREDITS, PACK_PRICE, PLAN_CREDITS, PLAN_PRICE, SaleResponse, SellingWebsite, TEAM_CREDITS,
    TEAM_PRICE,
};
use journeys::users::TestUser;
use serde_json::{Value, json};

use crate::commands;
use crate::pretend_bank::at_the_bank;
use crate::sale_steps::{completes, refunded, takes_back, text, with_retries};

/// A month of 31 days, and the hour after which the invoice of a renewal is charged.
const MONTH: u64 = 31 * 86_400 + 3_660;
/// Credits under which Ada's rule buys the next pack.
const THRESHOLD: i64 = 100;
/// Credits that are left when the rule buys.
const LEFT: i64 = 45;
/// Bought credits that are left after the first month of the plan: those of the first pack, and 500 of the second one.
const BOUGHT: i64 = LEFT + 500;
/// Used credits of both packs, which Ada owes once their money has gone back.
const OWED: (i64, i64) = (PACK_CREDITS - LEFT, PACK_CREDITS - 500);
/// The part of the price of both packs that the used credits have cost, in cents.
const USED_COST: i64 = 919 + 91;

/// The website, and Ada, who buys there.
struct WholeStory {
    shop: SellingWebsite,
    world: TestInstallation,
    ada: TestUser,
    /// Ada as a customer of the website.
    customer: String,
    /// The address of the card page, and with it that of the double.
    card_page: String,
}

impl WholeStory {
    /// Registers the website, saves a pack and two plans, and lets Ada buy the pack. Returns the payment as well.
    async fn begin(world: TestInstallation) -> (Self, String) {
        let shop = SellingWebsite::open_pretend(&world.address).await;
        shop.selling_plans().await;
        let ada = TestUser::arrive(&world.address, "ada@example.com").await;
        let mut story = Self {
            shop,
            world,
            ada,
            customer: String::new(),
            card_page: String::new(),
        };
        let checkout = story.start("pack", &json!({"pack": "small"})).await;
        assert_eq!(
            (&checkout["state"], &checkout["credits"]),
            (&json!("open"), &json!(500)),
            "{checkout}"
        );
        story.customer = text(&checkout["customer_id"]);
        story.card_page = text(&checkout["url"]);
        story.pay(&checkout, "10.00").await;
        let payment = completes(&story.shop, &text(&checkout["id"])).await;
        (story, payment)
    }

    /// Returns a body that names Ada.
    fn body_for_ada(&self, more: &Value) -> Value {
        let mut body = json!({
            "customer": {"sub": self.ada.tokens.subject},
            "success_url": "https://shop.example/done", "cancel_url": "https://shop.example/cart",
        });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    }

    /// Starts a checkout. The test mode is connected, and the prices are made at Stripe, shortly after the registration.
    async fn start(&self, key: &str, wish: &Value) -> Value {
        let body = self.body_for_ada(wish);
        let is_open = |response: &SaleResponse| response.status == 200;
        let start = async || self.shop.post("/v1/checkout-sessions", key, &body).await;
        with_retries(start, is_open).await
    }

    /// Pays on the card page, after a card that is declined.
    async fn pay(&self, checkout: &Value, price: &str) {
        let (browser, url) = (Browser::default(), text(&checkout["url"]));
        let page = browser.open(&url).await;
        assert!(page.body.contains(price), "{}", page.body);
        assert!(page.body.contains("No money moves"), "{}", page.body);
        let refused: HtmlPage = browser.submit(&url, &[("method", "declined")]).await;
        assert_eq!(refused.status, 402, "{}", refused.body);
        let back = browser.submit(&url, &[("method", "pays")]).await;
        let url = back.url.as_str();
        assert!(url.starts_with("https://shop.example/done"), "{url}");
    }

    /// Saves a card on the page of Ada's billing, for payments without her.
    async fn save_card(&self) {
        let body = json!({
            "customer": {"sub": self.ada.tokens.subject}, "return_url": "https://shop.example/cart",
        });
        let opened = self.shop.post("/v1/portal-sessions", "card", &body).await;
        let opened = opened.unwrap();
        assert_eq!(opened.status, 200, "{opened:?}");
        let url = format!("{}/add", text(&opened.body["url"]));
        let page = Browser::default().submit(&url, &[("method", "pays")]).await;
        assert!(page.body.contains("4242"), "{}", page.body);
    }

    async fn spend(&self, amount: i64) {
        let body = json!({"customer": {"sub": self.ada.tokens.subject}, "amount": amount});
        let key = format!("spend-{amount}");
        let spent = self.shop.post("/v1/spends", &key, &body).await.unwrap();
        assert_eq!(spent.status, 200, "{spent:?}");
    }

    /// Waits until Ada can spend this number of credits, and returns the balance.
    async fn has_credits(&self, credits: i64) -> Value {
        let path = format!("/v1/customers/{}/balance", self.customer);
        let is_granted = |response: &SaleResponse| response.body["available"] == credits;
        with_retries(async || self.shop.get(&path).await, is_granted).await
    }

    /// Waits until Ada's only subscription has a value, and returns it.
    async fn has_become(&self, name: &str, value: &Value) -> Value {
        let is_so = |response: &SaleResponse| response.body["items"][0][name] == *value;
        let page = with_retries(async || self.shop.get("/v1/subscriptions").await, is_so).await;
        page["items"][0].clone()
    }

    /// Waits until something of Ada's own has a value, as her token reads it, and returns it.
    async fn reads(&self, path: &str, (pointer, value): (&str, &str)) -> Value {
        let website = self.shop.website_id();
        let path = format!("/v1/me/top-up{path}?website={website}&mode=test");
        let read = async || -> Result<SaleResponse, reqwest::Error> {
            let body = self.ada.get(&self.world.address, &path).await;
            Ok(SaleResponse { status: 200, body })
        };
        let is_so = |response: &SaleResponse| {
            response.body.pointer(pointer).and_then(Value::as_str) == Some(value)
        };
        with_retries(read, is_so).await
    }

    /// Turns the automatic top-up on with Ada's own token. It works as soon as she has saved a card.
    async fn turn_on(&self) {
        let rule = json!({
            "website": self.shop.website_id(), "mode": "test", "pack": "small", "threshold": THRESHOLD,
            "month_max_minor": 2 * PACK_PRICE, "month_max_count": 2,
            "consent": "Buy 500 credits for 10.00 euros whenever fewer than 100 are left, for 20.00 euros a month at most.",
        });
        let set = self
            .ada
            .put(&self.world.address, "/v1/me/top-up", &rule)
            .await;
        assert_eq!(
            (&set["amount_minor"], &set["consent_text"]),
            (&json!(PACK_PRICE), &rule["consent"]),
            "{set}"
        );
        assert_eq!(set["state"], "needs_card", "{set}");
        self.save_card().await;
        let rule = self.reads("", ("/state", "active")).await;
        assert_eq!(rule["card"]["last4"], "4242", "{rule}");
    }

    /// Spends, and waits for what the rule buys. Returns the payment.
    async fn top_up(&self) -> String {
        self.spend(500).await;
        let attempts = self.reads("/attempts", ("/items/0/state", "paid")).await;
        let attempt = &attempts["items"][0];
        assert_eq!(attempts["items"].as_array().unwrap().len(), 1, "{attempts}");
        assert_eq!(
            (
                &attempt["amount_minor"],
                &attempt["credits"],
                &attempt["bonus"]
            ),
            (&json!(PACK_PRICE), &json!(500), &json!(50)),
            "{attempt}"
        );
        self.has_credits(LEFT + PACK_CREDITS).await;
        let payment = text(&attempt["payment"]);
        let paid = self.shop.payment(&payment).await.unwrap().body;
        assert_eq!(
            (&paid["state"], &paid["amount_minor"], &paid["credits"]),
            (&json!("paid"), &json!(PACK_PRICE), &json!(PACK_CREDITS)),
            "{paid}"
        );
        let rule = self.reads("", ("/state", "active")).await;
        assert_eq!(
            (&rule["month"]["count"], &rule["month"]["spent_minor"]),
            (&json!(1), &json!(PACK_PRICE)),
            "{rule}"
        );
        payment
    }

    /// Subscribes Ada, uses some credits, and lets a month end. Returns the subscription.
    async fn subscribe_and_renew(&self) -> Value {
        let checkout = self.start("plan", &json!({"plan": "pro"})).await;
        self.pay(&checkout, "9.00").await;
        let bought = LEFT + PACK_CREDITS;
        let balance = self.has_credits(bought + PLAN_CREDITS).await;
        assert_eq!(
            (&balance["subscribed"], &balance["subscription"]["plan"]),
            (&json!(true), &json!("pro")),
            "{balance}"
        );
        let begun = self.has_become("status", &json!("active")).await;
        // The free credits of the second pack are used first, then those of the plan.
        self.spend(400).await;
        let month = json!({ "seconds": MONTH });
        at_the_bank(&self.card_page, "advance_clock", &month).await;
        self.has_credits(BOUGHT + PLAN_CREDITS).await;
        let renewed = self.has_become("period_start", &begun["period_end"]).await;
        assert_eq!(renewed["paid_through"], renewed["period_end"], "{renewed}");
        renewed
    }

    /// Changes to a larger plan with a preview, and cancels it. The credits that are paid stay.
    async fn change_and_cancel(&self, subscription: &Value) {
        let path = format!("/v1/subscriptions/{}", text(&subscription["id"]));
        let post = async |action: &str, wish: &Value| {
            let path = format!("{path}/{action}");
            self.shop.post(&path, action, wish).await.unwrap()
        };
        let preview = post("preview", &json!({"plan": "team"})).await.body;
        assert_eq!(
            (&preview["effect"], &preview["amount_due_minor"]),
            (&json!("restart"), &json!(TEAM_PRICE)),
            "{preview}"
        );
        let wish = json!({"plan": "team", "expected_amount_minor": TEAM_PRICE});
        let changed = post("change", &wish).await;
        assert_eq!(
            (changed.status, &changed.body["plan"]),
            (200, &json!("team")),
            "{changed:?}"
        );
        let credits = BOUGHT + PLAN_CREDITS + TEAM_CREDITS;
        self.has_credits(credits).await;
        let canceled = post("cancel", &json!({"at": "now"})).await;
        assert_eq!(
            (canceled.status, &canceled.body["status"]),
            (200, &json!("canceled")),
            "{canceled:?}"
        );
        let balance = self.has_credits(credits).await;
        assert_eq!(
            (&balance["subscribed"], &balance["subscription"]),
            (&json!(false), &Value::Null),
            "{balance}"
        );
    }

    /// Gives all money of the first pack back. Its unused credits are taken back, and the used ones are owed.
    async fn refund(&self, payment: &str) {
        refunded(&self.shop, payment).await;
        let balance = self.has_credits(500 + PLAN_CREDITS + TEAM_CREDITS).await;
        assert_eq!(balance["debt"], OWED.0, "{balance}");
    }

    /// Lets Ada's bank take the money of the second pack back. The dispute ends the rule.
    async fn lose_dispute(&self, payment: &str) {
        let charge = self.shop.payment(payment).await.unwrap().body["stripe_charge"].clone();
        let dispute = json!({ "charge": charge });
        let dispute = at_the_bank(&self.card_page, "open_dispute", &dispute).await;
        let is_frozen = |response: &SaleResponse| response.body["credits_frozen"] == 500;
        with_retries(async || self.shop.payment(payment).await, is_frozen).await;
        let rule = self.reads("", ("/state", "off")).await;
        assert_eq!(rule["reason"], "dispute", "{rule}");
        let lost = json!({"dispute": dispute["id"], "step": "lose"});
        at_the_bank(&self.card_page, "step_dispute", &lost).await;
        takes_back(&self.shop, payment).await;
        let balance = self.has_credits(PLAN_CREDITS + TEAM_CREDITS).await;
        assert_eq!(balance["debt"], OWED.0 + OWED.1, "{balance}");
        let disputes = self.shop.get("/v1/disputes?state=lost").await.unwrap().body;
        assert_eq!(disputes["items"][0]["payment_id"], payment, "{disputes}");
    }

    /// Checks that both sides agree, that a second comparison repairs nothing, and that the books are sound.
    async fn reconcile(&self) {
        let runs = commands::json(&self.world, &["billing", "reconcile"]).await;
        let run = &runs[0];
        assert_eq!(
            (&run["state"], &run["findings"]),
            (&json!("ended"), &json!(0)),
            "{run}"
        );
        let runs = commands::json(&self.world, &["billing", "reconcile"]).await;
        let again = &runs[0];
        assert_eq!(
            (&again["repaired"], &again["findings"]),
            (&json!(0), &json!(0)),
            "{again}"
        );
        let verified = commands::json(&self.world, &["ledger", "verify"]).await;
        assert_eq!(verified["state"], "sound", "{verified}");
    }

    /// Checks that the journal has the money that was paid, less what went back and the fees of Stripe.
    async fn check_journal(&self) {
        let paid = 2 * PACK_PRICE + 2 * PLAN_PRICE + TEAM_PRICE;
        let back = 2 * PACK_PRICE;
        let fees = self.booked("fees").await;
        assert_eq!(self.booked("stripe").await, paid - back - fees);
        // The credits that were used become revenue at the end of the day; their money was returned already.
        let returned = self.booked("refunds").await + self.booked("dispute_losses").await;
        assert_eq!((returned, self.booked("disputed").await), (USED_COST, 0));
    }

    /// Sums up an account of the money journal, in cents.
    async fn booked(&self, account: &str) -> i64 {
        let journal = "GET /v1/revenue/journal?limit=100";
        let page = self.shop.as_owner(journal, &Value::Null).await;
        let entries = page["items"].as_array().unwrap().iter();
        let own = entries.filter(|entry| entry["account"] == account);
        own.map(|entry| entry["amount_minor"].as_i64().unwrap())
            .sum()
    }

    /// Checks the events for the website: each happened once for each payment.
    async fn check_events(&self) {
        let mut settings = self.world.settings().iter();
        let named = settings.find(|(name, _)| name == "API_DATABASE_URL");
        let url = match named {
            Some((_, url)) => url.clone(),
            None => sqlite_url(&self.world.data().join("product-api.db")),
        };
        let database = Database::open(&url).await.unwrap();
        let count = "SELECT COUNT(*) FROM outbox WHERE type = $1";
        for (event, expected) in [
            ("topup.succeeded", 1),
            ("topup.failed", 0),
            ("payment.succeeded", 5),
            ("payment.refunded", 1),
            ("dispute.lost", 1),
        ] {
            let found: i64 = select(&database, count, &[event]).await;
            assert_eq!(found, expected, "{event}");
        }
    }
}

on_both_engines! {
    async fn make_run_register_pack_buy_spend_top_up_subscribe_renew_by_clock_refund_dispute_lost_reconcile(world: TestInstallation) {
        let (story, first) = WholeStory::begin(world).await;
        story.has_credits(PACK_CREDITS).await;
        story.spend(5).await;
        story.has_credits(PACK_CREDITS - 5).await;
        story.turn_on().await;
        let second = story.top_up().await;
        let subscription = story.subscribe_and_renew().await;
        story.change_and_cancel(&subscription).await;
        story.refund(&first).await;
        story.lose_dispute(&second).await;
        story.reconcile().await;
        story.check_journal().await;
        story.check_events().await;
    }
}

//! The environment of a test: the app on a new database, a website with a connection and a price, and a buyer with a rule.

use std::sync::Arc;

use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, execute, select};
use foundation::{Clock, Timestamp};

use crate::MIGRATIONS;
use crate::app::App;
use crate::billing::connections::{StripeConnection, find_connection};
use crate::billing::currency::Currency;
use crate::billing::marks::Applied;
use crate::billing::topups::apply_facts::apply_facts;
use crate::billing::topups::attempt::Attempt;
use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::locked_topup::save_rule;
use crate::billing::topups::rule::{TopUpCard, TopUpRule};
use crate::billing::topups::rule_state::RuleState;
use crate::billing::topups::start_attempt::start_attempt;
use crate::billing::topups::store;
use crate::billing::topups::terms::TopUpTerms;
use crate::billing::topups::topup_facts::{ChargeResult, InvoiceStatus, TopUpFacts};
use crate::caller::{Mode, SiteScope};
use crate::credits::{
    LotKind, Owner, PurchaseGrant, TestLedger, WalletKey, grant_within, open_site_book,
};

/// The price of one pack with its tax, in minor units.
pub(super) const PACK_PRICE: i64 = 1_190;

const ROWS: [&str; 6] = [
    "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at, listed_as) \
     VALUES ('cus_1', 'web_1', 'live', 'ada', 0, 0, 'ada'), ('cus_2', 'web_1', 'live', 'bob', 0, 0, 'bob')",
    "INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, key_hint, \
        state, delivery, created_at, updated_at) \
     VALUES ('scn_1', 'user', 'usr_1', 'live', 'acct_1', '', '', 'sealed', '', 'active', 'webhook', 0, 0)",
    "INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, stripe_id, is_default, created_at, updated_at) \
     VALUES ('scn_1', 'customer', 'cus_1', 1, 'cus_stripe', TRUE, 0, 0)",
    "INSERT INTO book_billing (book_id, connection_id, currency, tax, tax_behavior, documents, promotion_codes, adaptive_pricing, \
        shortfall, inquiry_freezes, created_at, updated_at) \
     SELECT id, 'scn_1', 'eur', 'off', 'inclusive', 'receipt', FALSE, FALSE, 'debt', FALSE, 0, 0 FROM book WHERE website_id = 'web_1'",
    "INSERT INTO catalog_item (id, book_id, kind, code, name, status, latest, position, created_at, updated_at) \
     SELECT 'pck_1', id, 'pack', 'small', 'Small', 'active', 1, 0, 0, 0 FROM book WHERE website_id = 'web_1' AND mode = 'live' \
        AND unit = 'credit'",
    "INSERT INTO catalog_price (id, item_id, version, currency, connection_id, tax_behavior, stripe_price_id, state, attempts, \
        request_number, created_at, updated_at) \
     VALUES (7, 'pck_1', 1, 'eur', 'scn_1', 'inclusive', 'price_1', 'synced', 0, 1, 0, 0)",
];

pub(super) struct TestTopUps {
    pub(super) app: Arc<App>,
    pub(super) clock: Clock,
    pub(super) connection: StripeConnection,
    pub(super) book_id: i64,
    /// The environment, which lives as long as the test.
    #[expect(dead_code, reason = "its database is removed when it is dropped")]
    ledger: TestLedger,
}

impl TestEnvironment<TestEngine> for TestTopUps {
    async fn open(backend: TestEngine) -> Self {
        Self::on(backend.database(&MIGRATIONS).await).await
    }
}

/// Returns a rule of the first customer: one pack of 100 credits and a bonus of 10 for 10.00 EUR below 50 credits.
pub(super) fn rule(book_id: i64, now: Timestamp) -> TopUpRule {
    TopUpRule {
        wallet: WalletKey {
            book_id,
            owner: Owner::Customer("cus_1".to_owned()),
        },
        connection_id: "scn_1".to_owned(),
        state: RuleState::Active,
        reason: None,
        threshold: 50,
        pack_id: "pck_1".to_owned(),
        pack_version: 1,
        price_id: 7,
        quantity: 1,
        currency: Currency::parse("eur").unwrap(),
        amount_minor: 1_000,
        credits: 100,
        bonus: 10,
        terms: TopUpTerms {
            code: "small".to_owned(),
            name: "Small".to_owned(),
            expires_days: Some(90),
            bonus_expires_days: Some(30),
            feature_id: None,
        },
        month_max_minor: 5_000,
        month_max_count: 5,
        min_seconds: 300,
        failures: 0,
        next_at: None,
        attempt_count: 0,
        capped_month: None,
        card: Some(TopUpCard {
            brand: "visa".to_owned(),
            last4: "4242".to_owned(),
        }),
        actor: "usr_9".to_owned(),
        consent_at: now,
        consent_text: "Buy 100 credits for 10.00 EUR below 50 credits.".to_owned(),
        created_at: now,
        updated_at: now,
    }
}

/// Returns the invoice of an attempt as it is at Stripe.
pub(super) fn facts(attempt_id: &str, status: InvoiceStatus, charge: ChargeResult) -> TopUpFacts {
    TopUpFacts {
        id: format!("in_{attempt_id}"),
        status,
        named: Some(attempt_id.to_owned()),
        is_live: true,
        customer: Some("cus_stripe".to_owned()),
        currency: "eur".to_owned(),
        subtotal: 1_000,
        total: PACK_PRICE,
        paid: PACK_PRICE,
        tax: 190,
        discount: 0,
        payment_intent: Some(format!("pi_{attempt_id}")),
        charge,
        hosted_url: Some("https://invoice.example/1".to_owned()),
    }
}

impl TestTopUps {
    async fn on(database: TestDatabase) -> Self {
        let url = database.url().to_owned();
        let ledger = TestLedger::through(database, &url).await;
        let (app, clock) = (Arc::clone(&ledger.app), ledger.clock.clone());
        let site = SiteScope {
            website_id: "web_1",
            mode: Mode::Live,
        };
        let book_id = open_site_book(&app, site).await.unwrap();
        for statement in ROWS {
            execute(&app.database, statement, &[]).await;
        }
        let connection = {
            let mut reader = app.database.reader().await.unwrap();
            find_connection(&mut reader.connection(), "scn_1")
                .await
                .unwrap()
        };
        let shop = Self {
            app,
            clock,
            connection: connection.unwrap(),
            book_id,
            ledger,
        };
        shop.put_rule(|_| {}).await;
        shop
    }

    pub(super) fn wallet(&self) -> WalletKey {
        rule(self.book_id, self.clock.now()).wallet
    }

    /// Writes the rule of the first customer with changes.
    pub(super) async fn put_rule(&self, change: impl FnOnce(&mut TopUpRule)) {
        let known = self.find_rule().await;
        let mut rule = known.unwrap_or_else(|| rule(self.book_id, self.clock.now()));
        change(&mut rule);
        let mut transaction = self.app.database.begin().await.unwrap();
        save_rule(&self.app, &mut transaction.connection(), &rule)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
    }

    async fn find_rule(&self) -> Option<TopUpRule> {
        let mut reader = self.app.database.reader().await.unwrap();
        store::find_rule(&mut reader.connection(), &self.wallet())
            .await
            .unwrap()
    }

    pub(super) async fn rule(&self) -> TopUpRule {
        self.find_rule().await.unwrap()
    }

    /// Grants credits to the first customer.
    pub(super) async fn grant(&self, key: &str, credits: i64) {
        let grant = PurchaseGrant {
            op_key: key.to_owned(),
            kind: LotKind::Promo,
            credits,
            expires_at: None,
            feature_id: None,
            source_kind: "test",
            description: None,
            actor: "test".to_owned(),
        };
        let in_flight = self.app.ledger.mark_in_flight(&self.clock);
        let mut transaction = self.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        grant_within(&self.app, &mut db, &self.wallet(), &[grant])
            .await
            .unwrap();
        in_flight.finish_with(transaction.commit().await).unwrap();
    }

    /// Begins an attempt if one is due, and returns its id.
    pub(super) async fn start(&self) -> Option<String> {
        start_attempt(&self.app, &self.wallet()).await.unwrap()
    }

    /// Begins an attempt whose card is being charged.
    pub(super) async fn pay(&self) -> String {
        let id = self.start().await.unwrap();
        let invoice = format!("in_{id}");
        let statement = "UPDATE topup_attempt SET state = 'paying', stripe_customer_id = 'cus_stripe', payment_method = 'pm_1', \
             stripe_invoice = $2 WHERE id = $1";
        execute(&self.app.database, statement, &[&id, &invoice]).await;
        id
    }

    pub(super) async fn apply(&self, facts: &TopUpFacts) -> Applied {
        apply_facts(&self.app, &self.connection, facts)
            .await
            .unwrap()
    }

    /// Applies the invoice of an attempt as paid.
    pub(super) async fn apply_paid(&self, id: &str) -> Applied {
        let paid = facts(id, InvoiceStatus::Paid, ChargeResult::Untried);
        self.apply(&paid).await
    }

    /// Applies the invoice of an attempt after a charge.
    pub(super) async fn apply_charge(&self, id: &str, charge: ChargeResult) {
        self.apply(&facts(id, InvoiceStatus::Open, charge)).await;
    }

    /// Applies the invoice of an attempt as void.
    pub(super) async fn apply_void(&self, id: &str) {
        let void = facts(id, InvoiceStatus::Closed, ChargeResult::Untried);
        self.apply(&void).await;
    }

    pub(super) async fn attempt(&self, id: &str) -> Attempt {
        let mut reader = self.app.database.reader().await.unwrap();
        let found = store::find(&mut reader.connection(), id).await.unwrap();
        found.unwrap()
    }

    /// Returns the state and the code of an attempt.
    pub(super) async fn outcome(&self, id: &str) -> (AttemptState, Option<String>) {
        let attempt = self.attempt(id).await;
        (attempt.state, attempt.code)
    }

    /// Executes a statement of the test.
    pub(super) async fn sql(&self, statement: &'static str) {
        execute(&self.app.database, statement, &[]).await;
    }

    /// Reads one number.
    pub(super) async fn count(&self, statement: &'static str) -> i64 {
        select(&self.app.database, statement, &[]).await
    }

    /// Counts events of a type.
    pub(super) async fn events(&self, kind: &str) -> i64 {
        let statement = "SELECT COUNT(*) FROM outbox WHERE type = $1";
        select(&self.app.database, statement, &[kind]).await
    }
}

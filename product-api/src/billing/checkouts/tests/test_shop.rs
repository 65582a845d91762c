//! The environment of a test: the app on a new database, a website with a connection, and a customer with checkouts.

use std::sync::Arc;

use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, execute, select};
use foundation::{Clock, Timestamp};

use crate::MIGRATIONS;
use crate::app::App;
use crate::billing::checkouts::apply_facts::apply_facts;
use crate::billing::checkouts::checkout::{Checkout, CheckoutState};
use crate::billing::checkouts::checkout_kind::CheckoutKind;
use crate::billing::checkouts::checkout_terms::CheckoutTerms;
use crate::billing::checkouts::session_facts::{
    PaymentStatus, SessionAmounts, SessionFacts, SessionLine, SessionStatus,
};
use crate::billing::checkouts::store;
use crate::billing::connections::{StripeConnection, find_connection};
use crate::billing::currency::Currency;
use crate::billing::marks::Applied;
use crate::billing::payments::{BalanceFacts, ChargeFacts};
use crate::billing::topups::TestRules;
use crate::caller::{Mode, SiteScope};
use crate::credits::{Owner, TestLedger, open_site_book};

/// The time at which every test starts.
pub(super) const START: Timestamp = Timestamp::from_seconds(1_800_000_000);
/// The price of one pack with its tax, in minor units.
pub(in crate::billing) const PACK_PRICE: i64 = 1_190;
/// The amounts of one pack.
pub(super) const AMOUNTS: SessionAmounts = SessionAmounts {
    subtotal: 1_000,
    total: PACK_PRICE,
    tax: 190,
    discount: 0,
};
/// Credits of one pack with its bonus.
pub(in crate::billing) const PACK_CREDITS: i64 = 110;

pub(in crate::billing) struct TestShop {
    /// The environment, with two websites and no customers.
    pub(super) ledger: TestLedger,
    pub(super) app: Arc<App>,
    pub(super) clock: Clock,
    pub(super) connection: StripeConnection,
    pub(super) book_id: i64,
}

impl TestEnvironment<TestEngine> for TestShop {
    async fn open(backend: TestEngine) -> Self {
        Self::on(backend.database(&MIGRATIONS).await).await
    }
}

impl TestShop {
    /// Opens a shop on a new database.
    pub(super) async fn on(database: TestDatabase) -> Self {
        let url = database.url().to_owned();
        let ledger = TestLedger::through(database, &url).await;
        let app = Arc::clone(&ledger.app);
        for statement in [
            "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at, listed_as) \
             VALUES ('cus_1', 'web_1', 'live', 'ada', 0, 0, 'ada'), ('cus_2', 'web_1', 'live', 'bob', 0, 0, 'bob')",
            "INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, key_hint, \
                state, delivery, created_at, updated_at) \
             VALUES ('scn_1', 'user', 'usr_1', 'live', 'acct_1', '', '', 'sealed', '', 'active', 'webhook', 0, 0)",
        ] {
            execute(&app.database, statement, &[]).await;
        }
        let site = SiteScope {
            website_id: "web_1",
            mode: Mode::Live,
        };
        let book_id = open_site_book(&app, site).await.unwrap();
        let connection = {
            let mut reader = app.database.reader().await.unwrap();
            find_connection(&mut reader.connection(), "scn_1")
                .await
                .unwrap()
        };
        Self::within(ledger, connection.unwrap(), book_id)
    }

    /// Returns a shop in an open environment.
    pub(in crate::billing) fn within(
        ledger: TestLedger,
        connection: StripeConnection,
        book_id: i64,
    ) -> Self {
        Self {
            app: Arc::clone(&ledger.app),
            clock: ledger.clock.clone(),
            ledger,
            connection,
            book_id,
        }
    }

    /// Starts the sale of one pack to a customer.
    pub(in crate::billing) async fn sell(&self, number: usize, customer: &str) {
        self.open_for(number, customer).await;
    }

    /// Applies the session of such a sale, before or after its payment.
    pub(in crate::billing) async fn look(&self, number: usize, is_paid: bool) {
        let facts = if is_paid {
            session(number, SessionStatus::Complete, PaymentStatus::Paid)
        } else {
            session(number, SessionStatus::Open, PaymentStatus::Pending)
        };
        self.apply(&facts).await;
    }

    /// Inserts an open checkout of one pack with 100 credits and a bonus of 10 for the first customer.
    pub(super) async fn open(&self, number: usize) -> Checkout {
        self.open_for(number, "cus_1").await
    }

    /// Inserts such a checkout for a customer.
    pub(super) async fn open_for(&self, number: usize, customer: &str) -> Checkout {
        let checkout = Checkout {
            owner: Owner::Customer(customer.to_owned()),
            ..self.checkout(number)
        };
        self.insert_open(number, checkout).await
    }

    /// Inserts an open checkout of the first customer that offers an automatic top-up of the pack of the test rules.
    pub(super) async fn open_setup(&self, number: usize) -> Checkout {
        let sold = self.checkout(number);
        let checkout = Checkout {
            kind: CheckoutKind::Setup,
            item_id: "pck_rule".to_owned(),
            price_id: 90,
            amount_minor: 0,
            credits: 0,
            bonus: 0,
            created_at: self.clock.now(),
            terms: CheckoutTerms {
                code: "rule".to_owned(),
                stripe_price_id: "price_rule".to_owned(),
                top_up: Some(TestRules::offered()),
                ..sold.terms.clone()
            },
            ..sold
        };
        self.insert_open(number, checkout).await
    }

    async fn insert_open(&self, number: usize, checkout: Checkout) -> Checkout {
        let mut transaction = self.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        store::insert(&mut db, &checkout, START).await.unwrap();
        let open = Checkout {
            state: CheckoutState::Open,
            stripe_customer_id: Some("cus_stripe".to_owned()),
            stripe_session_id: Some(format!("cs_{number}")),
            ..checkout
        };
        let next_at = Some(open.expires_at);
        store::update(&mut db, &open, next_at, START).await.unwrap();
        transaction.commit().await.unwrap();
        open
    }

    fn checkout(&self, number: usize) -> Checkout {
        Checkout {
            id: format!("chk_{number}"),
            book_id: self.book_id,
            owner: Owner::Customer("cus_1".to_owned()),
            kind: CheckoutKind::Pack,
            item_id: "pck_1".to_owned(),
            version: 1,
            price_id: 7,
            quantity: 1,
            currency: Currency::parse("eur").unwrap(),
            amount_minor: 1_000,
            credits: 100,
            bonus: 10,
            terms: CheckoutTerms {
                code: "small".to_owned(),
                name: "Small".to_owned(),
                expires_days: Some(90),
                bonus_expires_days: Some(30),
                feature_id: None,
                stripe_price_id: "price_1".to_owned(),
                has_promotion_codes: false,
                has_tax: true,
                has_invoice: false,
                has_adaptive_pricing: false,
                locale: None,
                saves_card: false,
                trial: None,
                top_up: None,
            },
            metadata: "{}".to_owned(),
            connection_id: "scn_1".to_owned(),
            stripe_customer_id: None,
            stripe_session_id: None,
            attempt: 1,
            state: CheckoutState::New,
            reason: None,
            url: None,
            success_url: "https://one.example/done".to_owned(),
            cancel_url: "https://one.example/cart".to_owned(),
            actor: "key_1".to_owned(),
            expires_at: Timestamp::from_seconds(START.seconds() + 3_600),
            closed_at: None,
            created_at: START,
        }
    }

    /// Applies a session to its checkout.
    pub(super) async fn apply(&self, facts: &SessionFacts) -> Applied {
        apply_facts(&self.app, &self.connection, facts)
            .await
            .unwrap()
    }

    /// Reads a checkout.
    pub(super) async fn find(&self, id: &str) -> Checkout {
        let mut reader = self.app.database.reader().await.unwrap();
        let found = store::find(&mut reader.connection(), id).await.unwrap();
        found.unwrap()
    }

    /// Executes a statement of the test.
    pub(super) async fn sql(&self, statement: &'static str) {
        execute(&self.app.database, statement, &[]).await;
    }

    /// Reads one number.
    pub(super) async fn count(&self, statement: &'static str) -> i64 {
        select(&self.app.database, statement, &[]).await
    }

    /// Reads one text.
    pub(super) async fn text(&self, statement: &'static str) -> String {
        select(&self.app.database, statement, &[]).await
    }
}

/// Returns a session of a checkout with the amounts of one pack.
pub(super) fn session(
    number: usize,
    status: SessionStatus,
    payment: PaymentStatus,
) -> SessionFacts {
    let is_paid = payment == PaymentStatus::Paid;
    let balance = BalanceFacts {
        id: format!("txn_{number}"),
        currency: "eur".to_owned(),
        amount: AMOUNTS.total,
        fee: 43,
    };
    let is_open = status == SessionStatus::Open;
    SessionFacts {
        id: format!("cs_{number}"),
        is_live: true,
        status,
        payment,
        failure: (payment == PaymentStatus::Failed).then(|| "bank-refused".to_owned()),
        reference: Some(format!("chk_{number}")),
        named_checkout: Some(format!("chk_{number}")),
        customer: Some("cus_stripe".to_owned()),
        currency: "eur".to_owned(),
        amounts: AMOUNTS,
        lines: vec![SessionLine {
            price_id: Some("price_1".to_owned()),
            quantity: Some(1),
        }],
        url: is_open.then(|| format!("https://checkout.example/{number}")),
        charge: ChargeFacts {
            payment_intent: (!is_open).then(|| format!("pi_{number}")),
            charge: (!is_open).then(|| format!("ch_{number}")),
            balance: is_paid.then_some(balance),
            is_reversed: false,
        },
        invoice: None,
        subscription: None,
        setup: None,
    }
}

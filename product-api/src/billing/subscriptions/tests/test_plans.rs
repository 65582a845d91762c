//! The environment of a test: the app on a new database, a website with a connection, plans, and a customer who may subscribe.

use std::sync::Arc;

use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, execute, select};
use foundation::{Clock, Timestamp};

use super::day;
use crate::MIGRATIONS;
use crate::app::App;
use crate::billing::connections::{StripeConnection, find_connection};
use crate::billing::marks::Applied;
use crate::billing::subscriptions::apply_invoice::apply_invoice_facts;
use crate::billing::subscriptions::apply_subscription::apply_subscription_facts;
use crate::billing::subscriptions::invoice_facts::{
    InvoiceAmounts, InvoiceFacts, InvoiceLineFacts, InvoiceStatus,
};
use crate::billing::subscriptions::period::Period;
use crate::billing::subscriptions::standing::Collection;
use crate::billing::subscriptions::store;
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::billing::subscriptions::sweep_subscriptions;
use crate::caller::{Mode, SiteScope};
use crate::credits::{TestLedger, open_site_book};

/// Plans of the book: two monthly ones without rollover, monthly with a cap of 500, and yearly with monthly allowances.
const PLANS: [&str; 4] = [
    "INSERT INTO catalog_item (id, book_id, kind, code, name, status, latest, position, family, created_at, updated_at) \
     SELECT 'pln_' || c.code, b.id, 'plan', c.code, c.code, 'active', 1, 0, 'default', 0, 0 \
     FROM book b CROSS JOIN (SELECT 'plain' AS code UNION SELECT 'team' UNION SELECT 'capped' UNION SELECT 'yearly') AS c WHERE b.website_id = 'web_1'",
    "INSERT INTO plan_version (plan_id, version, period, period_count, grant_every, credits, rollover, rollover_cap, \
        rollover_periods, trial_days, trial_credits, trial_needs_card, max_quantity, created_at) \
     VALUES ('pln_plain', 1, 'month', 1, 'interval', 1000, 'none', NULL, 0, 14, 100, TRUE, 10, 0), \
        ('pln_team', 1, 'month', 1, 'interval', 4000, 'none', NULL, 0, 0, 0, FALSE, 10, 0), \
        ('pln_capped', 1, 'month', 1, 'interval', 1000, 'capped', 500, 1, 0, 0, FALSE, 10, 0), \
        ('pln_yearly', 1, 'year', 1, 'month', 1000, 'none', NULL, 0, 0, 0, FALSE, 10, 0)",
    "INSERT INTO version_price (item_id, version, currency, amount_minor) \
     VALUES ('pln_plain', 1, 'eur', 900), ('pln_team', 1, 'eur', 2900), ('pln_capped', 1, 'eur', 900), ('pln_yearly', 1, 'eur', 10000)",
    "INSERT INTO catalog_price (id, item_id, version, currency, connection_id, tax_behavior, stripe_price_id, state, attempts, \
        request_number, created_at, updated_at) \
     VALUES (1, 'pln_plain', 1, 'eur', 'scn_1', 'inclusive', 'plain', 'synced', 0, 1, 0, 0), \
        (2, 'pln_capped', 1, 'eur', 'scn_1', 'inclusive', 'capped', 'synced', 0, 1, 0, 0), \
        (3, 'pln_yearly', 1, 'eur', 'scn_1', 'inclusive', 'yearly', 'synced', 0, 1, 0, 0), \
        (4, 'pln_team', 1, 'eur', 'scn_1', 'inclusive', 'team', 'synced', 0, 1, 0, 0)",
];

pub(super) struct TestPlans {
    pub(super) app: Arc<App>,
    pub(super) clock: Clock,
    pub(super) connection: StripeConnection,
    pub(super) book_id: i64,
    /// The environment, which lives as long as the test.
    pub(super) ledger: TestLedger,
}

impl TestEnvironment<TestEngine> for TestPlans {
    async fn open(backend: TestEngine) -> Self {
        Self::on(backend.database(&MIGRATIONS).await).await
    }
}

impl TestPlans {
    /// Opens the environment on a new database.
    pub(super) async fn on(database: TestDatabase) -> Self {
        let url = database.url().to_owned();
        let ledger = TestLedger::through(database, &url).await;
        let (app, clock) = (Arc::clone(&ledger.app), ledger.clock.clone());
        for statement in [
            "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at, listed_as) \
             VALUES ('cus_1', 'web_1', 'live', 'ada', 0, 0, 'ada')",
            "INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, key_hint, \
                state, delivery, created_at, updated_at) \
             VALUES ('scn_1', 'user', 'usr_1', 'live', 'acct_1', '', '', 'sealed', '', 'active', 'webhook', 0, 0)",
            "INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, stripe_id, is_default, created_at, updated_at) \
             VALUES ('scn_1', 'customer', 'cus_1', 1, 'cus_stripe', TRUE, 0, 0)",
        ] {
            execute(&app.database, statement, &[]).await;
        }
        let site = SiteScope {
            website_id: "web_1",
            mode: Mode::Live,
        };
        let book_id = open_site_book(&app, site).await.unwrap();
        for statement in PLANS {
            execute(&app.database, statement, &[]).await;
        }
        let connection = {
            let mut reader = app.database.reader().await.unwrap();
            find_connection(&mut reader.connection(), "scn_1")
                .await
                .unwrap()
        };
        Self {
            app,
            clock,
            connection: connection.unwrap(),
            book_id,
            ledger,
        }
    }

    /// Moves the clock to midnight of a day.
    pub(super) fn at(&self, text: &str) {
        self.clock.set(day(text));
    }

    /// Applies a subscription that is fetched now.
    pub(super) async fn follow(&self, facts: &SubscriptionFacts) -> Applied {
        loop {
            let changed_at = self.changed_at(&facts.id).await;
            if let Some(applied) = self.follow_fetched(facts, changed_at).await {
                return applied;
            }
        }
    }

    /// Applies a subscription that was fetched when its row had changed last at this time.
    pub(super) async fn follow_fetched(
        &self,
        facts: &SubscriptionFacts,
        changed_at: Option<Timestamp>,
    ) -> Option<Applied> {
        let (app, connection) = (&self.app, &self.connection);
        let applied = apply_subscription_facts(app, connection, facts, changed_at).await;
        applied.unwrap()
    }

    /// Returns the time of the last change of a subscription's row.
    pub(super) async fn changed_at(&self, stripe_id: &str) -> Option<Timestamp> {
        let mut reader = self.app.database.reader().await.unwrap();
        let found =
            store::changed_at(&mut reader.connection(), &self.connection.id, stripe_id).await;
        found.unwrap()
    }

    /// Applies an invoice.
    pub(super) async fn bill(&self, facts: &InvoiceFacts) -> Applied {
        let applied = apply_invoice_facts(&self.app, &self.connection, facts).await;
        applied.unwrap()
    }

    /// Makes the changes that no event announces.
    pub(super) async fn sweep(&self) -> u64 {
        sweep_subscriptions(&self.app).await.unwrap()
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

    /// Returns the credits of the customer.
    pub(super) async fn credits(&self) -> i64 {
        let sum = "SELECT COALESCE(CAST(SUM(l.remaining) AS BIGINT), 0) FROM lot l";
        self.count(sum).await
    }
}

/// Returns an active subscription of a price for a period.
pub(super) fn subscription(price: &str, period: Period) -> SubscriptionFacts {
    SubscriptionFacts {
        id: "sub_1".to_owned(),
        customer: Some("cus_stripe".to_owned()),
        is_live: true,
        named_checkout: None,
        status: "active".to_owned(),
        collection: Collection::On,
        cancel_at: None,
        ended_at: None,
        trial_end: None,
        anchor: period.start,
        period,
        price_id: Some(price.to_owned()),
        quantity: 1,
        latest_invoice: Some("in_1".to_owned()),
        pending_until: None,
        schedule: None,
        card: None,
    }
}

/// Returns a paid invoice of one period.
pub(super) fn invoice(number: usize, price: &str, total: i64, period: Period) -> InvoiceFacts {
    InvoiceFacts {
        id: format!("in_{number}"),
        status: InvoiceStatus::Paid,
        subscription: Some("sub_1".to_owned()),
        customer: Some("cus_stripe".to_owned()),
        is_live: true,
        currency: "eur".to_owned(),
        amounts: InvoiceAmounts {
            total,
            due: total,
            paid: total,
            ..InvoiceAmounts::default()
        },
        payment_intent: Some(format!("pi_{number}")),
        lines: vec![InvoiceLineFacts {
            price_id: Some(price.to_owned()),
            quantity: 1,
            amount_minor: total,
            is_proration: false,
            period,
        }],
        is_renewal: true,
        attempts: 1,
        hosted_url: Some("https://invoice.example/1".to_owned()),
        paid_at: Some(Timestamp::from_seconds(period.start.seconds())),
    }
}

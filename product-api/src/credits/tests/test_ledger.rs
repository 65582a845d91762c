//! The environment of a ledger test: the app on a new database, two websites with users, and functions that move credits.

use std::sync::Arc;
use std::time::Duration;

use foundation::env::Environment;
pub(super) use foundation::on_both_engines;
use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, select};
use foundation::{Clock, Random, Timestamp};
use serde_json::{Value, json};

pub(super) use super::outcomes::{body, hold_of, rendered, slug, status};
use crate::MIGRATIONS;
use crate::app::App;
use crate::caller::{Mode, SpendCap};
use crate::config::Config;
use crate::credits::Finding;
use crate::credits::commands::grant::{GrantRequest, grant};
use crate::credits::commands::holds;
use crate::credits::commands::holds::{HoldRequest, TransactionTexts};
use crate::credits::commands::spend::{SpendRequest, spend};
use crate::credits::execution::request::{CallContext, OperationResponse};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::capture::{Capture, IfExpired, Overage};
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::lot::LotKind;
use crate::credits::queries::balance_at::customer_balance_at;
use crate::credits::queries::transactions;
use crate::credits::queries::transactions::{CreditsPageRequest, TransactionPage};
use crate::credits::store::rows::Balance;
use crate::credits::verification::verify::verify;
use crate::customers::CustomerRef;
use crate::idempotency::{Fingerprint, IdempotencyKey};
use crate::problem::{Problem, ProblemInstance};
use crate::websites::{Actor, SiteAccess};

/// The time at which every test starts.
pub(super) const START: Timestamp = Timestamp::from_seconds(1_800_000_000);

#[derive(Clone)]
pub(crate) struct TestLedger {
    pub(crate) app: Arc<App>,
    pub(crate) clock: Clock,
    pub(super) mode: Mode,
    pub(super) cap: Option<SpendCap>,
    database: Arc<TestDatabase>,
}

impl TestEnvironment<TestEngine> for TestLedger {
    async fn open(backend: TestEngine) -> Self {
        let database = backend.database(&MIGRATIONS).await;
        let url = database.url().to_owned();
        Self::through(database, &url).await
    }
}

impl TestLedger {
    pub(super) async fn sqlite() -> Self {
        Self::open(TestEngine::Sqlite).await
    }

    pub(super) async fn postgres() -> Self {
        Self::open(TestEngine::Postgres).await
    }

    /// Creates the environment on a database that the app reaches by its own URL.
    pub(crate) async fn through(database: TestDatabase, url: &str) -> Self {
        let clock = Clock::fixed(START);
        let mut config = Config::read(&Environment::from_pairs([
            ("API_DATABASE_URL", url),
            ("API_ISSUER", "http://localhost:1"),
            ("API_USER_CHANGES_SECONDS", "3600"),
            ("API_CUSTOMER_REQUESTS_PER_SECOND", "0"),
            ("API_USAGE_SECONDS", "3600"),
            ("API_VERIFY_HOURS", "0"),
            ("API_WEBHOOK_POLL_SECONDS", "3600"),
            ("API_CLIENT_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ]))
        .unwrap();
        // The workers of billing must not look at the database between the statements that a test counts.
        config.inbox_pause = Duration::from_hours(24);
        config.topup_pause = Duration::from_hours(24);
        let app = App::open(config, clock.clone(), Random::system())
            .await
            .unwrap();
        let world = Self {
            app,
            clock,
            mode: Mode::Live,
            cap: None,
            database: Arc::new(database),
        };
        world
            .sql("INSERT INTO users (id, claims_at, created_at, updated_at) VALUES ('usr_1', 0, 0, 0), ('usr_2', 0, 0, 0)")
            .await;
        world
            .sql(
                "INSERT INTO websites (id, owner_user_id, name, url, client_id, status, created_at) VALUES \
                 ('web_1', 'usr_1', 'One', 'https://one.example', 'one', 'active', 0), ('web_2', 'usr_1', 'Two', 'https://two.example', 'two', 'active', 0)",
            )
            .await;
        world
    }

    /// Returns the URL of the database.
    pub(super) fn url(&self) -> &str {
        self.database.url()
    }

    pub(super) fn after(&self, seconds: u64) -> Timestamp {
        self.clock.now().plus(Duration::from_secs(seconds))
    }

    pub(super) fn call(&self, website: &str, key: &str, body: &Value) -> CallContext {
        CallContext {
            access: self.access(website),
            key: IdempotencyKey::from_header(key).unwrap(),
            fingerprint: Fingerprint::new("POST", "/v1/x", &[], body),
            instance: ProblemInstance {
                issuer: "http://localhost:1".to_owned(),
                resource_metadata: None,
                instance: "/v1/x".to_owned(),
                request_id: "req_1".to_owned(),
                is_bound: false,
            },
            render: rendered,
        }
    }

    pub(super) fn access(&self, website: &str) -> SiteAccess {
        SiteAccess {
            website_id: website.to_owned(),
            mode: self.mode,
            actor: Actor::Key("key_1".to_owned()),
            cap: self.cap,
            is_suspended: false,
            session: None,
        }
    }

    /// Spends from a customer of the first website, named by its external id.
    pub(super) async fn spend(
        &self,
        key: &str,
        customer: &str,
        amount: i64,
    ) -> Result<OperationResponse, Problem> {
        self.spend_at("web_1", key, customer, amount).await
    }

    pub(super) async fn spend_at(
        &self,
        website: &str,
        key: &str,
        customer: &str,
        amount: i64,
    ) -> Result<OperationResponse, Problem> {
        let body = json!({"spend": amount, "customer": customer});
        let request = spending(customer, Amount::new(amount));
        spend(&self.app, self.call(website, key, &body), request).await
    }

    pub(super) async fn grant(
        &self,
        key: &str,
        customer: &str,
        amount: i64,
        expires_at: Option<Timestamp>,
    ) -> Result<OperationResponse, Problem> {
        let body = json!({"grant": amount, "customer": customer, "until": expires_at.map(Timestamp::micros)});
        let request = GrantRequest {
            customer: reference(customer),
            amount: Amount::new(amount),
            feature: None,
            kind: LotKind::Promo,
            expires_at,
            priority: None,
            reason: None,
            metadata: "{}".to_owned(),
        };
        grant(&self.app, self.call("web_1", key, &body), request).await
    }

    /// Opens a hold for a customer of the first website.
    pub(super) async fn hold(
        &self,
        key: &str,
        customer: &str,
        amount: i64,
        (ttl, on_expiry): (Duration, OnExpiry),
    ) -> Result<OperationResponse, Problem> {
        let body = json!({"hold": amount, "customer": customer, "ttl": ttl.as_secs()});
        let request = HoldRequest {
            customer: reference(customer),
            charge: Amount::new(amount).map(|amount| Charge::Amount(amount, None)),
            ttl,
            on_expiry,
            description: Some("a hold".to_owned()),
            metadata: "{}".to_owned(),
        };
        holds::open(&self.app, self.call("web_1", key, &body), request).await
    }

    /// Captures a hold, with nothing beyond it.
    pub(super) async fn capture(
        &self,
        key: &str,
        hold: &str,
        amount: Option<i64>,
        is_final: bool,
    ) -> Result<OperationResponse, Problem> {
        self.capture_of(("web_1", key), hold, amount, is_final)
            .await
    }

    /// Captures all of a hold, as another website.
    pub(super) async fn capture_at(
        &self,
        website: &str,
        key: &str,
        hold: &str,
    ) -> Result<OperationResponse, Problem> {
        self.capture_of((website, key), hold, None, true).await
    }

    async fn capture_of(
        &self,
        (website, key): (&str, &str),
        hold: &str,
        amount: Option<i64>,
        is_final: bool,
    ) -> Result<OperationResponse, Problem> {
        let body = json!({"capture": amount, "hold": hold, "final": is_final});
        let capture = Capture {
            hold: hold.to_owned(),
            amount: amount.and_then(Amount::new),
            is_final,
            overage: Overage::Reject,
            if_expired: IfExpired::Reject,
        };
        let words = TransactionTexts {
            description: None,
            metadata: "{}".to_owned(),
        };
        let call = self.call(website, key, &body);
        let capture = Some((capture, None));
        holds::capture(&self.app, call, hold.to_owned(), capture, words).await
    }

    pub(super) async fn void(&self, key: &str, hold: &str) -> Result<OperationResponse, Problem> {
        self.void_at("web_1", key, hold).await
    }

    pub(super) async fn void_at(
        &self,
        website: &str,
        key: &str,
        hold: &str,
    ) -> Result<OperationResponse, Problem> {
        let call = self.call(website, key, &json!({"void": hold}));
        holds::void(&self.app, call, hold.to_owned()).await
    }

    pub(super) async fn extend(
        &self,
        key: &str,
        hold: &str,
        seconds: u64,
    ) -> Result<OperationResponse, Problem> {
        let call = self.call("web_1", key, &json!({"extend": hold, "ttl": seconds}));
        let ttl = Duration::from_secs(seconds);
        holds::extend(&self.app, call, hold.to_owned(), ttl).await
    }

    pub(super) async fn customer_id(&self, external_id: &'static str) -> String {
        let statement = "SELECT id FROM customers WHERE external_id = $1 AND website_id = 'web_1'";
        select(&self.app.database, statement, &[external_id]).await
    }

    pub(super) async fn balance(&self, external_id: &'static str) -> Balance {
        let id = self.customer_id(external_id).await;
        customer_balance_at(&self.app, &self.access("web_1"), &id, None)
            .await
            .unwrap()
            .balance
    }

    pub(super) async fn page(
        &self,
        external_id: &'static str,
        request: CreditsPageRequest,
    ) -> TransactionPage {
        let id = self.customer_id(external_id).await;
        transactions::list_for_customer(&self.app, &self.access("web_1"), &id, request)
            .await
            .unwrap()
    }

    pub(super) async fn findings(&self) -> Vec<Finding> {
        verify(&self.app.database).await.unwrap()
    }

    #[track_caller]
    pub(super) fn assert_sound(&self, findings: &[Finding]) {
        assert!(
            findings.is_empty(),
            "{}: {findings:?}",
            self.app.database.engine()
        );
    }

    /// Runs a statement of the test.
    pub(super) async fn sql(&self, statement: &'static str) -> u64 {
        self.try_sql(statement).await.unwrap()
    }

    pub(super) async fn try_sql(&self, statement: &'static str) -> Result<u64, sqlx::Error> {
        let mut transaction = self.app.database.begin().await.unwrap();
        let done = foundation::on_engine!(&mut transaction.connection(), |c| {
            sqlx::query(statement)
                .execute(c)
                .await
                .map(|done| done.rows_affected())
        })?;
        transaction.commit().await.unwrap();
        Ok(done)
    }

    pub(super) async fn count(&self, statement: &'static str) -> i64 {
        select(&self.app.database, statement, &[]).await
    }
}

/// Builds the usual spend of a test.
pub(super) fn spending(customer: &str, amount: Option<Amount>) -> SpendRequest {
    SpendRequest {
        customer: reference(customer),
        charge: amount.map(|amount| Charge::Amount(amount, None)),
        description: Some("a spend".to_owned()),
        metadata: "{\"n\":1}".to_owned(),
    }
}

fn reference(customer: &str) -> CustomerRef {
    if customer.starts_with("cus_") {
        CustomerRef::Id(customer.to_owned())
    } else {
        CustomerRef::ExternalId(customer.to_owned())
    }
}

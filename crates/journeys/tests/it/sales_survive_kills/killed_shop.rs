//! A shop whose server or database is killed.

use foundation::testing::{TestEngine, postgres_schema, sqlite_url};
use foundation::{Connection, Database, on_engine};
use journeys::installation::TestInstallation;
use journeys::postgres::Postgres;
use journeys::selling_website::{SellingWebsite, session_of};
use journeys::stripe_server::StripeServer;
use serde_json::Value;

/// Statements that end the leases of a killed server at once.
const END_LEASES: [&str; 6] = [
    "UPDATE checkout SET next_at = 0 WHERE state = 'new'",
    "UPDATE stripe_customer SET claim_until = 0 WHERE claim_until IS NOT NULL",
    "UPDATE stripe_object SET claimed_until = 0, next_at = 0 WHERE state = 'waiting'",
    "UPDATE refund SET next_at = 0 WHERE state = 'new'",
    "UPDATE subscription_request SET next_at = 0 WHERE state = 'new'",
    "UPDATE topup_attempt SET next_at = 0 WHERE next_at IS NOT NULL",
];

/// The process that is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Victim {
    /// The server, on one of the engines.
    Server(TestEngine),
    /// The PostgreSQL of the product API.
    Postgres,
}

/// A shop whose server or database is killed.
pub(super) struct KilledShop {
    pub(super) world: TestInstallation,
    pub(super) stripe: StripeServer,
    pub(super) site: SellingWebsite,
    pub(super) database: Database,
    /// The database that is killed; none if the server is.
    postgres: Option<Postgres>,
    /// Number of purchases, and of those that were refunded.
    pub(super) purchases: usize,
    pub(super) refunds: usize,
    /// Number of kills so far.
    pub(super) kills: usize,
}

impl KilledShop {
    pub(super) async fn open(victim: Victim) -> Self {
        let stripe = StripeServer::start().await;
        let postgres = (victim == Victim::Postgres).then(Postgres::start);
        let url = match (victim, &postgres) {
            (Victim::Postgres, Some(postgres)) => Some(postgres.url()),
            (Victim::Server(TestEngine::Postgres), _) => Some(postgres_schema().await),
            _ => None,
        };
        let mut settings = vec![
            ("API_STRIPE_API_BASE", stripe.base.as_str()),
            ("API_STRIPE_REQUESTS_PER_SECOND", "1000"),
        ];
        settings.extend(url.iter().map(|url| ("API_DATABASE_URL", url.as_str())));
        let world = TestInstallation::set_up(TestEngine::Sqlite, &settings).await;
        let site = SellingWebsite::open(&world.address, &stripe).await;
        let url = url.unwrap_or_else(|| sqlite_url(&world.data().join("product-api.db")));
        Self {
            world,
            stripe,
            site,
            database: Database::open(&url).await.unwrap(),
            postgres,
            purchases: 0,
            refunds: 0,
            kills: 0,
        }
    }

    /// Returns true if the server is killed: then the request that it had gets no response.
    pub(super) const fn kills_server(&self) -> bool {
        self.postgres.is_none()
    }

    /// Kills the process as by a power cut, starts it again, and lets the time pass after which others do its work.
    pub(super) async fn kill(&mut self) {
        self.kills += 1;
        tokio::task::block_in_place(|| match &mut self.postgres {
            Some(postgres) => {
                postgres.kill();
                postgres.start_again();
            }
            None => self.world.kill_and_restart(),
        });
        self.end_leases().await;
    }

    /// Ends the leases that a killed server has left, or a living one whose database was killed.
    pub(super) async fn end_leases(&self) {
        let mut transaction = loop {
            // The connections of the pool have ended with the database.
            if let Ok(transaction) = self.database.begin().await {
                break transaction;
            }
        };
        for statement in END_LEASES {
            change(&mut transaction.connection(), statement).await;
        }
        transaction.commit().await.unwrap();
    }
}

/// Pays the session of an open checkout, unless it is paid.
pub(super) fn pay(stripe: &StripeServer, checkout: &Value) {
    let session = session_of(checkout);
    if let Err(refusal) = stripe.double.pay_session(&session, "pays") {
        let refusal = refusal.to_string();
        assert!(refusal.contains("no longer open"), "{refusal}");
    }
}

/// Executes a statement of the test.
pub(super) async fn change(db: &mut Connection<'_>, statement: &'static str) {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(drop)).unwrap();
}

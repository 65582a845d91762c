//! A website whose customers have many credits, in a world of its own.

use std::time::Duration;

use foundation::testing::{TestEngine, sqlite_url};
use journeys::installation::TestInstallation;
use journeys::users::{TestUser, WebsiteBackEnd};
use serde_json::Value;

use super::requests::{ONE, RequestFactory};
use super::store;
use crate::load::{self, Scenario};
use crate::pinned;
use crate::services::Services;
use crate::target::Target;

/// More than any run can spend.
const PLENTY: i64 = 1_000_000_000;
/// Usage is added up once per second; a server that is idle for longer has done so.
const USAGE: (&str, &str) = ("API_USAGE_SECONDS", "1");
const REST: Duration = Duration::from_millis(1_200);
/// Number of concurrent grants.
const GIVERS: usize = 64;

/// A world with one website and its customers.
pub(super) struct TestWebsite {
    /// Requests of the website.
    pub(super) requests: RequestFactory,
    /// The customer with the hot account, by its id of the API.
    pub(super) hot: String,
    world: TestInstallation,
    engine: TestEngine,
}

impl TestWebsite {
    /// Opens it with extra settings, and gives each customer many credits.
    pub(super) async fn open(
        engine: TestEngine,
        settings: &[(&str, &str)],
        customers: usize,
    ) -> Self {
        let settings = [&[USAGE], settings].concat();
        let mut world = TestInstallation::measured(engine, &settings).await;
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let website = owner.register_website(&world.address, "Shop").await;
        let shop = WebsiteBackEnd::new(&world.address, &website);
        let response = shop.grant("first", ONE, PLENTY).await;
        assert_eq!(response.status, 200, "{}", response.json());
        let granted = response.json();
        let hot = granted
            .pointer("/balance/customer_id")
            .and_then(Value::as_str);
        let hot = hot.expect("a customer").to_owned();
        pinned::pin_server(world.process().id());
        let mut opened = Self {
            requests: RequestFactory::new(shop.key(), customers),
            hot,
            world,
            engine,
        };
        let grants = opened.target(opened.requests.grants(PLENTY), GIVERS);
        load::run_dry(&grants).await;
        opened.analyze_if_needed().await;
        opened
    }

    /// Updates the database's statistics if the engine has any.
    pub(super) async fn analyze_if_needed(&self) {
        if self.engine == TestEngine::Postgres {
            self.analyze().await;
        }
    }

    /// Updates PostgreSQL's statistics for its query plans, as it does by itself once per minute.
    async fn analyze(&self) {
        store::analyze(&self.database_url()).await;
    }

    /// Sets thresholds of top-ups this far below the balances of every second customer.
    pub(super) async fn set_thresholds(&self, distance: i64) {
        store::set_thresholds(&self.database_url(), distance).await;
    }

    fn database_url(&self) -> String {
        let mut settings = self.world.settings().iter();
        let named = settings.find(|(name, _)| name == "API_DATABASE_URL");
        named.map_or_else(
            || sqlite_url(&self.world.data().join("product-api.db")),
            |(_, url)| url.clone(),
        )
    }

    /// Returns a scenario for this server with this number of connections.
    pub(super) fn target(&mut self, scenario: Scenario, connections: usize) -> Target {
        Target {
            scenario,
            address: self.world.process().address,
            process: self.process(),
            services: match self.engine {
                TestEngine::Sqlite => Services::none(),
                TestEngine::Postgres => Services::find(self.world.settings()),
            },
            connections,
            rests_after: REST,
            goal: None,
        }
    }

    /// Returns the server's process id.
    pub(super) fn process(&mut self) -> u32 {
        self.world.process().id()
    }
}

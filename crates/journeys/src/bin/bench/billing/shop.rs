//! A website that sells, at a server of its own, with a double of Stripe on the core of the load.

use std::time::Duration;

use foundation::testing::{TestEngine, sqlite_url};
use journeys::installation::TestInstallation;
use journeys::selling_website::SellingWebsite;
use journeys::stripe_server::StripeServer;

use super::sales::CONNECTIONS;
use crate::load::Scenario;
use crate::pinned;
use crate::services::Services;
use crate::target::Target;

/// Idle time after which a turn has ended: the worker looks for marked objects in shorter intervals.
const REST: Duration = Duration::from_millis(1_200);

/// The website with its server and its double.
pub(super) struct BillingShop {
    pub(super) site: SellingWebsite,
    pub(super) stripe: StripeServer,
    world: TestInstallation,
    engine: TestEngine,
}

impl BillingShop {
    /// Opens it. The server may send this many calls per second to Stripe.
    pub(super) async fn open(engine: TestEngine, calls: &str) -> Self {
        let stripe = StripeServer::start().await;
        let settings = [
            ("API_STRIPE_API_BASE", stripe.base.as_str()),
            ("API_STRIPE_REQUESTS_PER_SECOND", calls),
        ];
        let mut world = TestInstallation::measured(engine, &settings).await;
        let site = SellingWebsite::open(&world.address, &stripe).await;
        pinned::pin_server(world.process().id());
        Self {
            site,
            stripe,
            world,
            engine,
        }
    }

    /// Returns a scenario for this server with this number of connections.
    pub(super) fn target(&mut self, scenario: Scenario, connections: usize) -> Target {
        Target {
            scenario,
            address: self.world.process().address,
            process: self.world.process().id(),
            services: match self.engine {
                TestEngine::Sqlite => Services::none(),
                TestEngine::Postgres => Services::find(self.world.settings()),
            },
            connections,
            rests_after: REST,
            goal: None,
        }
    }

    /// Returns such a scenario without a wait for the work that follows it: the caller waits for the result in the database.
    pub(super) fn target_without_rest(&mut self, scenario: Scenario) -> Target {
        Target {
            rests_after: Duration::ZERO,
            ..self.target(scenario, CONNECTIONS)
        }
    }

    /// Returns the URL of the database.
    pub(super) fn database_url(&self) -> String {
        let mut settings = self.world.settings().iter();
        let named = settings.find(|(name, _)| name == "API_DATABASE_URL");
        named.map_or_else(
            || sqlite_url(&self.world.data().join("product-api.db")),
            |(_, url)| url.clone(),
        )
    }
}

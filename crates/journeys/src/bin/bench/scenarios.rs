//! The identity provider's scenarios, prepared on one engine.

use foundation::testing::TestEngine;
use journeys::installation::TestInstallation;
use journeys::users::TestUser;

use crate::goals::Goal;
use crate::load::Scenario;
use crate::request::get;
use crate::services::Services;
use crate::sign_in::{Guard, Links};
use crate::target::{SHORT_REST, Target};
use crate::{CONNECTIONS, pinned, provider, sign_in};

/// A world that is ready to be measured.
pub(crate) struct PreparedInstallation {
    /// The scenarios of this world.
    pub(crate) targets: Vec<Target>,
    engine: TestEngine,
    cookies: String,
    guard: Guard,
    links: Links,
    world: TestInstallation,
}

impl PreparedInstallation {
    /// Creates the users and their credits.
    pub(crate) async fn new(engine: TestEngine, is_wanted: impl Fn(&str) -> bool) -> Self {
        let mut world = TestInstallation::measured(engine, sign_in::SETTINGS).await;
        world.stop();
        sign_in::import(&world);
        world.start_again().expect("the world starts");
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let cookies = format!("Cookie: {}\r\n", owner.browser.cookies().join("; "));
        let read = get("/api/auth/session", &cookies);
        let read = Scenario::checked(session_read(engine), "owner@example.com", move |_| {
            read.clone()
        });
        let mut scenarios = provider::scenarios(&world).await;
        scenarios.push(read);
        let guard = Guard::ask(&world.address.base).await;
        let links = Links::new(&world, &guard);
        scenarios.extend(sign_in::scenarios(&guard, &links));
        scenarios.retain(|scenario| is_wanted(scenario.name));
        pinned::pin_server(world.process().id());
        let mut prepared = Self {
            targets: Vec::new(),
            engine,
            cookies,
            guard,
            links,
            world,
        };
        for scenario in scenarios {
            let target = prepared.target(scenario);
            prepared.targets.push(target);
        }
        prepared
    }

    /// Returns a target of this world.
    fn target(&mut self, scenario: Scenario) -> Target {
        Target {
            rests_after: SHORT_REST,
            goal: Goal::find(scenario.name, self.engine),
            scenario,
            address: self.world.process().address,
            process: self.world.process().id(),
            services: Services::find(self.world.settings()),
            connections: CONNECTIONS,
        }
    }

    /// Returns the scenario of password sign-ins, after every user has a hash with our parameters.
    pub(crate) async fn by_password(&mut self) -> Target {
        let scenario = sign_in::by_password(&self.world.address.base, &self.guard).await;
        self.target(scenario)
    }

    /// Returns the server's process id.
    pub(crate) fn process(&mut self) -> u32 {
        self.world.process().id()
    }

    /// Prepares the links that a round uses up.
    pub(crate) async fn fill(&mut self) {
        let mut targets = self.targets.iter();
        if targets.any(|target| target.scenario.name == sign_in::REDEMPTION) {
            self.links.fill().await;
        }
    }

    /// Returns the inputs of a flood: a user's cookies, and the CSRF token of the forms.
    pub(crate) fn flood(&self) -> (&str, &Guard) {
        (&self.cookies, &self.guard)
    }
}

/// Returns the name of the scenario, because the session store decides the costs of a session read.
fn session_read(engine: TestEngine) -> &'static str {
    match engine {
        TestEngine::Sqlite => "S8 session read (SQL)",
        TestEngine::Postgres => "S8 session read (Redis)",
    }
}

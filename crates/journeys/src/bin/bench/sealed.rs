//! Session reads from sealed cookies, in a separate world.

use foundation::testing::TestEngine;
use journeys::installation::TestInstallation;
use journeys::users::TestUser;

use crate::goals::Goal;
use crate::load::Scenario;
use crate::request::get;
use crate::services::Services;
use crate::target::{SHORT_REST, Target};
use crate::{CONNECTIONS, pinned};

/// Name of the scenario.
pub(crate) const NAME: &str = "S8 session read (cookie)";

/// A world with sessions in cookies, and a user who is signed in there.
pub(crate) struct SealedSessions {
    /// The requests and their server.
    pub(crate) target: Target,
    _world: TestInstallation,
}

impl SealedSessions {
    /// Creates the world and the user.
    pub(crate) async fn new() -> Self {
        let settings = [("IDP_SESSION_STORE", "cookie")];
        let mut world = TestInstallation::measured(TestEngine::Sqlite, &settings).await;
        let person = TestUser::arrive(&world.address, "sealed@example.com").await;
        let cookies = format!("Cookie: {}\r\n", person.browser.cookies().join("; "));
        let request = get("/api/auth/session", &cookies);
        let (address, process) = (world.process().address, world.process().id());
        pinned::pin_server(process);
        let target = Target {
            scenario: Scenario::checked(NAME, "sealed@example.com", move |_| request.clone()),
            address,
            process,
            services: Services::none(),
            connections: CONNECTIONS,
            rests_after: SHORT_REST,
            goal: Goal::find(NAME, TestEngine::Sqlite),
        };
        Self {
            target,
            _world: world,
        }
    }
}

//! Session reads from sealed cookies, in a separate world.

use journeys::people::Person;
use journeys::world::{Engine, World};

use crate::goals::Goal;
use crate::load::Scenario;
use crate::request::get;
use crate::rounds::{SHORT_REST, Target};
use crate::services::Services;
use crate::{CONNECTIONS, pinned};

/// Name of the scenario.
pub(crate) const NAME: &str = "S8 session read (cookie)";

/// A world with sessions in cookies, and a user who is signed in there.
pub(crate) struct Sealed {
    /// The requests and their server.
    pub(crate) target: Target,
    _world: World,
}

impl Sealed {
    /// Creates the world and the user.
    pub(crate) async fn new() -> Self {
        let settings = [("IDP_SESSION_STORE", "cookie")];
        let mut world = World::measured(Engine::Sqlite, &settings).await;
        let person = Person::arrive(&world.place, "sealed@example.com").await;
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
            goal: Goal::of(NAME, Engine::Sqlite),
        };
        Self {
            target,
            _world: world,
        }
    }
}

//! Reading a session from its sealed cookie: a world of its own beside that of the other scenarios.

use std::net::SocketAddr;

use journeys::people::Person;
use journeys::world::{Engine, World};

use crate::load::{self, Scenario, Turn};
use crate::pinned;
use crate::request::get;

/// A world with sessions in cookies, and somebody who is signed in there.
pub(crate) struct Sealed {
    /// What is asked.
    pub(crate) scenario: Scenario,
    address: SocketAddr,
    process: u32,
    _world: World,
}

impl Sealed {
    /// Makes the world and the person.
    pub(crate) async fn new() -> Self {
        let settings = [("IDP_SESSION_STORE", "cookie")];
        let mut world = World::measured(Engine::Sqlite, &settings).await;
        let person = Person::arrive(&world.place, "sealed@example.com").await;
        let cookies = format!("Cookie: {}\r\n", person.browser.cookies().join("; "));
        let request = get("/api/auth/session", &cookies);
        let (address, process) = (world.process().address, world.process().id());
        pinned::pin_server(process);
        let name = "session read (cookie)";
        Self {
            scenario: Scenario::checked(name, "sealed@example.com", move |_| request.clone()),
            address,
            process,
            _world: world,
        }
    }

    /// One turn.
    pub(crate) async fn turn(&self) -> Turn {
        load::run(self.address, self.process, &self.scenario).await
    }
}

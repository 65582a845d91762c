//! Our server on one engine, with the clients and users of the comparison.

use foundation::testing::TestEngine;
use journeys::installation::TestInstallation;

use super::server::ComparedServer;
use super::table::{Column, rows};
use crate::services::Services;
use crate::{pinned, provider, sign_in, site};

/// Starts our server, and gives a client for each algorithm the consent of users.
pub(super) async fn start(engine: TestEngine) -> ComparedServer {
    let mut world = TestInstallation::measured(engine, sign_in::SETTINGS).await;
    let users = provider::sign_in_users(&world).await;
    let ec = provider::open_site(&world, "bench-es256", "ES256", &users).await;
    let rsa = provider::open_site(&world, "bench-rs256", "RS256", &users).await;
    let (address, process) = (world.process().address, world.process().id());
    pinned::pin_server(process);
    ComparedServer {
        column: match engine {
            TestEngine::Sqlite => Column::Sqlite,
            TestEngine::Postgres => Column::Postgres,
        },
        address,
        process,
        services: Services::find(world.settings()),
        scenarios: vec![
            site::discovery(rows::DISCOVERY),
            provider::client_credentials(&world, rows::MACHINE_JWT),
            provider::client_credentials(&world, rows::MACHINE_OPAQUE),
            ec.code_flow(rows::CODE_ES256),
            rsa.code_flow(rows::CODE_RS256),
            ec.refresh(rows::REFRESH_ES256),
            rsa.refresh(rows::REFRESH_RS256),
            ec.userinfo(rows::USERINFO),
            ec.introspection(rows::INTROSPECTION),
            ec.session_read(rows::SESSION),
        ],
        _running: Box::new(world),
    }
}

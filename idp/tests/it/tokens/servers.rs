//! Provides servers of one installation with their own clocks, and a database whose clock the test moves.

use std::sync::Arc;
use std::time::Duration;

use foundation::testing::{TestDatabase, TestServer};
use foundation::{Clock, Random, Timestamp};
use idp::app::App;

use crate::harness::{HttpResponse, SECRET, TestIdp};
use crate::proofs::dpop::{self, TOKEN};

const START: i64 = 1_800_000_000;

/// A second server on the same database, with its own clock.
pub(super) struct SecondServer {
    pub(super) base: String,
    pub(super) clock: Clock,
    app: Arc<App>,
    _server: TestServer,
}

async fn there(world: &TestIdp, clock: Clock) -> SecondServer {
    let app = App::open(world.app.config.clone(), clock.clone(), Random::system())
        .await
        .unwrap();
    let (listener, base) = TestServer::bind().await;
    SecondServer {
        base,
        clock,
        _server: TestServer::start(listener, idp::routes::endpoint(&app)),
        app,
    }
}

/// Starts a server that follows its own clock, which is ahead of the other's.
pub(super) async fn stubborn(world: &TestIdp, ahead: i64) -> SecondServer {
    let now = world.clock.now().seconds();
    there(world, Clock::fixed(Timestamp::from_seconds(now + ahead))).await
}

impl SecondServer {
    pub(super) async fn token(&self, world: &TestIdp, form: &[(&str, &str)]) -> HttpResponse {
        let encode =
            |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let request = world.request("POST", &format!("{}/oauth/token", self.base));
        let request = request
            .form(form)
            .basic_auth("backend", Some(encode(SECRET)));
        HttpResponse::read(request.send().await.unwrap()).await
    }

    /// Redeems a code of the client `spa` with a proof of its key.
    pub(super) async fn proven(&self, world: &TestIdp, code: &str, proof: &str) -> HttpResponse {
        let request = world.request("POST", &format!("{}{TOKEN}", self.base));
        let form = dpop::redeeming(code);
        HttpResponse::read(
            request
                .form(&form)
                .header("DPoP", proof)
                .send()
                .await
                .unwrap(),
        )
        .await
    }
}

/// A database with a movable clock, the world's own server in step with it, and two servers with wrong clocks.
pub(super) struct SkewedServers {
    pub(super) world: TestIdp,
    pub(super) ahead: SecondServer,
    pub(super) behind: SecondServer,
}

impl SkewedServers {
    pub(super) async fn open() -> Self {
        let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
        world
            .change("CREATE TABLE moved_clock (seconds BIGINT NOT NULL)")
            .await;
        world
            .change("INSERT INTO moved_clock VALUES (1800000000)")
            .await;
        world
            .change(
                "CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE \
                 AS 'SELECT to_timestamp(seconds) FROM moved_clock'",
            )
            .await;
        let following = async |ahead| {
            let host = Clock::fixed(Timestamp::from_seconds(START + ahead));
            let there = there(&world, Clock::following(host)).await;
            // The test lets the server read the clock, each time it has moved the database's clock.
            assert!(there.app.background.stop(Duration::from_mins(2)).await);
            there
        };
        let (ahead, behind) = (following(30).await, following(-30).await);
        Self {
            world,
            ahead,
            behind,
        }
    }

    /// Advances the database's clock only; then the servers read it.
    pub(super) async fn wait(&self, seconds: u64) {
        self.world.wait(seconds);
        let passed = seconds.to_string();
        let moving = "UPDATE moved_clock SET seconds = seconds + CAST($1 AS BIGINT)";
        self.world.execute(moving, &passed).await;
        for there in [&self.ahead, &self.behind] {
            there.app.database.synchronize(&there.clock).await.unwrap();
        }
    }

    /// Returns the servers with the names of their faults.
    pub(super) fn servers(&self) -> [(&'static str, &SecondServer); 2] {
        [("30 s ahead", &self.ahead), ("30 s behind", &self.behind)]
    }
}

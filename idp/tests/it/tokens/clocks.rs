//! Attack B5: two servers of one installation whose clocks differ. On PostgreSQL both go by the database's time, whatever
//! their own clocks say; and that a thing counts once depends on no clock at all.

use std::sync::Arc;
use std::time::Duration;

use foundation::testing::{TestDatabase, TestServer};
use foundation::{Clock, Random, Timestamp};
use futures_util::future::join_all;
use idp::app::App;
use idp::testing::SignedIn;

use super::{BACKEND, refresh, text};
use crate::authorization::{address_of, pushed};
use crate::harness::{Landing, SECRET, Told, VERIFIER, World, both};
use crate::proofs::dpop::{self, TOKEN, proof};
use crate::proofs::key::Key;
use crate::visiting::patiently;

const START: i64 = 1_800_000_000;
const CALLBACK: &str = "https://backend.example/cb";

/// A second server on the same database, with a clock of its own.
struct There {
    base: String,
    clock: Clock,
    app: Arc<App>,
    _server: TestServer,
}

async fn there(world: &World, clock: Clock) -> There {
    let app = App::open(world.app.config.clone(), clock.clone(), Random::system())
        .await
        .unwrap();
    let (listener, base) = TestServer::bind().await;
    There {
        base,
        clock,
        _server: TestServer::start(listener, idp::routes::endpoint(&app)),
        app,
    }
}

/// One that goes by its own clock, which is ahead of the other's.
async fn stubborn(world: &World, ahead: i64) -> There {
    let now = world.clock.now().seconds();
    there(world, Clock::fixed(Timestamp::from_seconds(now + ahead))).await
}

impl There {
    async fn token(&self, world: &World, form: &[(&str, &str)]) -> Told {
        let encode =
            |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let request = world.request("POST", &format!("{}/oauth/token", self.base));
        let request = request
            .form(form)
            .basic_auth("backend", Some(encode(SECRET)));
        Told::of(request.send().await.unwrap()).await
    }

    /// Redeems a code of the client `spa` with a proof of its key.
    async fn proven(&self, world: &World, code: &str, proof: &str) -> Told {
        let request = world.request("POST", &format!("{}{TOKEN}", self.base));
        let form = dpop::redeeming(code);
        Told::of(
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

/// A database whose clock the test moves, with the world's own server in step with it, and two others on machines whose
/// clocks are wrong.
struct Led {
    world: World,
    ahead: There,
    behind: There,
}

impl Led {
    async fn open() -> Self {
        let world = World::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
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
            // The test looks itself, whenever it has moved the database's clock.
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

    /// Lets time pass at the database; the other machines' clocks stand still, and look.
    async fn wait(&self, seconds: u64) {
        self.world.wait(seconds);
        let passed = seconds.to_string();
        let moving = "UPDATE moved_clock SET seconds = seconds + CAST($1 AS BIGINT)";
        self.world.execute(moving, &passed).await;
        for there in [&self.ahead, &self.behind] {
            there.app.database.lead(&there.clock).await.unwrap();
        }
    }

    /// The servers by their base addresses, each with the name of its fault.
    fn servers(&self) -> [(&'static str, &There); 2] {
        [("30 s ahead", &self.ahead), ("30 s behind", &self.behind)]
    }
}

/// Asks for a code at a server.
async fn code_at(base: &str, world: &World, ann: &SignedIn) -> String {
    let address = world.authorize_url(&ASKED).replacen(&world.base, base, 1);
    let landing = Landing::of(&world.get(&address, Some(ann)).await);
    landing
        .parameter("code")
        .unwrap_or_else(|| panic!("no code: {landing:?}"))
}

const REFUSED: (u16, &str) = (400, "invalid_grant");

fn redeeming(code: &str) -> [(&str, &str); 4] {
    [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]
}

const ASKED: [(&str, &str); 3] = [
    ("client_id", "backend"),
    ("redirect_uri", CALLBACK),
    ("scope", "openid"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b5_the_database_s_clock_decides_how_old_a_code_is() {
    let led = Led::open().await;
    let ann = led.world.visitor("ann").await;
    for (name, there) in led.servers() {
        assert_eq!(there.clock.now(), led.world.clock.now(), "{name}");
        for (age, expected) in [(45, (200, "")), (59, (200, "")), (61, REFUSED)] {
            let code = led.world.code(&ann, &ASKED).await;
            led.wait(age).await;
            let told = there.token(&led.world, &redeeming(&code)).await;
            assert_eq!(told.refusal(), expected, "{age} s old, redeemed {name}");
            let code = code_at(&there.base, &led.world, &ann).await;
            led.wait(age).await;
            let told = led.world.token(&redeeming(&code), BACKEND).await;
            assert_eq!(told.refusal(), expected, "{age} s old, made {name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b5_the_database_s_clock_decides_at_both_of_two_wrong_servers() {
    let led = Led::open().await;
    let ann = led.world.visitor("ann").await;
    let pairs = [(&led.ahead, &led.behind), (&led.behind, &led.ahead)];
    for (maker, taker) in pairs {
        for (age, expected) in [(45, (200, "")), (61, REFUSED)] {
            let code = code_at(&maker.base, &led.world, &ann).await;
            led.wait(age).await;
            let told = taker.token(&led.world, &redeeming(&code)).await;
            assert_eq!(told.refusal(), expected, "{age}");
            // Whichever is asked, nothing counts twice.
            let again = maker.token(&led.world, &redeeming(&code)).await;
            assert_eq!(again.refusal(), REFUSED, "{age}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b5_the_database_s_clock_decides_about_pushed_requests_and_the_grace_of_a_refresh() {
    let led = Led::open().await;
    let ann = led.world.visitor("ann").await;
    for (name, there) in led.servers() {
        for (age, is_taken) in [(45, true), (61, false)] {
            let address = address_of("backend", &pushed(&led.world, &[]).await);
            led.wait(age).await;
            let address = format!("{}{address}", there.base);
            let landing = Landing::of(&led.world.get(&address, Some(&ann)).await);
            assert_eq!(
                landing.parameter("code").is_some(),
                is_taken,
                "{age} {name}"
            );
        }
        for (age, expected) in [(19, (200, "")), (21, REFUSED)] {
            let tokens = led.world.site_tokens(&ann, "openid").await;
            let first = text(&tokens, "refresh_token");
            refresh(&led.world, &first, &[]).await.ok();
            led.wait(age).await;
            let form = [
                ("grant_type", "refresh_token"),
                ("refresh_token", first.as_str()),
            ];
            let told = there.token(&led.world, &form).await;
            assert_eq!(told.refusal(), expected, "{age} {name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b5_the_database_s_clock_decides_how_old_a_proof_is() {
    let led = Led::open().await;
    let ann = led.world.visitor("ann").await;
    let key = Key::make();
    for (name, there) in led.servers() {
        for (age, expected) in [(45, (200, "")), (61, (400, "invalid_dpop_proof"))] {
            let proof = proof(&led.world, &key, TOKEN, &format!("{age} {name}"));
            led.wait(age).await;
            let code = dpop::code(&led.world, &ann, &[]).await;
            let told = there.proven(&led.world, &code, &proof).await;
            assert_eq!(told.refusal(), expected, "{age} {name}");
        }
    }
}

both!(b5_of_fifty_redemptions_at_two_servers_one_succeeds);

async fn b5_of_fifty_redemptions_at_two_servers_one_succeeds(world: World) {
    let ann = world.visitor("ann").await;
    let there = stubborn(&world, 30).await;
    let code = world.code(&ann, &ASKED).await;
    let form = redeeming(&code);
    let asked = (0..50).map(|number| {
        let (there, world, form) = (&there, &world, &form);
        patiently(move || async move {
            if number % 2 == 0 {
                world.token(form, BACKEND).await
            } else {
                there.token(world, form).await
            }
        })
    });
    let told = join_all(asked).await;
    let good = told.iter().filter(|told| told.status == 200).count();
    let refused = told
        .iter()
        .filter(|told| told.refusal() == (400, "invalid_grant"));
    assert_eq!((good, refused.count()), (1, 49));
}

both!(b5_a_refresh_token_has_one_successor_whatever_the_clocks_say);

async fn b5_a_refresh_token_has_one_successor_whatever_the_clocks_say(world: World) {
    for ahead in [30, -30] {
        let ann = world.visitor("ann").await;
        let there = stubborn(&world, ahead).await;
        let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", first.as_str()),
        ];
        let here = async || refresh(&world, &first, &[]).await;
        let elsewhere = async || there.token(&world, &form).await;
        let asked = (0..50).map(|number| {
            let (here, elsewhere) = (&here, &elsewhere);
            patiently(move || async move {
                match number % 2 {
                    0 => here().await,
                    _ => elsewhere().await,
                }
            })
        });
        let told = join_all(asked).await;
        let mut heirs: Vec<_> = told
            .iter()
            .filter(|told| told.status == 200)
            .map(|told| text(&told.body, "refresh_token"))
            .collect();
        heirs.sort_unstable();
        heirs.dedup();
        assert_eq!(heirs.len(), 1, "{ahead}: no forked family");
    }
}

//! Attack B5: two servers of one installation whose clocks differ. Each goes by its own, so that what one makes lives for
//! its life and the difference at most at the other; that it counts once does not depend on any clock.

use std::sync::Arc;
use std::time::Duration;

use foundation::testing::TestServer;
use foundation::{Clock, Random, Timestamp};
use futures_util::future::join_all;
use idp::app::App;

use super::{BACKEND, refresh, text};
use crate::authorization::{address_of, pushed};
use crate::harness::{Landing, SECRET, Told, VERIFIER, World, both};
use crate::visiting::patiently;

const START: i64 = 1_800_000_000;
const CALLBACK: &str = "https://backend.example/cb";

/// A second server on the same database, with a clock of its own.
struct There {
    base: String,
    clock: Clock,
    _app: Arc<App>,
    _server: TestServer,
}

async fn there(world: &World, ahead: i64) -> There {
    let clock = Clock::fixed(Timestamp::from_seconds(START + ahead));
    let app = App::open(world.app.config.clone(), clock.clone(), Random::system())
        .await
        .unwrap();
    let (listener, base) = TestServer::bind().await;
    There {
        base,
        clock,
        _server: TestServer::start(listener, idp::routes::endpoint(&app)),
        _app: app,
    }
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

    /// Lets the same time pass on both clocks.
    fn wait(&self, world: &World, seconds: u64) {
        world.wait(seconds);
        self.clock.advance(Duration::from_secs(seconds));
    }
}

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

both!(b5_a_code_counts_once_and_for_its_life_by_the_clock_of_who_redeems_it);

async fn b5_a_code_counts_once_and_for_its_life_by_the_clock_of_who_redeems_it(world: World) {
    let ann = world.visitor("ann").await;
    // How far the other clock is ahead, the age of the code, and whether the other server takes it.
    let rows = [
        (30, 0, true),
        (30, 29, true),
        (30, 30, false),
        (30, 61, false),
        (-30, 0, true),
        (-30, 61, true),
        (-30, 89, true),
        (-30, 90, false),
    ];
    for (ahead, age, is_taken) in rows {
        let now = world.clock.now().seconds() - START;
        let there = there(&world, now + ahead).await;
        let code = world.code(&ann, &ASKED).await;
        there.wait(&world, age);
        let told = there.token(&world, &redeeming(&code)).await;
        let expected = if is_taken {
            (200, "")
        } else {
            (400, "invalid_grant")
        };
        assert_eq!(told.refusal(), expected, "{ahead} {age}");
        // Whichever clock is asked, nothing counts twice; and who was told no too early is served where it was made.
        let here = world.token(&redeeming(&code), BACKEND).await;
        let is_taken_here = !is_taken && age < 60;
        let expected = if is_taken_here {
            (200, "")
        } else {
            (400, "invalid_grant")
        };
        assert_eq!(here.refusal(), expected, "{ahead} {age} here");
        if is_taken && age < 60 {
            let access = text(&told.body, "access_token");
            let status = world.userinfo(&access).await.status;
            assert_eq!(status, 401, "a second use ends the first");
        }
    }
}

both!(b5_of_fifty_redemptions_at_two_servers_one_succeeds);

async fn b5_of_fifty_redemptions_at_two_servers_one_succeeds(world: World) {
    let ann = world.visitor("ann").await;
    let there = there(&world, 30).await;
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
        let there = there(&world, ahead).await;
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
    let ann = world.visitor("ann").await;
    let there = there(&world, -30).await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    refresh(&world, &first, &[]).await.ok();
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", first.as_str()),
    ];
    there.wait(&world, 49);
    assert_eq!(
        there.token(&world, &form).await.status,
        200,
        "its grace there"
    );
    there.wait(&world, 1);
    let told = there.token(&world, &form).await;
    assert_eq!(
        told.refusal(),
        (400, "invalid_grant"),
        "grace and difference are over"
    );
}

both!(b5_a_pushed_request_counts_once_and_for_its_life_by_the_clock_of_who_takes_it);

async fn b5_a_pushed_request_counts_once_and_for_its_life_by_the_clock_of_who_takes_it(
    world: World,
) {
    let ann = world.visitor("ann").await;
    for (ahead, age, is_taken) in [
        (30, 29, true),
        (30, 30, false),
        (-30, 89, true),
        (-30, 90, false),
    ] {
        let now = world.clock.now().seconds() - START;
        let there = there(&world, now + ahead).await;
        let address = address_of("backend", &pushed(&world, &[]).await);
        there.wait(&world, age);
        let answer = world
            .get(&format!("{}{address}", there.base), Some(&ann))
            .await;
        let code = Landing::of(&answer).parameter("code");
        assert_eq!(code.is_some(), is_taken, "{ahead} {age}");
        let here = Landing::of(&world.get(&address, Some(&ann)).await);
        let is_taken_here = !is_taken && age < 60;
        assert_eq!(
            here.parameter("code").is_some(),
            is_taken_here,
            "{ahead} {age} here"
        );
    }
}

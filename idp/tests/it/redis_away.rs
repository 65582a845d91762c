//! Tests a Redis that dies, hangs and returns: requests fail fast, no user appears signed out, service recovers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use foundation::Clock;
use tokio::task::JoinHandle;

use crate::visiting::{
    Browser, BrowserResponse, PrivateRedis, TestBackend, TestInstallation, spawn,
};

const SESSION: &str = "/api/auth/session";
const READERS: usize = 8;
/// Longest duration of any request, in any state of Redis.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// Time within which service recovers after Redis is back.
const RECOVERY: Duration = Duration::from_secs(5);
const TICK: Duration = Duration::from_millis(10);

/// Responses that the readers got so far.
#[derive(Default)]
struct ResponseCounts {
    stop: AtomicBool,
    served: AtomicU64,
    refused: AtomicU64,
}

impl ResponseCounts {
    /// Waits until a count has grown by `more`.
    async fn more(&self, count: impl Fn(&Self) -> &AtomicU64, more: u64) {
        let before = count(self).load(Ordering::SeqCst);
        while count(self).load(Ordering::SeqCst) < before + more {
            tokio::time::sleep(TICK).await;
        }
    }

    /// Waits for many successful responses without a refused one in between.
    async fn calm(&self) {
        loop {
            let refused = self.refused.load(Ordering::SeqCst);
            self.more(|seen| &seen.served, 50).await;
            if self.refused.load(Ordering::SeqCst) == refused {
                return;
            }
        }
    }
}

/// Opens a world whose clock follows the machine's, with its own Redis and the default timeout.
async fn world(redis: &PrivateRedis) -> (TestInstallation, JoinHandle<()>) {
    let url = redis.url();
    let settings = [
        ("IDP_REDIS_URL", url.as_str()),
        ("IDP_REDIS_MILLISECONDS", "180"),
    ];
    let world = TestInstallation::at(TestBackend::Redis, &settings).await;
    let clock = world.clock.clone();
    let ticking = spawn(async move {
        let real = Clock::system();
        let mut last = real.monotonic();
        loop {
            tokio::time::sleep(TICK).await;
            let now = real.monotonic();
            clock.advance(now.since(last));
            last = now;
        }
    });
    (world, ticking)
}

/// Signs a user in, with retries, because Redis on a busy machine may exceed the default timeout.
async fn signed_in(world: &TestInstallation) -> Browser {
    for number in 0..50 {
        let browser = world.browser();
        let email = format!("ann{number}@example.com");
        browser.ask(&email).await;
        let link = world.wait_for_email(&email, 1).await.link();
        browser.post(&link, &[]).await;
        if browser.cookie("tollgate.session-token").is_some() {
            return browser;
        }
    }
    panic!("no sign-in succeeded");
}

fn is_refused_fast(response: &BrowserResponse) -> bool {
    response.status == 503
        && response.header("retry-after") == "1"
        && response.set_cookies("tollgate.session-token").is_empty()
}

/// Reads the session until `stop` is set; returns the longest duration of a response.
async fn read(browser: Browser, seen: Arc<ResponseCounts>) -> Duration {
    let clock = Clock::system();
    let mut longest = Duration::ZERO;
    while !seen.stop.load(Ordering::SeqCst) {
        let sent = clock.monotonic();
        let response = browser.get(SESSION).await;
        longest = longest.max(clock.monotonic().since(sent));
        if is_refused_fast(&response) {
            seen.refused.fetch_add(1, Ordering::SeqCst);
        } else {
            assert_eq!(response.status, 200, "{response:?}");
            assert!(
                response.json().get("user").is_some(),
                "a signed-in user is reported as signed out"
            );
            seen.served.fetch_add(1, Ordering::SeqCst);
        }
    }
    longest
}

// row: session-6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis_killed_under_load_ends_no_session_and_service_recovers() {
    let mut redis = PrivateRedis::start().await;
    let (world, ticking) = world(&redis).await;
    let ann = signed_in(&world).await;
    let seen = Arc::new(ResponseCounts::default());
    let readers: Vec<_> = (0..READERS)
        .map(|_| {
            let browser = world.browser();
            browser.take_cookies_of(&ann);
            spawn(read(browser, Arc::clone(&seen)))
        })
        .collect();
    seen.more(|seen| &seen.served, 50).await;
    redis.kill();
    seen.more(|seen| &seen.refused, 50).await;
    redis.come_back().await;
    tokio::time::timeout(RECOVERY, seen.calm())
        .await
        .expect("full service within five seconds");
    seen.stop.store(true, Ordering::SeqCst);
    for reader in readers {
        let longest = reader.await.unwrap();
        assert!(longest < MAX_WAIT, "{longest:?}");
    }
    ticking.abort();
}

// row: session-6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis_that_hangs_costs_no_request_a_second() {
    let redis = PrivateRedis::start().await;
    let (world, ticking) = world(&redis).await;
    let ann = signed_in(&world).await;
    redis.freeze();
    let clock = Clock::system();
    for _ in 0..20 {
        let sent = clock.monotonic();
        let response = ann.get(SESSION).await;
        let took = clock.monotonic().since(sent);
        assert!(
            is_refused_fast(&response) && took < MAX_WAIT,
            "{took:?} {response:?}"
        );
    }
    redis.thaw();
    let back = async {
        while !ann.get(SESSION).await.body.contains("user") {
            tokio::time::sleep(TICK).await;
        }
    };
    tokio::time::timeout(RECOVERY, back)
        .await
        .expect("full service within five seconds");
    ticking.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn session_read_is_one_redis_command() {
    let redis = PrivateRedis::start().await;
    let url = redis.url();
    let world = TestInstallation::at(TestBackend::Redis, &[("IDP_REDIS_URL", url.as_str())]).await;
    let ann = world.signed_in("ann@example.com").await;
    let before = redis.commands().await;
    for _ in 0..10 {
        assert!(ann.is_signed_in().await);
    }
    assert_eq!(redis.commands().await, before + 10);
}

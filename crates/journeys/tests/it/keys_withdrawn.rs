//! A signing key is withdrawn on a live installation, under a stream of people's tokens: tokens of other keys never fail,
//! and those of the withdrawn key are refused at the product API within five minutes.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use foundation::testing::TestDatabase;
use idp::testing::tend_keys;
use reqwest::StatusCode;

use super::keys_rotate::{Installation, PATIENCE, STEP, Seen, begin, kid};

/// A look at the keys of the idp by every one of its servers: it takes a minute at most.
const A_LOOK: Duration = Duration::from_mins(1);

impl Installation {
    /// What the provider at the place says to a token.
    async fn userinfo(&self, place: usize, token: &str) -> StatusCode {
        let address = format!("{}/oauth/userinfo", self.addresses[place]);
        let request = self.http.get(address).bearer_auth(token);
        request.send().await.unwrap().status()
    }
}

/// Withdraws the key that signs now, while no token is on its way: whoever was signing in goes on. The second provider
/// looks within a minute.
async fn withdraw(here: &Installation, seen: &Seen) -> String {
    let moving = seen.gate.write().await;
    let token = here.token(0).await;
    let leaked = kid(&token);
    assert_eq!(here.verify(&token).await, StatusCode::OK, "the control");
    assert_eq!(here.userinfo(0, &token).await, StatusCode::OK);
    seen.withdrawn.lock().unwrap().insert(leaked.clone());
    here.ask_for_keys("DELETE", &format!("/{leaked}")).await;
    assert_eq!(here.userinfo(0, &token).await, StatusCode::UNAUTHORIZED);
    here.clock.advance(A_LOOK);
    tend_keys(&here.providers[1]).await.unwrap();
    assert_eq!(here.userinfo(1, &token).await, StatusCode::UNAUTHORIZED);
    drop(moving);
    token
}

/// Whoever presents the token five minutes later is refused: asking fetches the keys anew, beside the first request.
async fn is_refused_in_time(here: &Installation, seen: &Seen, token: &str) {
    let moving = seen.gate.write().await;
    here.clock.advance(STEP);
    drop(moving);
    let refusing = async {
        while here.verify(token).await != StatusCode::UNAUTHORIZED {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let in_time = tokio::time::timeout(PATIENCE, refusing).await;
    assert!(in_time.is_ok(), "a withdrawn key is believed for ever");
}

fn assert_each_by_another_key(tokens: &[&String]) {
    let kids: HashSet<_> = tokens.iter().map(|token| kid(token)).collect();
    assert_eq!(kids.len(), tokens.len(), "{kids:?}");
}

/// Withdraws the key that signs, while the stream goes on; gives a token of it, which is refused in time.
async fn withdrawn_in_time(here: &Installation, seen: &Seen) -> String {
    let token = withdraw(here, seen).await;
    seen.more().await;
    is_refused_in_time(here, seen, &token).await;
    seen.more().await;
    token
}

// row: C18
async fn keys_are_withdrawn_under_a_stream(here: Installation) {
    let here = Arc::new(here);
    let seen = Arc::new(Seen::default());
    let streams = begin(&here, &seen).await;
    seen.more().await;
    // The successor that was announced, and that everybody knows, signs in the place of the first key.
    assert_eq!(here.rotate().await, 3);
    seen.step(&here).await;
    let first = withdrawn_in_time(&here, &seen).await;
    // None was announced: a key that nobody has heard of signs, and is asked for with its first token.
    let second = withdrawn_in_time(&here, &seen).await;
    let third = here.token(0).await;
    assert_each_by_another_key(&[&first, &second, &third]);
    seen.is_over.store(true, Ordering::SeqCst);
    assert!(streams.stop(PATIENCE).await);
    seen.assert_nothing_refused();
    seen.assert_both_sign_anew();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let database = TestDatabase::sqlite(&idp::MIGRATIONS).await;
    keys_are_withdrawn_under_a_stream(Installation::on(database).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let database = TestDatabase::postgres(&idp::MIGRATIONS).await;
    keys_are_withdrawn_under_a_stream(Installation::on(database).await).await;
}

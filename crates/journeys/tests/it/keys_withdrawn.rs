//! Withdrawal of a signing key on a live installation, under a stream of users' tokens: tokens of other keys never
//! fail, and the product API refuses those of the withdrawn key within five minutes.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use foundation::on_both_engines;
use idp::testing::maintain_keys;
use reqwest::StatusCode;

use super::keys_rotate::{STEP, STREAM_TIMEOUT, StreamResults, TwoProviders, begin, kid};

/// Interval at which each server of the idp reads the keys.
const A_LOOK: Duration = Duration::from_mins(1);

impl TwoProviders {
    /// Returns the response of a provider to a token.
    async fn userinfo(&self, index: usize, token: &str) -> StatusCode {
        let address = format!("{}/oauth/userinfo", self.addresses[index]);
        let request = self.http.get(address).bearer_auth(token);
        request.send().await.unwrap().status()
    }
}

/// Withdraws the current signing key while no flow is in progress. The second provider reads the change within a minute.
async fn withdraw(here: &TwoProviders, seen: &StreamResults) -> String {
    let moving = seen.gate.write().await;
    let token = here.token(0).await;
    let leaked = kid(&token);
    assert_eq!(here.verify(&token).await, StatusCode::OK, "the control");
    assert_eq!(here.userinfo(0, &token).await, StatusCode::OK);
    seen.withdrawn.lock().unwrap().insert(leaked.clone());
    here.ask_for_keys("DELETE", &format!("/{leaked}")).await;
    assert_eq!(here.userinfo(0, &token).await, StatusCode::UNAUTHORIZED);
    here.clock.advance(A_LOOK);
    maintain_keys(&here.providers[1]).await.unwrap();
    assert_eq!(here.userinfo(1, &token).await, StatusCode::UNAUTHORIZED);
    drop(moving);
    token
}

/// Waits until the token is refused five minutes later: the first request starts a background fetch of the keys.
async fn is_refused_in_time(here: &TwoProviders, seen: &StreamResults, token: &str) {
    let moving = seen.gate.write().await;
    here.clock.advance(STEP);
    drop(moving);
    let refusing = async {
        while here.verify(token).await != StatusCode::UNAUTHORIZED {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let in_time = tokio::time::timeout(STREAM_TIMEOUT, refusing).await;
    assert!(in_time.is_ok(), "a withdrawn key is believed for ever");
}

fn assert_each_by_another_key(tokens: &[&String]) {
    let kids: HashSet<_> = tokens.iter().map(|token| kid(token)).collect();
    assert_eq!(kids.len(), tokens.len(), "{kids:?}");
}

/// Withdraws the signing key during the stream. Returns one of its tokens, which is refused in time.
async fn withdrawn_in_time(here: &TwoProviders, seen: &StreamResults) -> String {
    let token = withdraw(here, seen).await;
    seen.more().await;
    is_refused_in_time(here, seen, &token).await;
    seen.more().await;
    token
}

on_both_engines!(keys_are_withdrawn_under_a_stream);

// row: C18
async fn keys_are_withdrawn_under_a_stream(here: TwoProviders) {
    let here = Arc::new(here);
    let seen = Arc::new(StreamResults::default());
    let streams = begin(&here, &seen).await;
    seen.more().await;
    // The announced successor, which all servers know, replaces the first key.
    assert_eq!(here.rotate().await, 3);
    seen.step(&here).await;
    let first = withdrawn_in_time(&here, &seen).await;
    // No key was announced: an unknown key signs, and its first token makes the product API fetch the keys.
    let second = withdrawn_in_time(&here, &seen).await;
    let third = here.token(0).await;
    assert_each_by_another_key(&[&first, &second, &third]);
    seen.is_over.store(true, Ordering::SeqCst);
    assert!(streams.stop(STREAM_TIMEOUT).await);
    seen.assert_nothing_refused();
    seen.assert_both_use_new_keys();
}

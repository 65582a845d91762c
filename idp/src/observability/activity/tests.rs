//! Tests of recorded requests: limits, order, and removal of queries from URLs.

use std::collections::BTreeMap;

use foundation::Timestamp;
use futures_util::FutureExt;

use super::note::{stored_form, with_request_note};
use super::recorder::{ActivityRecorder, MAX_PER_CLIENT, RecordedEndpoint, RecordedRequest};
use super::{record_client, record_final_response};

fn request(second: i64, is_sign_in: bool) -> RecordedRequest {
    RecordedRequest {
        at: Timestamp::from_seconds(second),
        endpoint: RecordedEndpoint::Token,
        status: 200,
        error: None,
        redirect_uri: None,
        origin: None,
        uses_pkce: None,
        request_id: second.to_string(),
        is_sign_in,
        number: 0,
    }
}

#[test]
fn newest_requests_of_each_client_are_taken_once() {
    let activity = ActivityRecorder::default();
    for second in 0..200 {
        activity.add("busy", request(second, false));
    }
    activity.add("quiet", request(7, false));
    let batch = activity.take();
    let busy: Vec<_> = batch.by_client["busy"]
        .iter()
        .map(|one| one.at.seconds())
        .collect();
    assert_eq!(busy.len(), MAX_PER_CLIENT);
    assert_eq!((busy[0], busy[MAX_PER_CLIENT - 1]), (150, 199));
    assert_eq!(batch.by_client["quiet"].len(), 1);
    assert!(activity.take().is_empty());
}

#[test]
fn memory_of_many_clients_is_bounded() {
    let activity = ActivityRecorder::default();
    for client in 0..5000 {
        activity.add(&format!("client-{client}"), request(1, false));
    }
    activity.add("client-0", request(2, false));
    let batch = activity.take();
    assert_eq!(batch.by_client.len(), 1000);
    assert_eq!(batch.by_client["client-0"].len(), 2);
}

#[test]
fn every_server_writes_in_the_order_of_the_clients() {
    let activity = ActivityRecorder::default();
    for number in 0..100 {
        activity.add(&format!("client-{}", number * 37 % 100), request(1, true));
    }
    let batch = activity.take();
    assert_eq!(batch.by_client.len(), 100);
    assert!(batch.by_client.keys().is_sorted());
    assert!(batch.first.keys().is_sorted());
}

#[test]
fn first_sign_in_is_returned_once_and_put_back_after_a_failure() {
    let activity = ActivityRecorder::default();
    for second in [3, 4, 5] {
        activity.add("one", request(second, true));
    }
    let first = activity.take().first;
    assert_eq!(first["one"].seconds(), 3);
    activity.add("one", request(6, true));
    assert!(activity.take().first.is_empty());
    activity.put_back(first.clone());
    assert_eq!(activity.take().first, first);
}

/// Returns whether a request and whether a first sign-in has woken the writer since the last call.
fn woken(activity: &ActivityRecorder) -> (bool, bool) {
    let any = activity.any.notified().now_or_never();
    let first = activity.first.notified().now_or_never();
    (any.is_some(), first.is_some())
}

#[test]
fn writer_wakes_for_a_batch_and_for_each_first_sign_in() {
    let activity = ActivityRecorder::default();
    assert_eq!(woken(&activity), (false, false), "nothing came");
    activity.add("one", request(1, false));
    assert_eq!(woken(&activity), (true, false));
    activity.add("one", request(2, false));
    assert_eq!(woken(&activity), (false, false), "that is known");
    activity.add("one", request(3, true));
    assert_eq!(woken(&activity), (false, true));
    activity.add("one", request(4, true));
    assert_eq!(woken(&activity), (false, false), "not the first");
    let first = activity.take().first;
    activity.add("one", request(5, false));
    assert_eq!(woken(&activity), (true, false), "there is something again");
    activity.take();
    activity.put_back(BTreeMap::new());
    assert_eq!(woken(&activity), (false, false));
    activity.put_back(first);
    assert_eq!(woken(&activity), (true, false), "it is tried again");
}

#[test]
fn stored_url_ends_with_its_path() {
    let long = format!("https://a.example/{}", "x".repeat(400));
    let cut = format!("{}\u{2026}", long.get(..300).unwrap());
    let rows = [
        ("https://a.example/cb", "https://a.example/cb"),
        (
            "https://a.example/cb?code=secret",
            "https://a.example/cb\u{2026}",
        ),
        (
            "https://a.example/cb#token=secret",
            "https://a.example/cb\u{2026}",
        ),
        ("https://a.example/\u{0}\ncb", "https://a.example/cb"),
        ("?x", "\u{2026}"),
        ("", ""),
        (&long, &cut),
    ];
    for (text, expected) in rows {
        assert_eq!(stored_form(text), expected, "{text}");
    }
}

#[tokio::test]
async fn error_note_belongs_to_its_request() {
    record_final_response();
    let ((), one) = with_request_note(async { record_client("one") }).await;
    let ((), other) = with_request_note(async { record_final_response() }).await;
    assert_eq!(one.client_id.as_deref(), Some("one"));
    assert!(!one.is_final && other.is_final && other.client_id.is_none());
}

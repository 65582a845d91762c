//! HTTP/2 connections that flood (attack J6): the server ends each of them, and serves the others.

use std::time::Duration;

use foundation::http::Timeouts;
use poem::endpoint::{BoxEndpoint, make_sync};
use poem::{EndpointExt, IntoResponse, Response};
use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::http2::{
    Frame, Http2Server, LONG_TIMEOUTS, PREFACE, REQUEST, SETTINGS, WHOLE, frame, kind,
    read_response, say,
};

/// More frames of this kind than any honest connection sends.
pub(crate) const MANY: u32 = 200_000;

/// Returns the n-th message of a flood.
pub(crate) type FrameFlood = fn(u32) -> Vec<u8>;

/// Returns a request that is reset at once (CVE-2023-44487).
pub(crate) fn reset(n: u32) -> Vec<u8> {
    let stream = 2 * n + 1;
    let mut both = frame(kind::HEADERS, WHOLE, stream, &REQUEST);
    both.extend(frame(kind::RESET, 0, stream, &8_u32.to_be_bytes()));
    both
}

/// Returns a header that never ends (CVE-2024-27316).
pub(crate) fn continuation(n: u32) -> Vec<u8> {
    match n {
        0 => frame(kind::HEADERS, 1, 1, &REQUEST),
        _ => frame(kind::CONTINUATION, 0, 1, &[0x40, 1, b'a', 1, b'b']),
    }
}

/// Returns settings, each of which requires a response (CVE-2019-9515).
pub(crate) fn settings(_n: u32) -> Vec<u8> {
    frame(kind::SETTINGS, 0, 0, &[0, 4, 0, 0, 0xff, 0xff])
}

/// Returns a header that the table keeps: its name and value, and 32 bytes more (RFC 7541 section 4.1), are 4,001.
pub(crate) fn table_header() -> Vec<u8> {
    [
        &REQUEST[..],
        &[0x40, 1, b'a', 0x7f, 0x81, 0x1e],
        &[b'b'; 3_968],
    ]
    .concat()
}

/// Returns a request that names this header repeatedly, by one byte each.
pub(crate) fn naming(times: usize) -> Vec<u8> {
    [&REQUEST[..], &vec![0xbf; times]].concat()
}

pub(crate) fn honest() -> BoxEndpoint<'static, Response> {
    make_sync(|_| "honest".into_response()).boxed()
}

fn is_honest(frames: &[Frame]) -> bool {
    frames
        .iter()
        .any(|frame| frame.kind == kind::DATA && frame.payload == b"honest")
}

/// Returns the beginning of a connection, with one setting.
fn opening(setting: u16, value: u32) -> Vec<u8> {
    let settings = [&setting.to_be_bytes()[..], &value.to_be_bytes()].concat();
    [PREFACE, &frame(kind::SETTINGS, 0, 0, &settings)].concat()
}

impl Http2Server {
    /// Floods. Returns the number of accepted messages, 0 if the server closed the connection between two of them.
    pub(crate) async fn flood(&self, wave: FrameFlood, most: u32) -> u32 {
        let (mut reader, writer) = tokio::io::split(self.connect().await);
        let hanging_up = async {
            let _ended = tokio::io::copy(&mut reader, &mut tokio::io::sink()).await;
        };
        tokio::select! {
            sent = send_waves(writer, wave, most) => sent,
            () = hanging_up => 0,
        }
    }

    /// Sends one honest request on a connection of its own.
    pub(crate) async fn is_served(&self) -> bool {
        let mut stream = self.connect().await;
        say(
            &mut stream,
            &[
                PREFACE,
                &SETTINGS,
                &frame(kind::HEADERS, WHOLE, 1, &REQUEST),
            ]
            .concat(),
        )
        .await;
        is_honest(&read_response(&mut stream, 1).await)
    }
}

/// Sends messages until one is not accepted. Returns the number of accepted ones.
pub(crate) async fn send_waves(
    mut writer: impl AsyncWrite + Unpin,
    wave: FrameFlood,
    most: u32,
) -> u32 {
    let opening = [PREFACE, &SETTINGS].concat();
    if writer.write_all(&opening).await.is_err() {
        return 0;
    }
    for n in 0..most {
        let is_taken = writer.write_all(&wave(n)).await.is_ok();
        if !is_taken || writer.flush().await.is_err() {
            return n;
        }
    }
    most
}

// row: J6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_2_floods_end_their_connection_and_no_other() {
    let server = Http2Server::open(LONG_TIMEOUTS, honest()).await;
    assert!(server.is_served().await, "the control");
    let floods: [(&str, FrameFlood); 2] = [("resets", reset), ("continuations", continuation)];
    for (name, wave) in floods {
        let (sent, is_served) = tokio::join!(server.flood(wave, MANY), server.is_served());
        assert!(sent < MANY, "{name}: {sent} waves were taken");
        assert!(is_served, "{name}: others are served meanwhile");
    }
    assert!(server.is_served().await, "and afterwards");
}

// row: J6
/// A client that only sends settings is cut at the time limit for a request, however much it sends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_without_a_request_end_with_the_time_for_one() {
    let limit = Duration::from_secs(1);
    let timeouts = Timeouts {
        header: limit,
        idle: limit,
        ..LONG_TIMEOUTS
    };
    let server = Http2Server::open(timeouts, honest()).await;
    let sent = server.flood(settings, u32::MAX).await;
    assert!(sent < u32::MAX);
}

// row: J6
/// A compressed header counts with its decompressed size.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn table_of_headers_makes_no_request_longer_than_the_limit() {
    let server = Http2Server::open(LONG_TIMEOUTS, honest()).await;
    for (times, is_served) in [(4, true), (5, false), (4_000, false)] {
        let mut stream = server.connect().await;
        let first = frame(kind::HEADERS, WHOLE, 1, &table_header());
        say(&mut stream, &[PREFACE, &SETTINGS, &first].concat()).await;
        assert!(
            is_honest(&read_response(&mut stream, 1).await),
            "the table is filled"
        );
        say(&mut stream, &frame(kind::HEADERS, WHOLE, 3, &naming(times))).await;
        let response = read_response(&mut stream, 3).await;
        assert_eq!(is_honest(&response), is_served, "{times} times 4,001 bytes");
        assert!(server.is_served().await, "others are served meanwhile");
    }
}

// row: J1
/// J1: as many short headers as fit into the maximum size.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_2_headers_are_bounded_in_number() {
    let server = Http2Server::open(LONG_TIMEOUTS, honest()).await;
    let field = [0, 1, b'a', 1, b'b'];
    for (times, is_served) in [(20, true), (90, true), (200, false)] {
        let mut stream = server.connect().await;
        let block = [&REQUEST[..], &field.repeat(times)].concat();
        let request = frame(kind::HEADERS, WHOLE, 1, &block);
        say(&mut stream, &[PREFACE, &SETTINGS, &request].concat()).await;
        let response = read_response(&mut stream, 1).await;
        assert_eq!(is_honest(&response), is_served, "{times}");
    }
}

// row: J6
/// A client's limit for the size of our header table does not force us to keep one of that size.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn header_table_size_is_bounded() {
    let server = Http2Server::open(LONG_TIMEOUTS, honest()).await;
    let header_table_size = 1;
    for (size, is_changed) in [(0, true), (4_096, false), (u32::MAX, false)] {
        let mut stream = server.connect().await;
        let request = frame(kind::HEADERS, WHOLE, 1, &REQUEST);
        say(
            &mut stream,
            &[opening(header_table_size, size), request].concat(),
        )
        .await;
        let response = read_response(&mut stream, 1).await;
        assert!(is_honest(&response));
        let headers = response.iter().find(|frame| frame.kind == kind::HEADERS);
        // A table of another size than 4,096 is announced before the first header (RFC 7541 section 6.3).
        let first = headers.and_then(|frame| frame.payload.first()).unwrap();
        assert_eq!(first & 0xe0 == 0x20, is_changed, "{size}");
    }
}

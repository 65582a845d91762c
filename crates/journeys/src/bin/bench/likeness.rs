//! F1 by time: a two-sample test checks that the times of refusals do not distinguish known from unknown addresses.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::flood::{connect, millis, quantile};
use crate::load::{now, read_any};
use crate::sign_in::{Guard, foreign_hash_user, person};

/// Attempts of each kind; an account allows ten wrong ones.
const TRIES: usize = 512;
/// Distance that two samples of one distribution exceed once in a thousand times (Kolmogorov-Smirnov): 1.95 times the
/// root of two over the attempts.
const FURTHEST: f64 = 0.122;

/// Tries wrong passwords in turns, prints, and compares with the limit.
pub(crate) async fn run(address: SocketAddr, guard: &Guard) {
    let mut stream = connect(address).await;
    let mut buffer = Vec::new();
    let (mut known, mut unknown, mut foreign) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..TRIES {
        let nobody = format!("nobody-{}@example.com", number % 64);
        for (email, times) in [
            (person(number), &mut known),
            (nobody, &mut unknown),
            (foreign_hash_user(number), &mut foreign),
        ] {
            let request = guard.try_password(&email, "wrong+password+here", number);
            times.push(ask(&mut stream, &mut buffer, &request).await);
        }
    }
    let (apart, seen) = (distance(&known, &unknown), distance(&known, &foreign));
    println!(
        "\nrefusals of {TRIES} tries each: known p50 {:.2} ms, unknown p50 {:.2} ms, distance {apart:.3}: {} (one distribution: at most {FURTHEST})",
        millis(quantile(&known, 50)),
        millis(quantile(&unknown, 50)),
        if apart <= FURTHEST {
            "alike"
        } else {
            "they differ"
        },
    );
    println!("the control, other systems' hashes that were never renewed: distance {seen:.3}");
    assert!(seen > FURTHEST, "this test sees no difference where one is");
}

async fn ask(stream: &mut TcpStream, buffer: &mut Vec<u8>, request: &str) -> Duration {
    let sent = now();
    stream.write_all(request.as_bytes()).await.expect("sending");
    let response = read_any(stream, buffer).await;
    assert!(response.starts_with("http/1.1 401"), "{response}");
    sent.elapsed()
}

/// Returns the maximum distance between two distributions with equally many times.
fn distance(one: &[Duration], other: &[Duration]) -> f64 {
    let share = |times: &[Duration], most: Duration| {
        let within = times.iter().filter(|time| **time <= most).count();
        within as f64 / times.len() as f64
    };
    let bounds = one.iter().chain(other);
    bounds
        .map(|bound| (share(one, *bound) - share(other, *bound)).abs())
        .fold(0.0, f64::max)
}

//! One password hash alone, on the server's core: the lower bound of the time of a password sign-in.

use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, Version};

use crate::figures::Figures;
use crate::flood::{millis, quantile};
use crate::load::now;
use crate::pinned;

/// Parameters of the idp: 19 MiB, two passes, one lane.
const COST: (u32, u32, u32) = (19_456, 2, 1);
const TIMES: usize = 11;

/// Measures several hashes in a row.
pub(crate) fn measure() -> Vec<Duration> {
    pinned::pin_server(std::process::id());
    let (memory, passes, lanes) = COST;
    let parameters = Params::new(memory, passes, lanes, Some(32)).expect("parameters");
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
    let times = (0..TIMES)
        .map(|_| {
            let mut hash = [0; 32];
            let started = now();
            let made =
                argon2.hash_password_into(b"kiln tugboat 40", b"0123456789abcdef", &mut hash);
            made.expect("a hash");
            started.elapsed()
        })
        .collect();
    pinned::pin_this_process();
    times
}

/// Prints the server's work in addition to the hash of each password sign-in; the goal is 2 ms. The hashes are from the
/// same turns, because other virtual machines share the memory bandwidth.
pub(crate) fn print(hashes: &[Duration], password: &Figures) {
    let one = millis(quantile(hashes, 50));
    // Seconds for a thousand are milliseconds for one.
    let all = password.cpu();
    println!(
        "\none hash {one:.2} ms; a password sign-in {all:.2} ms of processor: {:.2} ms beside the hash (goal 2)",
        all - one
    );
}

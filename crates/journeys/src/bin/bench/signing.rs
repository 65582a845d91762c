//! Raw ES256 signatures on the server's core: what an answer that is signed cannot be quicker than.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};

use crate::figures::Figures;
use crate::load::now;
use crate::pinned;
use crate::provider::{CLIENT_CREDENTIALS, CODE_FLOW, REFRESH};

const SIGNATURES: usize = 20_000;
/// As long as the signed part of an access token.
const MESSAGE: [u8; 512] = [b'a'; 512];

/// How many a second.
#[expect(
    clippy::disallowed_methods,
    reason = "this program signs for nobody, only to measure"
)]
pub(crate) fn measure() -> f64 {
    pinned::pin_server(std::process::id());
    let random = SystemRandom::new();
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
    let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).expect("a key");
    let started = now();
    for _signature in 0..SIGNATURES {
        let signature = key.sign(&random, &MESSAGE).expect("a signature");
        assert_eq!(signature.as_ref().len(), 64);
    }
    let rate = SIGNATURES as f64 / started.elapsed().as_secs_f64();
    pinned::pin_this_process();
    rate
}

/// What share of the raw rate the answers that are signed reach; a user's have two signatures.
pub(crate) fn print(raw: f64, all: &[Figures]) {
    println!("\nraw ES256: {raw:.0} signatures/s on the server's core");
    for (name, signatures) in [(CLIENT_CREDENTIALS, 1.0), (CODE_FLOW, 2.0), (REFRESH, 2.0)] {
        let Some(figures) = all.iter().find(|figures| figures.name == name) else {
            continue;
        };
        println!(
            "{name}: {:.3} of it, with {signatures:.0} signature(s) an answer",
            figures.rate() * signatures / raw
        );
    }
}

//! Raw ES256 signatures on the server's core: the lower bound of the time of a signed response.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};

use crate::load::now;
use crate::pinned;

/// A tenth of a second's work, so that it is short compared with a turn.
const SIGNATURES: usize = 4_000;
/// As long as the signed part of an access token.
const MESSAGE: [u8; 512] = [b'a'; 512];

/// Returns the signatures per second, with the library that signs our tokens.
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

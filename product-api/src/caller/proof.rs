//! Proofs of possession (RFC 9449): each request with a bound token is signed by the key that the token is bound to.

use foundation::Failure;
use foundation::dpop::{DpopProof, Nonce, ProofRefusal, ProofRequirements, verify};
use poem::Request;
use poem::http::HeaderMap;

use super::store;
use crate::app::App;
use crate::problem::{Kind, Problem};

const HEADER: &str = "dpop";

/// Checks that a request proves the key of its token, with a proof that was not used before.
pub(super) async fn check(
    app: &App,
    request: &Request,
    token: &str,
    bound_to: &str,
) -> Result<(), Problem> {
    let proof = presented(request.headers()).ok_or_else(refused)?;
    let now = app.clock.now();
    let path = request.original_uri().path();
    let demanded = ProofRequirements {
        method: request.method().as_str(),
        address: &format!("{}{path}", app.config.issuer.public_origin()),
        access_token: Some(token),
        now,
        sealer: &app.sealer,
    };
    let proof = verify(proof, &demanded).map_err(|refusal| {
        tracing::debug!(%refusal, "a proof of possession was refused");
        if refusal == ProofRefusal::WrongTime {
            not_now(app)
        } else {
            refused()
        }
    })?;
    if proof.thumbprint != bound_to {
        return Err(refused());
    }
    if use_once(app, &proof).await? {
        Ok(())
    } else {
        tracing::warn!("a proof of possession was used twice");
        Err(refused())
    }
}

/// Marks a proof as used; of all concurrent requests, on any replica, one succeeds.
async fn use_once(app: &App, proof: &DpopProof) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_first = store::use_proof(&mut db, &proof.digest, proof.kept_until).await?;
    transaction.commit().await?;
    Ok(is_first)
}

/// Returns the proof of a request, if it has exactly one.
fn presented(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(HEADER).iter();
    let first = all.next()?;
    match all.next() {
        None => first.to_str().ok(),
        Some(_) => None,
    }
}

fn refused() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "The DPoP proof is missing, malformed, not for this request, method, token and key, or used.",
    )
    .for_proof()
}

/// Returns a nonce, which a client with a wrong clock can send instead of the time (RFC 9449 section 9).
fn not_now(app: &App) -> Problem {
    Nonce::new(&app.sealer, app.clock.now()).map_or_else(Problem::from, |nonce| {
        Problem::new(
            Kind::Unauthenticated,
            "The DPoP proof is older than a minute or of the future. Make one that names the nonce of the DPoP-Nonce header.",
        )
        .with_nonce(nonce)
    })
}

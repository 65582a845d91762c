//! Identifies a caller: extracts the credential, verifies it, and refuses every bad one with the same response.

use foundation::secret::digest;
use foundation::{Failure, Timestamp};
use poem::Request;

use super::caller::Caller;
use super::credential::{Credential, CredentialError, KEY_PURPOSE, find};
use super::proof;
use super::store::{self, KnownKey};
use super::token::VerifiedToken;
use super::uses::MIN_USE_INTERVAL;
use super::view::seen_as;
use crate::app::App;
use crate::limits::RateLimitSlot;
use crate::problem::{Kind, Problem};

/// Returns the verified caller of a request; every guard starts here.
pub(crate) async fn identify(app: &App, request: &Request) -> Result<Caller, Problem> {
    let caller = from_credential(app, request).await?;
    seen_as(app, request, caller)
}

async fn from_credential(app: &App, request: &Request) -> Result<Caller, Problem> {
    match find(request) {
        Ok(Credential::Key(key)) => from_key(app, request, &key).await,
        // The future is boxed, so that requests of back ends do not carry the state of token verification.
        Ok(Credential::Token(token)) => Box::pin(from_token(app, &token)).await,
        Ok(Credential::Bound(token)) => Box::pin(from_bound_token(app, request, &token)).await,
        Err(CredentialError::Absent) => Err(Problem::without_credential(
            "Send an Authorization header with a bearer credential.",
        )),
        Err(CredentialError::Malformed) => Err(invalid_credential()),
        Err(CredentialError::InQuery) => Err(Problem::without_credential(
            "A credential in the address ends up in logs and histories. Treat it as lost, and send a fresh one in the Authorization header.",
        )),
    }
}

/// Verifies a bearer token; refuses one that is bound to a key (RFC 9449 section 7.2).
async fn from_token(app: &App, token: &str) -> Result<Caller, Problem> {
    let verified = app.verifier.verify(token).await?;
    if verified.bound_to().is_some() {
        return Err(invalid_credential());
    }
    Ok(Caller::from_verified(verified))
}

/// Verifies a token with a proof of the key that it is bound to.
async fn from_bound_token(app: &App, request: &Request, token: &str) -> Result<Caller, Problem> {
    let verified = match app.verifier.verify(token).await {
        Ok(verified) => verified,
        Err(problem) => return Err(problem.for_bound_token()),
    };
    let bound_to = verified
        .bound_to()
        .ok_or_else(|| invalid_credential().for_bound_token())?;
    proof::check(app, request, token, bound_to).await?;
    Ok(Caller::from_verified(verified))
}

impl Caller {
    fn from_verified(verified: VerifiedToken) -> Self {
        match verified {
            VerifiedToken::User(user) => Self::User(user),
            VerifiedToken::Program(program) => Self::Program(program),
        }
    }
}

async fn from_key(app: &App, request: &Request, key: &str) -> Result<Caller, Problem> {
    let now = app.clock.now();
    let known = app.api_keys.ask(&digest(KEY_PURPOSE, key)).await?;
    let known = known
        .filter(|known| known.is_usable(now))
        .ok_or_else(invalid_credential)?;
    app.limits
        .check_key(known.id(), request.data::<RateLimitSlot>())?;
    note_use(app, &known, now);
    Ok(Caller::Key(known.key().clone()))
}

/// Stores the time of the key's use in the background: no request waits for it or fails by it. The row shows the uses that
/// other replicas have stored.
fn note_use(app: &App, known: &KnownKey, now: Timestamp) {
    let noted = now.minus(MIN_USE_INTERVAL);
    if known.last_used_at().is_some_and(|at| at > noted) || !app.uses.is_due(known.id()) {
        return;
    }
    let (database, id) = (app.database.clone(), known.id().to_owned());
    app.background.start("recording a key's use", async move {
        let written: Result<(), Failure> = async {
            let mut transaction = database.begin().await?;
            store::note_use(&mut transaction.connection(), &id, now, noted).await?;
            transaction.commit().await
        }
        .await;
        if let Err(failure) = written {
            tracing::warn!(%failure, "an API key's use was not noted");
        }
    });
}

/// Returns the one refusal of every bad credential: the reason would help an attacker.
pub(super) fn invalid_credential() -> Problem {
    unauthenticated("The credential is malformed, expired, revoked, or not for this service.")
}

fn unauthenticated(detail: &str) -> Problem {
    Problem::new(Kind::Unauthenticated, detail)
}

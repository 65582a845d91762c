//! Proof of another email address for a signed-in user; link and code are valid for that user and address only.

use foundation::secret::digest;
use foundation::{Connection, Failure, id};

use super::delivery::EmailKind;
use super::email::address_email;
use super::link::typed_code;
use super::store::outbox::ContainedLink;
use super::store::proofs::StoredProof;
use super::{budget, store};
use crate::app::App;
use crate::http::network::Network;
use crate::protocol::repeated_requests::{self, RepeatKey};
use foundation::EmailAddress;

/// Proof of an address that the user returns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AddressProof<'a> {
    /// Token of the email's link.
    Link(&'a str),
    /// The email's code, as the user typed it.
    Code(&'a str),
}

/// Returns the digest that is stored instead of a token.
fn digest_of(token: &str) -> String {
    digest("address-proof", token)
}

/// Purpose of the MAC that is stored instead of a code.
const CODE: &str = "address-proof-code";

/// Returns the MAC's input, which binds a code to the user who requested it.
fn bound_to(user_id: &str, code: &str) -> String {
    format!("{user_id}|{code}")
}

/// Request for an email that proves an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofRequest<'a> {
    /// The signed-in user.
    pub(crate) user_id: &'a str,
    /// Normalised address.
    pub(crate) to: &'a EmailAddress,
    /// Network of the request.
    pub(crate) network: Network,
    /// Key of the request, if the browser may send it twice.
    pub(crate) repeat: Option<&'a RepeatKey>,
}

/// Queues the email in the caller's transaction. Returns false if a mail budget is used up, or if the browser repeats the
/// request and the first email's proof is still unused: a new code would replace it. The caller then rolls back and
/// responds as after a success.
pub(crate) async fn queue_proof(
    app: &App,
    db: &mut Connection<'_>,
    request: ProofRequest<'_>,
) -> Result<bool, Failure> {
    let ProofRequest { user_id, to, .. } = request;
    let (now, lifetime) = (app.clock.now(), app.config.mail.link_lifetime);
    let (token, code) = (app.random.hex()?, app.random.six_digits()?);
    let issuer = &app.config.base.issuer;
    let link = format!("{issuer}/api/auth/account/email/confirm?token={token}");
    let email = address_email(to, app.config.base.host(), &link, &code, lifetime)?;
    let stored = StoredProof {
        token: digest_of(&token),
        identifier: to.as_str().to_owned(),
        code: app.sealer.mac(CODE, &bound_to(user_id, &code))?,
    };
    // Writes the proof before the budgets, in the same order as `take_proof`, so that the two cannot deadlock. Its lock
    // makes concurrent requests of the user wait.
    if let Some(last) = store::proofs::insert(db, user_id, &stored, now.plus(lifetime)).await? {
        if is_repeated(app, db, request.repeat, &last).await? {
            return Ok(false);
        }
        store::proofs::replace(db, user_id, &stored, now.plus(lifetime)).await?;
    }
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    let contained = ContainedLink {
        token: "",
        expires_at: now.plus(lifetime),
    };
    let entry = app
        .mail
        .outbox_message(mail_id, EmailKind::AddressProof, &email, contained)?;
    store::outbox::insert(db, &entry, now).await?;
    if let Some(key) = request.repeat {
        repeated_requests::remember(
            app,
            db,
            key,
            &stored.token,
            repeated_requests::MAIL_LIFETIME,
        )
        .await?;
    }
    budget::take(app, db, to.as_str(), request.network).await
}

/// Returns true if the browser sent the same request some seconds ago and the user's last proof is that request's.
async fn is_repeated(
    app: &App,
    db: &mut Connection<'_>,
    key: Option<&RepeatKey>,
    last: &str,
) -> Result<bool, Failure> {
    let Some(key) = key else {
        return Ok(false);
    };
    let first = repeated_requests::find::<String>(app, db, key).await?;
    Ok(first.as_deref() == Some(last))
}

/// Uses up a link or a code that was sent to this user; returns the proven address. The caller commits after a wrong
/// code too, because the attempt counts.
pub(crate) async fn take_proof(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    proof: AddressProof<'_>,
) -> Result<Option<String>, Failure> {
    let now = app.clock.now();
    let proven = match proof {
        AddressProof::Link(token) => {
            store::proofs::take(db, &digest_of(token), user_id, now).await?
        }
        AddressProof::Code(typed) => take_by_code(app, db, user_id, typed).await?,
    };
    if let Some(email) = &proven {
        // Deletes in the same order as a sign-in, so that the two cannot deadlock.
        store::guesses::forget(db, email).await?;
        store::budgets::forget(db, email).await?;
    }
    Ok(proven)
}

/// Checks a code, if the email and its address have attempts left.
async fn take_by_code(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    typed: &str,
) -> Result<Option<String>, Failure> {
    let now = app.clock.now();
    let Some(stored) = store::proofs::count_try(db, user_id, now).await? else {
        return Ok(None);
    };
    if !store::guesses::take(db, &stored.identifier, now).await? {
        tracing::warn!("an address had too many codes tried; it is proven by links only");
        metrics::counter!("idp_code_guesses_refused_total").increment(1);
        return Ok(None);
    }
    let bound = bound_to(user_id, &typed_code(typed).unwrap_or_default());
    if !app.sealer.has_mac(CODE, &bound, &stored.code)? {
        return Ok(None);
    }
    store::proofs::take(db, &stored.token, user_id, now).await
}

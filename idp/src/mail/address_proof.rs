//! Proving another address for a user who is signed in: the link counts for that user and that address only.

use foundation::secret::digest;
use foundation::{Connection, Failure, id};

use super::address::Address;
use super::letter::address_letter;
use super::link::BUDGET_WINDOW;
use super::store;
use super::store::proofs::KeptProof;
use crate::app::App;

/// What is kept instead of a token.
fn digest_of(token: &str) -> String {
    digest("address-proof", token)
}

/// Queues the letter with a link in the caller's transaction. An address that got enough mails of late gets none, and
/// nobody sees the difference.
pub(crate) async fn queue_proof(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    to: &Address,
) -> Result<(), Failure> {
    let (now, life) = (app.clock.now(), app.config.mail.link_life);
    if !store::budgets::take(db, to.as_str(), now, now.minus(BUDGET_WINDOW)).await? {
        metrics::counter!("idp_mail_total", "outcome" => "over_budget").increment(1);
        return Ok(());
    }
    let token = app.random.hex()?;
    let issuer = &app.config.base.issuer;
    let link = format!("{issuer}/api/auth/account/email/confirm?token={token}");
    let letter = address_letter(to, issuer, &link, life)?;
    let kept = KeptProof {
        token: &digest_of(&token),
        user_id,
        identifier: to.as_str(),
        expires_at: now.plus(life),
    };
    store::proofs::put(db, kept).await?;
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    let parcel = app.mail.parcel(mail_id, &letter, "", now.plus(life))?;
    store::outbox::insert(db, &parcel, now).await
}

/// Takes a link that was sent for this user; gives the proven address.
pub(crate) async fn take_proof(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    token: &str,
) -> Result<Option<String>, Failure> {
    let now = app.clock.now();
    let proven = store::proofs::take(db, &digest_of(token), user_id, now).await?;
    if let Some(email) = &proven {
        store::budgets::forget(db, email).await?;
    }
    Ok(proven)
}

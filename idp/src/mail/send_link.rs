//! Sending a sign-in link and its code: both are stored with the letter, and the outbox does the rest.

use foundation::{Failure, id};

use super::delivery::Kind;
use super::letter::sign_in_letter;
use super::link::{KeptLink, attempt_digest, bound_code, fresh_link};
use super::{budget, store};
use crate::app::App;
use crate::network::Network;
use foundation::EmailAddress;

/// A person's wish for a sign-in mail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkRequest<'a> {
    /// The normalised address.
    pub(crate) to: &'a EmailAddress,
    /// Where sign-in leads to, absolute and checked.
    pub(crate) callback_url: &'a str,
    /// The secret of the browser that asks: the code counts there only.
    pub(crate) attempt: &'a str,
    /// Where it asks from.
    pub(crate) network: Network,
}

/// Queues the mail, unless the address, the network or everybody together got enough of them of late: then it gives
/// false, and the browser must not see the difference. Nothing here depends on whether the address is known, and nothing waits for a mail server.
pub(crate) async fn send_link(app: &App, request: LinkRequest<'_>) -> Result<bool, Failure> {
    let now = app.clock.now();
    let link = fresh_link(app.random.hex()?, request.to, request.callback_url);
    let code = app.random.six_digits()?;
    let issuer = &app.config.base.issuer;
    let host = app.config.base.host();
    let life = app.config.mail.link_life;
    let address = format!("{issuer}{}", link.path());
    let letter = sign_in_letter(request.to, host, &address, &code, life)?;
    let kept = KeptLink {
        token: link.digest(),
        identifier: link.email,
        attempt: attempt_digest(request.attempt),
        code: app
            .sealer
            .mac("sign-in-code", &bound_code(request.attempt, &code))?,
        callback_url: app.sealer.seal("callback-url", request.callback_url)?,
        created_at: now,
        expires_at: now.plus(life),
    };
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    let letter = (Kind::SignInLink, &letter);
    let parcel = app
        .mail
        .parcel(mail_id, letter, (&kept.token, kept.expires_at))?;

    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // First, because it lets one request for an address in at a time; what follows is done in every case, so that the
    // work tells nobody what came of it.
    let is_left = budget::take_of_address(app, &mut db, &kept.identifier).await?;
    store::links::insert(&mut db, &kept).await?;
    store::outbox::insert(&mut db, &parcel, now).await?;
    let reached = budget::take_shared(app, &mut db, request.network).await?;
    if !budget::told((!is_left).then_some("address").or(reached)) {
        transaction.rollback().await?;
        return Ok(false);
    }
    transaction.commit().await?;
    app.mail.wake();
    Ok(true)
}

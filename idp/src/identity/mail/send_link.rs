//! Sending a sign-in link and its code: one transaction stores them with the email, and the outbox delivers it.

use foundation::{Connection, Failure, id};

use super::delivery::EmailKind;
use super::email::{SignInEmail, sign_in_email};
use super::email_brand::EmailBrand;
use super::link::{StoredLink, attempt_digest, bound_code, new_link};
use super::store::outbox::ContainedLink;
use super::{budget, store};
use crate::app::App;
use crate::http::network::Network;
use crate::protocol::repeated_requests::{self, MAIL_LIFETIME, RepeatKey};
use foundation::EmailAddress;

/// A user's request for a sign-in email.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkRequest<'a> {
    /// Normalised address.
    pub(crate) to: &'a EmailAddress,
    /// Absolute, validated URL to which the sign-in leads.
    pub(crate) callback_url: &'a str,
    /// Secret of the requesting browser: the code is valid only there.
    pub(crate) attempt: &'a str,
    /// The website to which the user signs in, if one sent the request.
    pub(crate) site: Option<&'a EmailBrand>,
    /// Network of the request.
    pub(crate) network: Network,
    /// Key of the request, if the browser may send it twice.
    pub(crate) repeat: Option<&'a RepeatKey>,
}

/// Outcome of a request for an email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SendLinkOutcome {
    /// The email is in the outbox.
    Queued,
    /// The browser sent this request some seconds ago; the code is valid with that request's secret.
    Repeated {
        /// Secret of the first request.
        attempt: String,
    },
    /// The address, the network or the installation had too many emails.
    OverBudget,
}

/// Queues the email. Returns [`SendLinkOutcome::OverBudget`] if a budget of the address, the network or the installation is
/// used up; the response to the browser must not differ. Nothing here depends on the address being known, and nothing
/// waits for a mail server.
pub(crate) async fn send_link(
    app: &App,
    request: LinkRequest<'_>,
) -> Result<SendLinkOutcome, Failure> {
    let now = app.clock.now();
    let link = new_link(app.random.hex()?, request.to, request.callback_url);
    let code = app.random.six_digits()?;
    let issuer = &app.config.base.issuer;
    let lifetime = app.config.mail.link_lifetime;
    let address = format!("{issuer}{}", link.path());
    let about = SignInEmail {
        host: app.config.base.host(),
        site: request.site,
        link: &address,
        code: &code,
        lifetime,
    };
    let email = sign_in_email(request.to, about)?;
    let stored = StoredLink {
        token: link.digest(),
        identifier: link.email,
        attempt: attempt_digest(request.attempt),
        code: app
            .sealer
            .mac("sign-in-code", &bound_code(request.attempt, &code))?,
        callback_url: app.sealer.seal("callback-url", request.callback_url)?,
        created_at: now,
        expires_at: now.plus(lifetime),
    };
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    let contained = ContainedLink {
        token: &stored.token,
        expires_at: stored.expires_at,
    };
    let entry = app
        .mail
        .outbox_message(mail_id, EmailKind::SignInLink, &email, contained)?;

    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Runs first, because its lock serializes requests for an address. The following steps run in every case, so that
    // their duration reveals nothing.
    let is_left = budget::take_of_address(app, &mut db, &stored.identifier).await?;
    if let Some(attempt) = find_first(app, &mut db, request.repeat).await? {
        transaction.rollback().await?;
        return Ok(SendLinkOutcome::Repeated { attempt });
    }
    store::links::insert(&mut db, &stored).await?;
    store::outbox::insert(&mut db, &entry, now).await?;
    let reached = budget::take_shared(app, &mut db, request.network, &stored.identifier).await?;
    if !budget::log_exhausted((!is_left).then_some("address").or(reached)) {
        transaction.rollback().await?;
        return Ok(SendLinkOutcome::OverBudget);
    }
    if let Some(key) = request.repeat {
        repeated_requests::remember(app, &mut db, key, &request.attempt, MAIL_LIFETIME).await?;
    }
    transaction.commit().await?;
    app.mail.wake();
    Ok(SendLinkOutcome::Queued)
}

/// Returns the secret of the first request if the browser repeats it and its email is still unused.
async fn find_first(
    app: &App,
    db: &mut Connection<'_>,
    key: Option<&RepeatKey>,
) -> Result<Option<String>, Failure> {
    let Some(key) = key else {
        return Ok(None);
    };
    let Some(attempt) = repeated_requests::find::<String>(app, db, key).await? else {
        return Ok(None);
    };
    let now = app.clock.now();
    let is_live = store::links::has_attempt(db, &attempt_digest(&attempt), now).await?;
    Ok(is_live.then_some(attempt))
}

//! The email with the link that sets a password, queued in the transaction that stores the link.

use std::time::Duration;

use askama::Template;
use foundation::{Connection, Failure, id};

use super::delivery::EmailKind;
use super::email::Email;
use super::store::outbox::ContainedLink;
use super::{budget, store};
use crate::app::App;
use crate::http::i18n::{fill, say};
use crate::http::network::Network;
use foundation::EmailAddress;

#[derive(Template)]
#[template(path = "mail/password.html")]
struct PasswordEmailHtml<'a> {
    host: &'a str,
    link: &'a str,
    minutes: u64,
}

/// A link to send.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PasswordEmail<'a> {
    /// The recipient.
    pub(crate) to: &'a EmailAddress,
    /// Absolute URL of the link.
    pub(crate) link: &'a str,
    /// Stored digest of the link.
    pub(crate) digest: &'a str,
    /// Lifetime of the link.
    pub(crate) lifetime: Duration,
    /// Network of the request.
    pub(crate) network: Network,
}

/// Queues the email. Returns false if a mail budget is used up; the caller then rolls back and responds as after a
/// success. After the commit the caller wakes the outbox.
pub(crate) async fn queue_password_link(
    app: &App,
    db: &mut Connection<'_>,
    mail: PasswordEmail<'_>,
) -> Result<bool, Failure> {
    let now = app.clock.now();
    let email = password_email(mail, app.config.base.host())?;
    if !budget::take(app, db, mail.to.as_str(), mail.network).await? {
        return Ok(false);
    }
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    let contained = ContainedLink {
        token: mail.digest,
        expires_at: now.plus(mail.lifetime),
    };
    let entry = app
        .mail
        .outbox_message(mail_id, EmailKind::PasswordLink, &email, contained)?;
    store::outbox::insert(db, &entry, now).await?;
    Ok(true)
}

/// Restores the budget of an address whose owner used a link.
pub(crate) async fn restore_password_link_budget(
    db: &mut Connection<'_>,
    email: &str,
) -> Result<(), Failure> {
    store::budgets::forget(db, email).await
}

/// Writes the email, which contains nothing that a user typed.
fn password_email(mail: PasswordEmail<'_>, host: &str) -> Result<Email, Failure> {
    let PasswordEmail {
        to, link, lifetime, ..
    } = mail;
    let minutes = lifetime.as_secs().div_ceil(60);
    let html = PasswordEmailHtml {
        host: &host.replace('.', "\u{200b}."),
        link,
        minutes,
    };
    let html = html
        .render()
        .map_err(|error| Failure::broken("rendering a mail", error))?;
    let subject = fill("Set your password for {}", host);
    let text = format!(
        "{subject}\n{link}\n\n{} {}\n{}\n",
        fill("The link works once, within {} minutes.", minutes),
        say("It signs you in, and every other browser and every app is signed out."),
        say("If you did not ask for this email, you can ignore it: nothing changes."),
    );
    Ok(Email {
        to: to.as_str().to_owned(),
        subject,
        text,
        html,
    })
}

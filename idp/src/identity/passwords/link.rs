//! The link that sets a password, sent to an email address: requested, checked, and used once.

use foundation::secret::digest;
use foundation::{Connection, Failure};

use super::store::links;
use crate::app::App;
use crate::http::cookies::percent_encode;
use crate::http::network::Network;
use crate::identity::mail::{self, PasswordEmail};
use crate::protocol::repeated_requests::{self, RepeatKey};
use foundation::EmailAddress;

/// Parameters of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PasswordLink {
    /// 64 hexadecimal digits.
    pub(crate) token: String,
    /// Normalised address to which the link was sent.
    pub(crate) email: String,
}

impl PasswordLink {
    /// Returns the digest that is stored instead of the token; its purpose keeps other links' tokens from matching.
    fn digest(&self) -> String {
        digest("password-link", &self.token)
    }

    fn path(&self) -> String {
        format!(
            "/api/auth/password/set?token={}&email={}",
            percent_encode(&self.token),
            percent_encode(&self.email)
        )
    }
}

/// Sends a link to an address, known or not; only the email's reader learns which. After too many recent emails, or for
/// a request repeated within seconds, the response is the same, but no email is sent.
pub(crate) async fn send_password_link(
    app: &App,
    to: &EmailAddress,
    network: Network,
    repeat: Option<&RepeatKey>,
) -> Result<(), Failure> {
    let (now, lifetime) = (app.clock.now(), app.config.mail.link_lifetime);
    let link = PasswordLink {
        token: app.random.hex()?,
        email: to.as_str().to_owned(),
    };
    let digest = link.digest();
    let address = format!("{}{}", app.config.base.issuer, link.path());
    let mail = PasswordEmail {
        to,
        link: &address,
        digest: &digest,
        lifetime,
        network,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !mail::queue_password_link(app, &mut db, mail).await? {
        return transaction.rollback().await;
    }
    // Runs after the budget, whose lock serializes requests for an address.
    if let Some(key) = repeat {
        if is_repeated(app, &mut db, key, to).await? {
            return transaction.rollback().await;
        }
        repeated_requests::remember(app, &mut db, key, &digest, repeated_requests::MAIL_LIFETIME)
            .await?;
    }
    links::insert(&mut db, &digest, &link.email, now, now.plus(lifetime)).await?;
    transaction.commit().await?;
    app.mail.wake();
    Ok(())
}

/// Returns true if the browser sent the same request some seconds ago and that request's link is still unused.
async fn is_repeated(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
    to: &EmailAddress,
) -> Result<bool, Failure> {
    match repeated_requests::find::<String>(app, db, key).await? {
        Some(first) => links::is_live(db, &first, to.as_str(), app.clock.now()).await,
        None => Ok(false),
    }
}

/// Returns true if a link is valid now; does not use it.
pub(crate) async fn is_live(app: &App, link: &PasswordLink) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    let db = &mut reader.connection();
    links::is_live(db, &link.digest(), &link.email, app.clock.now()).await
}

/// Uses a link up in the caller's transaction; only one of several concurrent requests gets it. Every other link of the
/// address ends.
pub(crate) async fn take_link(
    app: &App,
    db: &mut Connection<'_>,
    link: &PasswordLink,
) -> Result<bool, Failure> {
    if !links::take(db, &link.digest(), &link.email, app.clock.now()).await? {
        return Ok(false);
    }
    links::delete_all(db, &link.email).await?;
    mail::restore_password_link_budget(db, &link.email).await?;
    Ok(true)
}

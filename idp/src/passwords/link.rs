//! The link by which whoever reads an address's mail sets a password: asked for, looked at, and taken once.

use foundation::secret::digest;
use foundation::{Connection, Failure};

use super::store::links;
use crate::app::App;
use crate::cookies::percent_encode;
use crate::mail::{self, PasswordMail};
use crate::network::Network;
use crate::repeats::{self, RepeatKey};
use foundation::EmailAddress;

/// What a link carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PasswordLink {
    /// 64 hexadecimal digits.
    pub(crate) token: String,
    /// The normalised address that it was sent to.
    pub(crate) email: String,
}

impl PasswordLink {
    /// What is kept instead of the token: its purpose is part of it, so that no other link's token is taken for one.
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

/// Sends a link to an address, whether or not it is known: what it is good for is told to whoever reads it. The same
/// is done and answered when there were enough mails of late, or when the browser sent the request some seconds ago,
/// except that none is sent.
pub(crate) async fn send_password_link(
    app: &App,
    to: &EmailAddress,
    network: Network,
    repeat: Option<&RepeatKey>,
) -> Result<(), Failure> {
    let (now, life) = (app.clock.now(), app.config.mail.link_life);
    let link = PasswordLink {
        token: app.random.hex()?,
        email: to.as_str().to_owned(),
    };
    let digest = link.digest();
    let address = format!("{}{}", app.config.base.issuer, link.path());
    let mail = PasswordMail {
        to,
        link: &address,
        digest: &digest,
        life,
        network,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !mail::queue_password_link(app, &mut db, mail).await? {
        return transaction.rollback().await;
    }
    // After the budget, which lets one request for an address in at a time.
    if let Some(key) = repeat {
        if is_repeated(app, &mut db, key, to).await? {
            return transaction.rollback().await;
        }
        repeats::remember(app, &mut db, key, &digest, repeats::MAIL_LIFE).await?;
    }
    links::insert(&mut db, &digest, &link.email, now, now.plus(life)).await?;
    transaction.commit().await?;
    app.mail.wake();
    Ok(())
}

/// Whether the browser sent the same request some seconds ago, and the link of that request is still unused.
async fn is_repeated(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
    to: &EmailAddress,
) -> Result<bool, Failure> {
    match repeats::find::<String>(app, db, key).await? {
        Some(first) => links::is_live(db, &first, to.as_str(), app.clock.now()).await,
        None => Ok(false),
    }
}

/// Whether a link could be used now; looking changes nothing.
pub(crate) async fn is_live(app: &App, link: &PasswordLink) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    let db = &mut reader.connection();
    links::is_live(db, &link.digest(), &link.email, app.clock.now()).await
}

/// Takes a link in the caller's transaction: of many at a time one gets it, and with it every other link of its address
/// ends.
pub(crate) async fn take_link(
    app: &App,
    db: &mut Connection<'_>,
    link: &PasswordLink,
) -> Result<bool, Failure> {
    if !links::take(db, &link.digest(), &link.email, app.clock.now()).await? {
        return Ok(false);
    }
    links::delete_of(db, &link.email).await?;
    mail::password_link_answered(db, &link.email).await?;
    Ok(true)
}

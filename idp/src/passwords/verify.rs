//! Trying a password: counted before it is worked on, with the same work whether or not there is an account.

use std::time::Duration;

use foundation::{Connection, Failure};

use super::kept::{self, Kept, SALT};
use super::parse::parse;
use super::password::Password;
use super::pool::Place;
use super::store::{hashes, tries};
use crate::app::App;
use crate::network::Network;
use foundation::EmailAddress;

/// In this time an account has so many wrong passwords, and a network so many; then none is looked at. The other ways
/// to sign in stay open, so that nobody is locked out by a stranger.
pub(super) const WINDOW: Duration = Duration::from_mins(15);
pub(super) const MOST_OF_ACCOUNT: i64 = 10;
pub(super) const MOST_OF_NETWORK: i64 = 100;

/// One try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'a> {
    /// The address, as it was typed.
    pub(crate) identifier: &'a str,
    /// The password.
    pub(crate) password: &'a Password,
    /// Where it comes from.
    pub(crate) network: Network,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) enum Verified {
    /// It is this user's password; [`settle`] has to follow.
    Right(Right),
    /// It is not, or there is no such account, or it has no password.
    Wrong {
        /// The account, when there is one.
        user_id: Option<String>,
    },
    /// There were too many tries of late, and this one was not looked at.
    TooMany,
    /// Too many others wait; nothing was done or counted.
    Busy,
}

/// A right password, with what has to be written down about it.
#[derive(Clone, Debug)]
pub(crate) struct Right {
    /// Whose it is.
    pub(crate) user_id: String,
    seen: String,
    upgraded: Option<String>,
    keys: Keys,
}

/// What tries are counted by.
#[derive(Clone, Debug)]
struct Keys {
    account: String,
    network: String,
}

/// Tries a password. What it does does not depend on whether the address is known or has a password; only a hash of
/// another system takes its own time, until its owner came once.
pub(crate) async fn verify(app: &App, attempt: Attempt<'_>) -> Result<Verified, Failure> {
    let Some(place) = app.passwords.enter() else {
        return Ok(Verified::Busy);
    };
    // One spelling, one account: every way of writing an address counts on its one normal form.
    let address = EmailAddress::parse(attempt.identifier).ok();
    let email = address.as_ref().map_or("", EmailAddress::as_str);
    let keys = Keys {
        account: key(app, "account", email)?,
        network: key(app, "network", &attempt.network.to_string())?,
    };
    if !count(app, &keys).await? {
        metrics::counter!("idp_password_tries_refused_total").increment(1);
        return Ok(Verified::TooMany);
    }
    let mut reader = app.database.reader().await?;
    let found = hashes::find(&mut reader.connection(), email).await?;
    drop(reader);
    let (user_id, seen) = match found {
        Some((user_id, hash)) => (Some(user_id), hash.unwrap_or_default()),
        None => (None, String::new()),
    };
    let tried = examine(app, place, attempt.password, &seen).await?;
    Ok(match (tried, user_id) {
        (Tried::Right { upgraded }, Some(user_id)) => Verified::Right(Right {
            user_id,
            seen,
            upgraded,
            keys,
        }),
        (_, user_id) => Verified::Wrong { user_id },
    })
}

/// Writes down, in the caller's transaction, that a password was right: a hash of another system or of older
/// parameters is replaced, and the account's tries are forgotten. False when the password was changed meanwhile: then it
/// is not right any more.
pub(crate) async fn settle(db: &mut Connection<'_>, right: &Right) -> Result<bool, Failure> {
    let hash = right.upgraded.as_deref().unwrap_or(&right.seen);
    if !hashes::confirm(db, &right.user_id, &right.seen, hash).await? {
        return Ok(false);
    }
    if right.upgraded.is_some() {
        tracing::info!(user = right.user_id, "a password's hash was renewed");
        metrics::counter!("idp_password_upgrades_total").increment(1);
    }
    // In the order in which they are counted: nobody waits for each other.
    tries::forget(db, &right.keys.account).await?;
    tries::give_back(db, &right.keys.network).await?;
    Ok(true)
}

/// What is kept instead of an address or a network.
fn key(app: &App, kind: &str, value: &str) -> Result<String, Failure> {
    app.sealer.mac("password-tries", &format!("{kind}|{value}"))
}

/// Counts the try for both, before anything is looked at: of many at a time no more than the limit get through.
async fn count(app: &App, keys: &Keys) -> Result<bool, Failure> {
    let now = app.clock.now();
    let since = now.minus(WINDOW);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let may = tries::take(&mut db, &keys.account, MOST_OF_ACCOUNT, now, since).await?
        && tries::take(&mut db, &keys.network, MOST_OF_NETWORK, now, since).await?;
    if may {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    Ok(may)
}

enum Tried {
    Right { upgraded: Option<String> },
    Wrong,
}

/// Works on the hash, or on one that nothing leads to.
async fn examine(
    app: &App,
    place: Place,
    password: &Password,
    seen: &str,
) -> Result<Tried, Failure> {
    let kept = parse(seen);
    let is_real = kept.is_some();
    let kept = kept.unwrap_or_else(Kept::decoy);
    let salt = app.random.bytes::<SALT>()?;
    let password = password.clone();
    let job = move || -> Result<Tried, Failure> {
        if !(kept.verify(&password) && is_real) {
            return Ok(Tried::Wrong);
        }
        let upgraded = if kept.is_current() {
            None
        } else {
            Some(kept::make(&password, &salt)?)
        };
        Ok(Tried::Right { upgraded })
    };
    place.work(job).await?
}

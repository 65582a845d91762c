//! Verification of a password: counted before any work, with the same work for known and unknown accounts.

use std::time::Duration;

use foundation::{Connection, Failure};

use super::parse::parse;
use super::password::Password;
use super::pool::PoolSlot;
use super::store::{attempts, hashes};
use super::stored_hash::{self, SALT, StoredHash};
use crate::app::App;
use crate::http::network::Network;
use foundation::EmailAddress;

/// Window of the limits on wrong passwords per account and per network. Beyond a limit no password is checked; other
/// sign-in methods stay available, so that strangers cannot lock a user out.
pub(super) const WINDOW: Duration = Duration::from_mins(15);
pub(super) const MAX_PER_ACCOUNT: i64 = 10;
pub(super) const MAX_PER_NETWORK: i64 = 100;

/// A password attempt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PasswordAttempt<'a> {
    /// The address, as typed.
    pub(crate) identifier: &'a str,
    /// The password.
    pub(crate) password: &'a Password,
    /// Network of the request.
    pub(crate) network: Network,
}

/// Result of an attempt.
#[derive(Clone, Debug)]
pub(crate) enum PasswordVerification {
    /// The password is right; the caller must call [`record_success`].
    Right(VerifiedPassword),
    /// The password is wrong, the account is unknown, or it has no password.
    Wrong {
        /// The account, if there is one.
        user_id: Option<String>,
    },
    /// There were too many recent attempts; this one was not checked.
    TooMany,
    /// The pool is full; nothing was done or counted.
    Busy,
}

/// A right password, with the data to store for it.
#[derive(Clone, Debug)]
pub(crate) struct VerifiedPassword {
    /// The user's id.
    pub(crate) user_id: String,
    seen: String,
    upgraded: Option<String>,
    keys: CounterKeys,
}

/// Keys of the attempt counters.
#[derive(Clone, Debug)]
struct CounterKeys {
    account: String,
    network: String,
}

/// Verifies a password. The work does not depend on the address being known or having a password; only an imported hash
/// takes its own time, until the user's first sign-in.
pub(crate) async fn verify(
    app: &App,
    attempt: PasswordAttempt<'_>,
) -> Result<PasswordVerification, Failure> {
    let Some(slot) = app.passwords.enter() else {
        return Ok(PasswordVerification::Busy);
    };
    // Counts every spelling of an address by its normal form.
    let address = EmailAddress::parse(attempt.identifier).ok();
    let email = address.as_ref().map_or("", EmailAddress::as_str);
    let keys = CounterKeys {
        account: key(app, "account", email)?,
        network: key(app, "network", &attempt.network.to_string())?,
    };
    if !count(app, &keys).await? {
        metrics::counter!("idp_password_tries_refused_total").increment(1);
        return Ok(PasswordVerification::TooMany);
    }
    let mut reader = app.database.reader().await?;
    let found = hashes::find(&mut reader.connection(), email).await?;
    drop(reader);
    let (user_id, seen) = match found {
        Some((user_id, hash)) => (Some(user_id), hash.unwrap_or_default()),
        None => (None, String::new()),
    };
    let tried = examine(app, slot, attempt.password, &seen).await?;
    Ok(match (tried, user_id) {
        (HashComparison::Right { upgraded }, Some(user_id)) => {
            PasswordVerification::Right(VerifiedPassword {
                user_id,
                seen,
                upgraded,
                keys,
            })
        }
        (_, user_id) => PasswordVerification::Wrong { user_id },
    })
}

/// Verifies a right password again after another request has replaced the hash: an equal request may have renewed an
/// imported one, or the user has set a new password. Counts nothing, because the attempt is counted already.
pub(crate) async fn verify_again(
    app: &App,
    right: &VerifiedPassword,
    password: &Password,
) -> Result<PasswordVerification, Failure> {
    let Some(slot) = app.passwords.enter() else {
        return Ok(PasswordVerification::Busy);
    };
    let mut reader = app.database.reader().await?;
    let found = hashes::find_of_user(&mut reader.connection(), &right.user_id).await?;
    drop(reader);
    let seen = found.unwrap_or_default();
    Ok(match examine(app, slot, password, &seen).await? {
        HashComparison::Right { upgraded } => PasswordVerification::Right(VerifiedPassword {
            seen,
            upgraded,
            ..right.clone()
        }),
        HashComparison::Wrong => PasswordVerification::Wrong {
            user_id: Some(right.user_id.clone()),
        },
    })
}

/// Subtracts the attempt of a right password that had no effect, so that a user who sends a form twice keeps all
/// attempts.
pub(crate) async fn give_back(app: &App, right: &VerifiedPassword) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    attempts::give_back(&mut db, &right.keys.account).await?;
    attempts::give_back(&mut db, &right.keys.network).await?;
    transaction.commit().await
}

/// Records a right password in the caller's transaction: replaces an imported or outdated hash, and deletes the
/// account's attempts. Returns false if the hash has changed since; then the password may no longer be right.
pub(crate) async fn record_success(
    db: &mut Connection<'_>,
    right: &VerifiedPassword,
) -> Result<bool, Failure> {
    let hash = right.upgraded.as_deref().unwrap_or(&right.seen);
    if !hashes::confirm(db, &right.user_id, &right.seen, hash).await? {
        return Ok(false);
    }
    if right.upgraded.is_some() {
        tracing::info!(user = right.user_id, "a password's hash was renewed");
        metrics::counter!("idp_password_upgrades_total").increment(1);
    }
    // Deletes in the order of the counting, so that two requests cannot deadlock.
    attempts::forget(db, &right.keys.account).await?;
    attempts::give_back(db, &right.keys.network).await?;
    Ok(true)
}

/// Returns the MAC that is stored instead of an address or a network.
fn key(app: &App, kind: &str, value: &str) -> Result<String, Failure> {
    app.sealer.mac("password-tries", &format!("{kind}|{value}"))
}

/// Counts the attempt for both before any work, so that concurrent attempts cannot exceed the limits.
async fn count(app: &App, keys: &CounterKeys) -> Result<bool, Failure> {
    let now = app.clock.now();
    let since = now.minus(WINDOW);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let may = attempts::take(&mut db, &keys.account, MAX_PER_ACCOUNT, now, since).await?
        && attempts::take(&mut db, &keys.network, MAX_PER_NETWORK, now, since).await?;
    if may {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    Ok(may)
}

enum HashComparison {
    Right { upgraded: Option<String> },
    Wrong,
}

/// Verifies the hash, or a decoy if there is none.
async fn examine(
    app: &App,
    slot: PoolSlot,
    password: &Password,
    seen: &str,
) -> Result<HashComparison, Failure> {
    let stored = parse(seen);
    let is_real = stored.is_some();
    let stored = stored.unwrap_or_else(StoredHash::decoy);
    let salt = app.random.bytes::<SALT>()?;
    let password = password.clone();
    let job = move || -> Result<HashComparison, Failure> {
        if !(stored.verify(&password) && is_real) {
            return Ok(HashComparison::Wrong);
        }
        let upgraded = if stored.is_current() {
            None
        } else {
            Some(stored_hash::hash_password(&password, &salt)?)
        };
        Ok(HashComparison::Right { upgraded })
    };
    slot.work(job).await?
}

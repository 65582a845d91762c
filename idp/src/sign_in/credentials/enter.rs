//! Signs in with a password: verifies it, then records the result and starts the session in one transaction.

use foundation::Failure;
use serde_json::json;

use super::super::admit::{Admission, Arrival, Visitor, admit};
use super::super::complete::find_kept;
use super::super::write_failure::{Failed, write_failure};
use crate::app::App;
use crate::passwords::{self, Attempt, Password, Right, Verified};
use crate::sessions::{KeptSignIn, ProofTime, Started};
use crate::users;

/// The authentication method (RFC 8176).
pub(super) const WAY: &str = "pwd";

/// Result of a sign-in with a password.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The user is signed in.
    SignedIn(Started),
    /// The sign-in is refused; the result hides the reason.
    Refused,
    /// The password is right, but the user may not sign in.
    Denied,
    /// The client wants the user of the current session to authenticate again.
    OtherPerson,
    /// Too many passwords are being verified at the moment.
    Busy,
}

/// Signs in the user with this address and password.
pub(super) async fn enter(
    app: &App,
    identifier: &str,
    password: &Password,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    let attempt = Attempt {
        identifier,
        password,
        network: visitor.network,
    };
    match passwords::verify(app, attempt).await? {
        Verified::Right(right) => admit_verified(app, &right, password, visitor).await,
        Verified::Wrong { user_id } => {
            let subject = user_id.unwrap_or_else(|| "unknown".to_owned());
            record_failure(app, &subject, "wrong", visitor).await?;
            Ok(Outcome::Refused)
        }
        Verified::TooMany => {
            record_failure(app, "unknown", "too_many", visitor).await?;
            Ok(Outcome::Refused)
        }
        Verified::Busy => Ok(Outcome::Busy),
    }
}

/// Result of an attempt to start the session of a verified user.
enum AdmitOutcome {
    /// The sign-in has ended.
    Done(Outcome),
    /// Another request has replaced the hash since the password was verified.
    HashReplaced,
    /// The browser sent the same request before; this is its sign-in.
    Repeated(KeptSignIn),
}

/// Starts the session of a verified user. If another request has replaced the hash since, the password is verified once
/// more: an equal request renews an imported hash.
async fn admit_verified(
    app: &App,
    right: &Right,
    password: &Password,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    if let Some(outcome) = admit_once(app, right, visitor).await? {
        return Ok(outcome);
    }
    match passwords::verify_again(app, right, password).await? {
        Verified::Right(right) => {
            let outcome = admit_once(app, &right, visitor).await?;
            Ok(outcome.unwrap_or(Outcome::Refused))
        }
        Verified::Busy => {
            passwords::give_back(app, right).await?;
            Ok(Outcome::Busy)
        }
        Verified::Wrong { .. } | Verified::TooMany => Ok(Outcome::Refused),
    }
}

/// Starts the session of a verified user; a request that the browser sends twice starts only one. Returns `None` if
/// another request has replaced the hash.
async fn admit_once(
    app: &App,
    right: &Right,
    visitor: Visitor<'_>,
) -> Result<Option<Outcome>, Failure> {
    let kept = match admit_right(app, right, visitor).await? {
        AdmitOutcome::Done(outcome) => return Ok(Some(outcome)),
        AdmitOutcome::HashReplaced => return Ok(None),
        AdmitOutcome::Repeated(kept) => kept,
    };
    if let Some(first) = kept.session(app).await? {
        // Gives the attempt back, because the transaction of a repeated request is rolled back. Only one transaction of a
        // request may do so: the network would have more attempts left than before it.
        passwords::give_back(app, right).await?;
        return Ok(Some(Outcome::SignedIn(first.started)));
    }
    // Starts another session, because the session of the first request has ended.
    let visitor = Visitor {
        repeat: None,
        ..visitor
    };
    Ok(match admit_right(app, right, visitor).await? {
        AdmitOutcome::Done(outcome) => Some(outcome),
        AdmitOutcome::HashReplaced => None,
        AdmitOutcome::Repeated(_) => Some(Outcome::Refused),
    })
}

/// Starts the session of a verified user, unless the first request with the visitor's key did.
async fn admit_right(
    app: &App,
    right: &Right,
    visitor: Visitor<'_>,
) -> Result<AdmitOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user = users::store::hold(&mut db, &right.user_id).await?;
    let still_right = passwords::settle(&mut db, right).await?;
    // Looks for the first request, which may have renewed the hash, so that this password no longer matches it.
    if let Some(kept) = find_kept(app, &mut db, visitor).await? {
        transaction.rollback().await?;
        return Ok(AdmitOutcome::Repeated(kept));
    }
    let Some(user) = user else {
        transaction.rollback().await?;
        return Ok(AdmitOutcome::Done(Outcome::Refused));
    };
    if !still_right {
        transaction.rollback().await?;
        return Ok(AdmitOutcome::HashReplaced);
    }
    let arrival = Arrival {
        user: &user,
        is_new: false,
        way: WAY,
        proof_time: ProofTime::Now,
        visitor,
    };
    Ok(AdmitOutcome::Done(
        match admit(app, transaction, arrival).await? {
            Admission::SignedIn(started) => Outcome::SignedIn(started),
            Admission::OtherPerson => Outcome::OtherPerson,
            Admission::Denied => {
                record_failure(app, &right.user_id, "inactive", visitor).await?;
                Outcome::Denied
            }
        },
    ))
}

/// Records a refused sign-in.
pub(super) async fn record_failure(
    app: &App,
    subject: &str,
    reason: &str,
    visitor: Visitor<'_>,
) -> Result<(), Failure> {
    let failed = Failed {
        actor: None,
        subject,
        visitor,
        details: json!({ "way": WAY, "reason": reason }),
    };
    let mut transaction = app.database.begin().await?;
    write_failure(app, &mut transaction.connection(), failed).await?;
    transaction.commit().await
}

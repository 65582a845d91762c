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
        Verified::Right(right) => admit_once(app, &right, visitor).await,
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

/// Starts the session of a verified user; a request that the browser sends twice starts only one.
async fn admit_once(app: &App, right: &Right, visitor: Visitor<'_>) -> Result<Outcome, Failure> {
    let kept = match admit_right(app, right, visitor).await? {
        Ok(outcome) => return Ok(outcome),
        Err(kept) => kept,
    };
    if let Some(first) = kept.session(app).await? {
        // Gives the attempt back, because the transaction of a repeated request is rolled back. Only one transaction of a
        // request may do so: the network would have more attempts left than before it.
        let mut transaction = app.database.begin().await?;
        passwords::settle(&mut transaction.connection(), right).await?;
        transaction.commit().await?;
        return Ok(Outcome::SignedIn(first.started));
    }
    // Starts another session, because the session of the first request has ended.
    let visitor = Visitor {
        repeat: None,
        ..visitor
    };
    let outcome = admit_right(app, right, visitor).await?;
    Ok(outcome.unwrap_or(Outcome::Refused))
}

/// Starts the session of a verified user; the error is the sign-in of the first request with this key.
async fn admit_right(
    app: &App,
    right: &Right,
    visitor: Visitor<'_>,
) -> Result<Result<Outcome, KeptSignIn>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user = users::store::hold(&mut db, &right.user_id).await?;
    let still_right = passwords::settle(&mut db, right).await?;
    // Looks for the first request, which may have renewed the hash, so that this password no longer matches it.
    if let Some(kept) = find_kept(app, &mut db, visitor).await? {
        transaction.rollback().await?;
        return Ok(Err(kept));
    }
    let Some(user) = user.filter(|_| still_right) else {
        transaction.rollback().await?;
        return Ok(Ok(Outcome::Refused));
    };
    let arrival = Arrival {
        user: &user,
        is_new: false,
        way: WAY,
        proof_time: ProofTime::Now,
        visitor,
    };
    Ok(Ok(match admit(app, transaction, arrival).await? {
        Admission::SignedIn(started) => Outcome::SignedIn(started),
        Admission::OtherPerson => Outcome::OtherPerson,
        Admission::Denied => {
            record_failure(app, &right.user_id, "inactive", visitor).await?;
            Outcome::Denied
        }
    }))
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

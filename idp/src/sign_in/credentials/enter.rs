//! Signs in with a password: verifies it, then records the result and starts the session in one transaction.

use foundation::Failure;
use serde_json::json;

use super::super::admit::{Authentication, BrowserContext, StartSessionOutcome, start_session};
use super::super::complete::find_stored;
use super::super::write_failure::{SignInFailure, record_failure};
use crate::app::App;
use crate::passwords::{self, Password, PasswordAttempt, PasswordVerification, VerifiedPassword};
use crate::sessions::{ProofTime, SessionCookie, StoredSignIn};
use crate::users;

/// The authentication method (RFC 8176).
pub(super) const METHOD: &str = "pwd";

/// Result of a sign-in with a password.
#[derive(Clone, Debug)]
pub(super) enum PasswordSignInOutcome {
    /// The user is signed in.
    SignedIn(SessionCookie),
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
pub(super) async fn sign_in_with_password(
    app: &App,
    identifier: &str,
    password: &Password,
    visitor: BrowserContext<'_>,
) -> Result<PasswordSignInOutcome, Failure> {
    let attempt = PasswordAttempt {
        identifier,
        password,
        network: visitor.network,
    };
    match passwords::verify(app, attempt).await? {
        PasswordVerification::Right(right) => start_session_once(app, &right, visitor).await,
        PasswordVerification::Wrong { user_id } => {
            let subject = user_id.unwrap_or_else(|| "unknown".to_owned());
            record_failure(app, &subject, "wrong", visitor).await?;
            Ok(PasswordSignInOutcome::Refused)
        }
        PasswordVerification::TooMany => {
            record_failure(app, "unknown", "too_many", visitor).await?;
            Ok(PasswordSignInOutcome::Refused)
        }
        PasswordVerification::Busy => Ok(PasswordSignInOutcome::Busy),
    }
}

/// Starts the session of a verified user; a request that the browser sends twice starts only one.
async fn start_session_once(
    app: &App,
    right: &VerifiedPassword,
    visitor: BrowserContext<'_>,
) -> Result<PasswordSignInOutcome, Failure> {
    let kept = match start_session_of_verified(app, right, visitor).await? {
        Ok(outcome) => return Ok(outcome),
        Err(kept) => kept,
    };
    if let Some(first) = kept.session(app).await? {
        // Gives the attempt back, because the transaction of a repeated request is rolled back. Only one transaction of a
        // request may do so: the network would have more attempts left than before it.
        let mut transaction = app.database.begin().await?;
        passwords::record_success(&mut transaction.connection(), right).await?;
        transaction.commit().await?;
        return Ok(PasswordSignInOutcome::SignedIn(first.started));
    }
    // Starts another session, because the session of the first request has ended.
    let visitor = BrowserContext {
        repeat: None,
        ..visitor
    };
    let outcome = start_session_of_verified(app, right, visitor).await?;
    Ok(outcome.unwrap_or(PasswordSignInOutcome::Refused))
}

/// Starts the session of a verified user; the error is the sign-in of the first request with this key.
async fn start_session_of_verified(
    app: &App,
    right: &VerifiedPassword,
    visitor: BrowserContext<'_>,
) -> Result<Result<PasswordSignInOutcome, StoredSignIn>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user = users::store::lock(&mut db, &right.user_id).await?;
    let still_right = passwords::record_success(&mut db, right).await?;
    // Looks for the first request, which may have renewed the hash, so that this password no longer matches it.
    if let Some(kept) = find_stored(app, &mut db, visitor).await? {
        transaction.rollback().await?;
        return Ok(Err(kept));
    }
    let Some(user) = user.filter(|_| still_right) else {
        transaction.rollback().await?;
        return Ok(Ok(PasswordSignInOutcome::Refused));
    };
    let arrival = Authentication {
        user: &user,
        is_new: false,
        method: METHOD,
        proof_time: ProofTime::Now,
        browser: visitor,
    };
    Ok(Ok(match start_session(app, transaction, arrival).await? {
        StartSessionOutcome::SignedIn(started) => PasswordSignInOutcome::SignedIn(started),
        StartSessionOutcome::OtherUser => PasswordSignInOutcome::OtherPerson,
        StartSessionOutcome::Denied => {
            record_failure(app, &right.user_id, "inactive", visitor).await?;
            PasswordSignInOutcome::Denied
        }
    }))
}

/// Records a refused sign-in.
pub(super) async fn record_failure(
    app: &App,
    subject: &str,
    reason: &str,
    visitor: BrowserContext<'_>,
) -> Result<(), Failure> {
    let failed = SignInFailure {
        actor: None,
        subject,
        visitor,
        details: json!({ "way": METHOD, "reason": reason }),
    };
    let mut transaction = app.database.begin().await?;
    record_failure(app, &mut transaction.connection(), failed).await?;
    transaction.commit().await
}

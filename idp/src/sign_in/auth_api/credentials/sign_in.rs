//! Signs in with a password: verifies it, then records the result and starts the session in one transaction.

use foundation::Failure;
use serde_json::json;

use super::super::email_sign_in::find_stored;
use super::super::record_failure::{SignInFailure, record_sign_in_failure};
use super::super::start_session::{
    Authentication, BrowserContext, StartSessionOutcome, start_session,
};
use crate::app::App;
use crate::identity::passwords::{
    self, Password, PasswordAttempt, PasswordVerification, VerifiedPassword,
};
use crate::identity::users;
use crate::session::sessions::{ProofTime, SessionCookie, StoredSignIn};

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
    browser: BrowserContext<'_>,
) -> Result<PasswordSignInOutcome, Failure> {
    let attempt = PasswordAttempt {
        identifier,
        password,
        network: browser.network,
    };
    match passwords::verify(app, attempt).await? {
        PasswordVerification::Right(right) => {
            start_verified_session(app, &right, password, browser).await
        }
        PasswordVerification::Wrong { user_id } => {
            let subject = user_id.unwrap_or_else(|| "unknown".to_owned());
            record_failure(app, &subject, "wrong", browser).await?;
            Ok(PasswordSignInOutcome::Refused)
        }
        PasswordVerification::TooMany => {
            record_failure(app, "unknown", "too_many", browser).await?;
            Ok(PasswordSignInOutcome::Refused)
        }
        PasswordVerification::Busy => Ok(PasswordSignInOutcome::Busy),
    }
}

/// Result of an attempt to start the session of a verified user.
enum StartAttempt {
    /// The sign-in has ended.
    Done(PasswordSignInOutcome),
    /// Another request has replaced the hash since the password was verified.
    HashReplaced,
    /// The browser sent the same request before; this is its sign-in.
    Repeated(StoredSignIn),
}

/// Starts the session of a verified user. If another request has replaced the hash since, the password is verified once
/// more: an equal request renews an imported hash.
async fn start_verified_session(
    app: &App,
    right: &VerifiedPassword,
    password: &Password,
    browser: BrowserContext<'_>,
) -> Result<PasswordSignInOutcome, Failure> {
    if let Some(outcome) = start_session_once(app, right, browser).await? {
        return Ok(outcome);
    }
    match passwords::verify_again(app, right, password).await? {
        PasswordVerification::Right(right) => {
            let outcome = start_session_once(app, &right, browser).await?;
            Ok(outcome.unwrap_or(PasswordSignInOutcome::Refused))
        }
        PasswordVerification::Busy => {
            passwords::give_back(app, right).await?;
            Ok(PasswordSignInOutcome::Busy)
        }
        PasswordVerification::Wrong { .. } | PasswordVerification::TooMany => {
            Ok(PasswordSignInOutcome::Refused)
        }
    }
}

/// Starts the session of a verified user; a request that the browser sends twice starts only one. Returns `None` if
/// another request has replaced the hash.
async fn start_session_once(
    app: &App,
    right: &VerifiedPassword,
    browser: BrowserContext<'_>,
) -> Result<Option<PasswordSignInOutcome>, Failure> {
    let stored = match start_session_of_verified(app, right, browser).await? {
        StartAttempt::Done(outcome) => return Ok(Some(outcome)),
        StartAttempt::HashReplaced => return Ok(None),
        StartAttempt::Repeated(stored) => stored,
    };
    if let Some(first) = stored.session(app).await? {
        // Gives the attempt back, because the transaction of a repeated request is rolled back. Only one transaction of a
        // request may do so: the network would have more attempts left than before it.
        passwords::give_back(app, right).await?;
        return Ok(Some(PasswordSignInOutcome::SignedIn(first.started)));
    }
    // Starts another session, because the session of the first request has ended.
    let browser = BrowserContext {
        repeat: None,
        ..browser
    };
    Ok(
        match start_session_of_verified(app, right, browser).await? {
            StartAttempt::Done(outcome) => Some(outcome),
            StartAttempt::HashReplaced => None,
            StartAttempt::Repeated(_) => Some(PasswordSignInOutcome::Refused),
        },
    )
}

/// Starts the session of a verified user, unless the first request with the visitor's key did.
async fn start_session_of_verified(
    app: &App,
    right: &VerifiedPassword,
    visitor: BrowserContext<'_>,
) -> Result<StartAttempt, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user = users::store::lock(&mut db, &right.user_id).await?;
    let still_right = passwords::record_success(&mut db, right).await?;
    // Looks for the first request, which may have renewed the hash, so that this password no longer matches it.
    if let Some(stored) = find_stored(app, &mut db, visitor).await? {
        transaction.rollback().await?;
        return Ok(StartAttempt::Repeated(stored));
    }
    let Some(user) = user else {
        transaction.rollback().await?;
        return Ok(StartAttempt::Done(PasswordSignInOutcome::Refused));
    };
    if !still_right {
        transaction.rollback().await?;
        return Ok(StartAttempt::HashReplaced);
    }
    let authentication = Authentication {
        user: &user,
        is_new: false,
        method: METHOD,
        proof_time: ProofTime::Now,
        browser: visitor,
    };
    Ok(StartAttempt::Done(
        match start_session(app, transaction, authentication).await? {
            StartSessionOutcome::SignedIn(started) => PasswordSignInOutcome::SignedIn(started),
            StartSessionOutcome::OtherUser => PasswordSignInOutcome::OtherPerson,
            StartSessionOutcome::Denied => {
                record_failure(app, &right.user_id, "inactive", visitor).await?;
                PasswordSignInOutcome::Denied
            }
        },
    ))
}

/// Records a refused sign-in.
pub(super) async fn record_failure(
    app: &App,
    subject: &str,
    reason: &str,
    browser: BrowserContext<'_>,
) -> Result<(), Failure> {
    let failed = SignInFailure {
        actor: None,
        subject,
        visitor: browser,
        details: json!({ "way": METHOD, "reason": reason }),
    };
    let mut transaction = app.database.begin().await?;
    record_sign_in_failure(app, &mut transaction.connection(), failed).await?;
    transaction.commit().await
}

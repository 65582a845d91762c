//! Signs in with a passkey: verifies the response against its ceremony and starts the session in one transaction.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::super::email_sign_in::find_stored;
use super::super::record_failure::{SignInFailure, record_sign_in_failure};
use super::super::start_session::{
    Authentication, BrowserContext, StartSessionOutcome, start_session,
};
use crate::app::App;
use crate::identity::passkeys::{
    self, AuthenticatorResponse, PasskeyVerification, RelyingParty, StoredPasskey,
};
use crate::identity::users;
use crate::session::sessions::{ProofTime, SessionCookie, StoredSignIn};

/// Result of a sign-in with a passkey.
#[derive(Clone, Debug)]
pub(super) enum PasskeySignInOutcome {
    /// The user is signed in.
    SignedIn(SessionCookie),
    /// The sign-in is refused; the result hides the reason.
    Refused,
    /// The passkey is right, but the user may not sign in.
    Denied,
    /// The client wants the user of the current session to authenticate again.
    OtherUser,
}

/// Signs in the owner of the passkey that signed the response.
pub(super) async fn sign_in_with_passkey(
    app: &App,
    party: &RelyingParty,
    response: AuthenticatorResponse<'_>,
    browser: BrowserContext<'_>,
) -> Result<PasskeySignInOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (subject, reason) = match passkeys::verify_response(app, &mut db, party, response).await? {
        PasskeyVerification::Owner(stored) => {
            return start_owner_session(app, transaction, &stored, browser).await;
        }
        PasskeyVerification::Cloned(stored) => {
            tracing::warn!(user = stored.user_id, "a passkey counted backwards");
            (Some(stored.user_id), "counter")
        }
        PasskeyVerification::NotValid { user_id } => {
            if let Some(stored) = find_stored(app, &mut db, browser).await? {
                return repeat_outcome(app, transaction, stored).await;
            }
            (user_id, "wrong")
        }
        PasskeyVerification::TooMany { user_id } => (user_id, "too_many"),
    };
    let subject = subject.as_deref().unwrap_or("unknown");
    record_failure(app, &mut db, subject, reason, browser).await?;
    transaction.commit().await?;
    Ok(PasskeySignInOutcome::Refused)
}

/// Returns the outcome of a response that its browser sent before; the session may have ended since.
async fn repeat_outcome(
    app: &App,
    transaction: Transaction,
    stored: StoredSignIn,
) -> Result<PasskeySignInOutcome, Failure> {
    transaction.rollback().await?;
    let first = stored.session(app).await?;
    Ok(first.map_or(PasskeySignInOutcome::Refused, |first| {
        PasskeySignInOutcome::SignedIn(first.started)
    }))
}

async fn start_owner_session(
    app: &App,
    mut transaction: Transaction,
    stored: &StoredPasskey,
    visitor: BrowserContext<'_>,
) -> Result<PasskeySignInOutcome, Failure> {
    let found = users::store::find(&mut transaction.connection(), &stored.user_id).await?;
    let Some(user) = found else {
        transaction.rollback().await?;
        return Ok(PasskeySignInOutcome::Refused);
    };
    let authentication = Authentication {
        user: &user,
        is_new: false,
        method: stored.authentication_methods(),
        proof_time: ProofTime::Now,
        browser: visitor,
    };
    match start_session(app, transaction, authentication).await? {
        StartSessionOutcome::SignedIn(started) => Ok(PasskeySignInOutcome::SignedIn(started)),
        StartSessionOutcome::OtherUser => Ok(PasskeySignInOutcome::OtherUser),
        StartSessionOutcome::Denied => {
            let mut transaction = app.database.begin().await?;
            let mut db = transaction.connection();
            record_failure(app, &mut db, &user.id, "inactive", visitor).await?;
            transaction.commit().await?;
            Ok(PasskeySignInOutcome::Denied)
        }
    }
}

async fn record_failure(
    app: &App,
    db: &mut Connection<'_>,
    subject: &str,
    reason: &str,
    browser: BrowserContext<'_>,
) -> Result<(), Failure> {
    let failed = SignInFailure {
        actor: None,
        subject,
        visitor: browser,
        details: json!({ "way": "passkey", "reason": reason }),
    };
    record_sign_in_failure(app, db, failed).await
}

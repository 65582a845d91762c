//! Sets a password: by the link of an email, or in a session. The same commit ends every other session of the user, and
//! gives this browser a new one. If another password is or may be replaced, all grants end too, even with
//! `offline_access`: a person who knew the old password may have issued them.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::super::email_sign_in::{is_signed_in_as, remove_unproven_methods};
use super::super::read_session::current_user;
use super::super::start_session::{
    Authentication, BrowserContext, StartSessionOutcome, start_only_session,
    start_only_session_without_grants,
};
use super::session_user::SessionUser;
use super::sign_in::{METHOD, record_failure};
use crate::app::App;
use crate::http::i18n::say;
use crate::identity::mail::{self, Notice};
use crate::identity::passwords::store::hashes;
use crate::identity::passwords::{
    self, KnownUserData, NewHash, Password, PasswordAttempt, PasswordLink, PasswordVerification,
    VerifiedPassword, Weakness,
};
use crate::identity::users::{self, EmailProofOutcome, prove_email};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions::{ProofTime, SessionCookie};

/// Result of setting a password.
#[derive(Clone, Debug)]
pub(super) enum SetPasswordOutcome {
    /// The password is set, and the browser has a new session.
    Set(SessionCookie),
    /// The new password is too weak.
    Weak(Weakness),
    /// The link is used up, expired or wrong.
    NotValid,
    /// No user has this address, and a new user may not start with a password.
    Unknown,
    /// The current password is wrong.
    WrongCurrent,
    /// The user has to sign in again.
    SignInAgain,
    /// The user may not sign in.
    Denied,
    /// The client wants the user of the current session to authenticate again.
    OtherPerson,
    /// Too many passwords are being hashed at the moment.
    Busy,
}

/// Authorization to set a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PasswordAuthorization {
    /// The link of an email, for a user who forgot the password or lost control of the account.
    Link,
    /// The old password.
    OldPassword,
    /// A recent sign-in, for the first password; grants stay.
    Session,
}

impl PasswordAuthorization {
    /// Returns the name for the audit log.
    const fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::OldPassword | Self::Session => "session",
        }
    }
}

/// Sets a password by the link of an email. A password that is too weak does not consume the link.
pub(super) async fn set_by_link(
    app: &App,
    link: &PasswordLink,
    password: &Password,
    visitor: BrowserContext<'_>,
) -> Result<SetPasswordOutcome, Failure> {
    // Checks the link first: only a request with a live link may cause the cost of hashing.
    if !passwords::is_live(app, link).await? {
        return Ok(SetPasswordOutcome::NotValid);
    }
    if let Some(weakness) = weakness(app, password, &link.email) {
        return Ok(SetPasswordOutcome::Weak(weakness));
    }
    let Some(hash) = passwords::hash(app, password).await? else {
        return Ok(SetPasswordOutcome::Busy);
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !passwords::take_link(app, &mut db, link).await? {
        return Ok(SetPasswordOutcome::NotValid);
    }
    let may_register = app.config.passwords.may_register(&link.email);
    if !may_register && hashes::find(&mut db, &link.email).await?.is_none() {
        return Ok(SetPasswordOutcome::Unknown);
    }
    let (user, is_new, is_first_proof) = match prove_email(app, &mut db, &link.email).await? {
        EmailProofOutcome::User {
            user,
            is_new,
            is_first_proof,
        } => (user, is_new, is_first_proof),
        EmailProofOutcome::Inactive(user) => {
            transaction.rollback().await?;
            record_failure(app, &user.id, "inactive", visitor).await?;
            return Ok(SetPasswordOutcome::Denied);
        }
        EmailProofOutcome::NotCreated(failure) => return Err(failure),
    };
    let authentication = Authentication {
        user: &user,
        is_new,
        method: METHOD,
        proof_time: ProofTime::Now,
        browser: visitor,
    };
    if is_first_proof && !is_signed_in_as(app, &user, visitor).await? {
        remove_unproven_methods(app, &mut db, authentication).await?;
    }
    hash.put(app, &mut db, &user.id).await?;
    finish(
        app,
        transaction,
        authentication,
        PasswordAuthorization::Link,
    )
    .await
}

/// Sets the password of a signed-in user: with the current one, or after a recent sign-in if there is none.
pub(super) async fn change(
    app: &App,
    session_user: &SessionUser,
    current: &Password,
    new: &Password,
    visitor: BrowserContext<'_>,
) -> Result<SetPasswordOutcome, Failure> {
    let user = &session_user.user;
    let Some(email) = user.email.as_deref() else {
        return Ok(SetPasswordOutcome::Unknown);
    };
    if !session_user.has_password && !session_user.is_fresh(app.clock.now()) {
        return Ok(SetPasswordOutcome::SignInAgain);
    }
    if let Some(weakness) = weakness(app, new, email) {
        return Ok(SetPasswordOutcome::Weak(weakness));
    }
    let right = match verify_current(app, session_user, current, visitor).await? {
        Ok(right) => right,
        Err(outcome) => return Ok(outcome),
    };
    let Some(hash) = passwords::hash(app, new).await? else {
        return refuse(app, right.as_ref(), SetPasswordOutcome::Busy).await;
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !is_session_live(app, &mut db, session_user, visitor).await? {
        transaction.rollback().await?;
        return refuse(app, right.as_ref(), SetPasswordOutcome::SignInAgain).await;
    }
    if !store_hash(app, &mut db, &user.id, right.as_ref(), &hash).await? {
        transaction.rollback().await?;
        return refuse(app, right.as_ref(), SetPasswordOutcome::WrongCurrent).await;
    }
    // Keeps the session's time for a first password, because setting it does not authenticate the user.
    let proof_time = match right {
        Some(_) => ProofTime::Now,
        None => ProofTime::from_provider(session_user.session.proven_at()),
    };
    let authentication = Authentication {
        user,
        is_new: false,
        method: METHOD,
        proof_time,
        browser: visitor,
    };
    let by = match right {
        Some(_) => PasswordAuthorization::OldPassword,
        None => PasswordAuthorization::Session,
    };
    finish(app, transaction, authentication, by).await
}

/// Refuses a change after a right password, and gives the password's attempt back: a concurrent request of the same user
/// may have been first.
async fn refuse(
    app: &App,
    right: Option<&VerifiedPassword>,
    outcome: SetPasswordOutcome,
) -> Result<SetPasswordOutcome, Failure> {
    if let Some(right) = right {
        passwords::give_back(app, right).await?;
    }
    Ok(outcome)
}

/// Returns whether the session is still live. Hashing takes time, and a user who was signed out during it sets no password.
async fn is_session_live(
    app: &App,
    db: &mut Connection<'_>,
    session_user: &SessionUser,
    browser: BrowserContext<'_>,
) -> Result<bool, Failure> {
    // Locks the user before the session, in the order of all code that ends sessions.
    let user = users::store::lock(db, &session_user.user.id).await?;
    let now = app.clock.now();
    if user.is_none() || !app.sessions.lock(db, &session_user.session, now).await? {
        return Ok(false);
    }
    // Reads the session again, because a session in Redis cannot be locked.
    match browser.session {
        Some(id) => current_user(app, id).await.map(|found| found.is_some()),
        None => Ok(false),
    }
}

/// Verifies the current password if there is one; the error is the outcome.
async fn verify_current(
    app: &App,
    session_user: &SessionUser,
    current: &Password,
    browser: BrowserContext<'_>,
) -> Result<Result<Option<VerifiedPassword>, SetPasswordOutcome>, Failure> {
    if !session_user.has_password {
        return Ok(Ok(None));
    }
    let attempt = PasswordAttempt {
        identifier: session_user.user.email.as_deref().unwrap_or_default(),
        password: current,
        network: browser.network,
    };
    Ok(match passwords::verify(app, attempt).await? {
        PasswordVerification::Right(right) => Ok(Some(right)),
        PasswordVerification::Busy => Err(SetPasswordOutcome::Busy),
        PasswordVerification::TooMany => Err(SetPasswordOutcome::WrongCurrent),
        PasswordVerification::Wrong { .. } => {
            record_failure(app, &session_user.user.id, "wrong", browser).await?;
            Err(SetPasswordOutcome::WrongCurrent)
        }
    })
}

/// Replaces the verified password, or sets the first one; false if a concurrent request was first.
async fn store_hash(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    right: Option<&VerifiedPassword>,
    hash: &NewHash,
) -> Result<bool, Failure> {
    match right {
        Some(right) if passwords::record_success(db, right).await? => {
            hash.put(app, db, user_id).await.map(|()| true)
        }
        Some(_) => Ok(false),
        None => hash.put_first(app, db, user_id).await,
    }
}

/// Records the change, emails the user, ends the other sessions and starts a new one, all in one commit.
async fn finish(
    app: &App,
    mut transaction: Transaction,
    authentication: Authentication<'_>,
    by: PasswordAuthorization,
) -> Result<SetPasswordOutcome, Failure> {
    let user = authentication.user;
    let mut db = transaction.connection();
    let event = AuditEvent {
        actor: &user.id,
        action: Action::PasswordSet,
        subject: &user.id,
        network: Some(authentication.browser.network.to_string()),
        client_id: None,
        details: json!({ "by": by.name() }),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &user.email {
        mail::queue_notice(
            app,
            &mut db,
            email,
            Notice::MethodAdded(say("A new password")),
        )
        .await?;
    }
    let admission = match by {
        PasswordAuthorization::Link | PasswordAuthorization::OldPassword => {
            start_only_session_without_grants(app, transaction, authentication).await?
        }
        PasswordAuthorization::Session => {
            start_only_session(app, transaction, authentication).await?
        }
    };
    app.mail.wake();
    Ok(match admission {
        StartSessionOutcome::SignedIn(started) => SetPasswordOutcome::Set(started),
        StartSessionOutcome::Denied => SetPasswordOutcome::Denied,
        StartSessionOutcome::OtherUser => SetPasswordOutcome::OtherPerson,
    })
}

fn weakness(app: &App, password: &Password, email: &str) -> Option<Weakness> {
    let host = app.config.base.host();
    password.weakness(KnownUserData { email, host })
}

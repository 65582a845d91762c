//! Completes a sign-in by email: consumes the proof, finds or creates the user and starts the session, all in one commit.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::provider_sign_in::own_failure_as;
use super::read_session::current_user;
use super::record_failure::{SignInFailure, record_sign_in_failure};
use super::start_session::{
    Authentication, BrowserContext, StartSessionOutcome, start_only_session_without_grants,
    start_session,
};
use crate::app::App;
use crate::identity::mail::{self, Notice, ProvenEmail, SignInLink};
use crate::identity::passkeys;
use crate::identity::passwords::store::hashes;
use crate::identity::users::{EmailProofOutcome, User, prove_email, unlink_unproven};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions::{self, ProofTime, RepeatedSignIn, SessionCookie, StoredSignIn};
use crate::sign_in::upstream::name_of;

/// Proof of an email address.
#[derive(Clone, Copy, Debug)]
pub(super) enum EmailProof<'a> {
    /// The link of an email.
    Link(&'a SignInLink),
    /// The code of an email, typed in the browser that requested it.
    Code {
        /// The secret of that browser.
        attempt: &'a str,
        /// The code as it was typed.
        typed: &'a str,
    },
}

impl EmailProof<'_> {
    /// Returns the authentication method (RFC 8176 has a name for codes, but not for links).
    fn method(self) -> &'static str {
        match self {
            Self::Link(_) => "email",
            Self::Code { .. } => "otp",
        }
    }
}

/// Result of a sign-in by email.
#[derive(Clone, Debug)]
pub(super) enum EmailSignInOutcome {
    /// The user is signed in.
    SignedIn {
        /// The new session.
        started: SessionCookie,
        /// True if this is the user's first sign-in.
        is_new: bool,
        /// The URL to which the request for the email wanted to lead.
        wanted: Option<String>,
    },
    /// The proof is wrong, used up or expired.
    NotValid,
    /// The user may not sign in; the proof stays unused.
    Denied,
    /// The client wants the user of the current session to authenticate again; the proof stays unused.
    OtherUser,
    /// The user could not be created; the proof stays unused.
    NotCreated,
    /// Another defect of ours; the proof stays unused.
    Broken,
}

impl EmailSignInOutcome {
    /// Returns the outcome of a proof that its browser sent before; the session may have ended since.
    fn from_repeated(first: Option<RepeatedSignIn>) -> Self {
        match first {
            Some(first) => Self::SignedIn {
                started: first.started,
                is_new: first.is_new,
                wanted: Some(first.bound_for),
            },
            None => Self::NotValid,
        }
    }
}

/// Completes a sign-in. A defect becomes an error code, so that the user sees a page of ours.
pub(super) async fn complete_email_sign_in(
    app: &App,
    proof: EmailProof<'_>,
    browser: BrowserContext<'_>,
) -> Result<EmailSignInOutcome, Failure> {
    match try_complete(app, proof, browser).await {
        Ok(outcome) => Ok(outcome),
        Err(failure) => own_failure_as(failure, EmailSignInOutcome::Broken),
    }
}

async fn try_complete(
    app: &App,
    proof: EmailProof<'_>,
    visitor: BrowserContext<'_>,
) -> Result<EmailSignInOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    match check_proof(app, &mut transaction.connection(), proof).await? {
        EmailProofCheck::User {
            user,
            is_new,
            is_first_proof,
            wanted,
        } => {
            let visitor = BrowserContext {
                destination: wanted.as_deref().unwrap_or(visitor.destination),
                ..visitor
            };
            let authentication = Authentication {
                user: &user,
                is_new,
                method: proof.method(),
                proof_time: ProofTime::Now,
                browser: visitor,
            };
            let admission = if is_first_proof && !is_signed_in_as(app, &user, visitor).await? {
                remove_unproven_methods(app, &mut transaction.connection(), authentication).await?;
                start_only_session_without_grants(app, transaction, authentication).await?
            } else {
                start_session(app, transaction, authentication).await?
            };
            Ok(match admission {
                StartSessionOutcome::SignedIn(started) => EmailSignInOutcome::SignedIn {
                    started,
                    is_new,
                    wanted,
                },
                StartSessionOutcome::Denied => {
                    return record_denied(app, &user, proof, visitor).await;
                }
                StartSessionOutcome::OtherUser => EmailSignInOutcome::OtherUser,
            })
        }
        EmailProofCheck::NotValid => refuse_or_repeat(app, transaction, proof, visitor).await,
        EmailProofCheck::Denied(user) => {
            transaction.rollback().await?;
            record_denied(app, &user, proof, visitor).await
        }
        EmailProofCheck::NotCreated(failure) => {
            own_failure_as(failure, EmailSignInOutcome::NotCreated)
        }
    }
}

/// Refuses an invalid proof, unless the browser sent it before while it was valid and lost the response.
async fn refuse_or_repeat(
    app: &App,
    mut transaction: Transaction,
    proof: EmailProof<'_>,
    browser: BrowserContext<'_>,
) -> Result<EmailSignInOutcome, Failure> {
    if let Some(stored) = find_stored(app, &mut transaction.connection(), browser).await? {
        transaction.rollback().await?;
        return Ok(EmailSignInOutcome::from_repeated(
            stored.session(app).await?,
        ));
    }
    // Commits also after a wrong code, because the failed attempt counts.
    record_wrong_proof(app, &mut transaction.connection(), proof, browser).await?;
    transaction.commit().await?;
    Ok(EmailSignInOutcome::NotValid)
}

/// Finds the outcome of this proof if the same browser sent it before.
pub(super) async fn find_stored(
    app: &App,
    db: &mut Connection<'_>,
    browser: BrowserContext<'_>,
) -> Result<Option<StoredSignIn>, Failure> {
    match browser.repeat {
        Some(key) => sessions::find_stored(app, db, key, browser.session).await,
        None => Ok(None),
    }
}

/// Result of examining a proof.
enum EmailProofCheck {
    User {
        user: User,
        is_new: bool,
        is_first_proof: bool,
        wanted: Option<String>,
    },
    NotValid,
    Denied(User),
    NotCreated(Failure),
}

/// Returns whether the browser is signed in as this user already, so that no other person proves the address.
pub(super) async fn is_signed_in_as(
    app: &App,
    user: &User,
    browser: BrowserContext<'_>,
) -> Result<bool, Failure> {
    let current = match browser.session {
        Some(id) => current_user(app, id).await?,
        None => None,
    };
    Ok(current.is_some_and(|current| current.user_id == user.id))
}

/// Removes the password, all passkeys, and the accounts whose provider does not confirm the address. This is the first proof of
/// the address by email, from a browser without a session of the user: another person may have added these sign-in methods.
pub(super) async fn remove_unproven_methods(
    app: &App,
    db: &mut Connection<'_>,
    authentication: Authentication<'_>,
) -> Result<(), Failure> {
    hashes::delete(db, &authentication.user.id).await?;
    for account in unlink_unproven(db, authentication.user).await? {
        let event = AuditEvent {
            actor: &authentication.user.id,
            action: Action::AccountUnlinked,
            subject: &account.id,
            network: Some(authentication.browser.network.to_string()),
            client_id: None,
            details: json!({ "provider": account.provider, "reason": "address_proven" }),
        };
        audit::record(app, db, event).await?;
        if let Some(email) = &authentication.user.email {
            mail::queue_notice(
                app,
                db,
                email,
                Notice::MethodRemoved(name_of(app, &account.provider)),
            )
            .await?;
        }
    }
    for passkey in passkeys::store::remove_of_user(db, &authentication.user.id).await? {
        let event = AuditEvent {
            actor: &authentication.user.id,
            action: Action::PasskeyRemoved,
            subject: &passkey,
            network: Some(authentication.browser.network.to_string()),
            client_id: None,
            details: json!({ "reason": "address_proven" }),
        };
        audit::record(app, db, event).await?;
    }
    Ok(())
}

async fn check_proof(
    app: &App,
    db: &mut Connection<'_>,
    proof: EmailProof<'_>,
) -> Result<EmailProofCheck, Failure> {
    let taken = match proof {
        EmailProof::Link(link) => mail::take_by_link(app, db, link).await?,
        EmailProof::Code { attempt, typed } => mail::take_by_code(app, db, attempt, typed).await?,
    };
    let Some(ProvenEmail {
        email,
        callback_url,
    }) = taken
    else {
        return Ok(EmailProofCheck::NotValid);
    };
    Ok(match prove_email(app, db, &email).await? {
        EmailProofOutcome::User {
            user,
            is_new,
            is_first_proof,
        } => EmailProofCheck::User {
            user,
            is_new,
            is_first_proof,
            wanted: callback_url,
        },
        EmailProofOutcome::Inactive(user) => EmailProofCheck::Denied(user),
        EmailProofOutcome::NotCreated(failure) => EmailProofCheck::NotCreated(failure),
    })
}

/// Records that the user of an unused proof may not sign in.
async fn record_denied(
    app: &App,
    user: &User,
    proof: EmailProof<'_>,
    browser: BrowserContext<'_>,
) -> Result<EmailSignInOutcome, Failure> {
    let failed = SignInFailure {
        actor: None,
        subject: &user.id,
        visitor: browser,
        details: json!({ "way": proof.method(), "reason": "inactive" }),
    };
    let mut transaction = app.database.begin().await?;
    record_sign_in_failure(app, &mut transaction.connection(), failed).await?;
    transaction.commit().await?;
    Ok(EmailSignInOutcome::Denied)
}

/// Records a wrong proof in the audit log, without the user of its address, who may not have sent it.
async fn record_wrong_proof(
    app: &App,
    db: &mut Connection<'_>,
    proof: EmailProof<'_>,
    browser: BrowserContext<'_>,
) -> Result<(), Failure> {
    let failed = SignInFailure {
        actor: None,
        subject: "anonymous",
        visitor: browser,
        details: json!({ "way": proof.method(), "reason": "Verification" }),
    };
    record_sign_in_failure(app, db, failed).await
}

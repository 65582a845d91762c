//! Completes a sign-in by email: consumes the proof, finds or creates the user and starts the session, all in one commit.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::admit::{Admission, Arrival, Visitor, admit, admit_anew};
use super::arrive::ours;
use super::read_session::current_user;
use super::write_failure::{Failed, write_failure};
use crate::app::App;
use crate::audit::{self, Action, AuditEvent};
use crate::mail::{self, Notice, SignInLink, Taken};
use crate::passkeys;
use crate::passwords::store::hashes;
use crate::sessions::{self, KeptSignIn, ProofTime, RepeatedSignIn, Started};
use crate::upstream::name_of;
use crate::users::{Proven, User, prove_email, unlink_unproven};

/// Proof of an email address.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proof<'a> {
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

impl Proof<'_> {
    /// Returns the authentication method (RFC 8176 has a name for codes, but not for links).
    fn way(self) -> &'static str {
        match self {
            Self::Link(_) => "email",
            Self::Code { .. } => "otp",
        }
    }
}

/// Result of a sign-in by email.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The user is signed in.
    SignedIn {
        /// The new session.
        started: Started,
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
    OtherPerson,
    /// The user could not be created; the proof stays unused.
    NotCreated,
    /// Another defect of ours; the proof stays unused.
    Broken,
}

impl Outcome {
    /// Returns the outcome of a proof that its browser sent before; the session may have ended since.
    fn of_repeated(first: Option<RepeatedSignIn>) -> Self {
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
pub(super) async fn complete(
    app: &App,
    proof: Proof<'_>,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    match prove(app, proof, visitor).await {
        Ok(outcome) => Ok(outcome),
        Err(failure) => ours(failure, Outcome::Broken),
    }
}

async fn prove(app: &App, proof: Proof<'_>, visitor: Visitor<'_>) -> Result<Outcome, Failure> {
    let mut transaction = app.database.begin().await?;
    match examine(app, &mut transaction.connection(), proof).await? {
        Examined::Person {
            user,
            is_new,
            is_first_proof,
            wanted,
        } => {
            let visitor = Visitor {
                bound_for: wanted.as_deref().unwrap_or(visitor.bound_for),
                ..visitor
            };
            let arrival = Arrival {
                user: &user,
                is_new,
                way: proof.way(),
                proof_time: ProofTime::Now,
                visitor,
            };
            let admission = if is_first_proof && !is_at_home(app, &user, visitor).await? {
                take_over(app, &mut transaction.connection(), arrival).await?;
                admit_anew(app, transaction, arrival).await?
            } else {
                admit(app, transaction, arrival).await?
            };
            Ok(match admission {
                Admission::SignedIn(started) => Outcome::SignedIn {
                    started,
                    is_new,
                    wanted,
                },
                Admission::Denied => return denied(app, &user, proof, visitor).await,
                Admission::OtherPerson => Outcome::OtherPerson,
            })
        }
        Examined::NotValid => refuse_or_repeat(app, transaction, proof, visitor).await,
        Examined::Denied(user) => {
            transaction.rollback().await?;
            denied(app, &user, proof, visitor).await
        }
        Examined::NotCreated(failure) => ours(failure, Outcome::NotCreated),
    }
}

/// Refuses an invalid proof, unless the browser sent it before while it was valid and lost the response.
async fn refuse_or_repeat(
    app: &App,
    mut transaction: Transaction,
    proof: Proof<'_>,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    if let Some(kept) = find_kept(app, &mut transaction.connection(), visitor).await? {
        transaction.rollback().await?;
        return Ok(Outcome::of_repeated(kept.session(app).await?));
    }
    // Commits also after a wrong code, because the failed attempt counts.
    wrong_proof(app, &mut transaction.connection(), proof, visitor).await?;
    transaction.commit().await?;
    Ok(Outcome::NotValid)
}

/// Finds the outcome of this proof if the same browser sent it before.
pub(super) async fn find_kept(
    app: &App,
    db: &mut Connection<'_>,
    visitor: Visitor<'_>,
) -> Result<Option<KeptSignIn>, Failure> {
    match visitor.repeat {
        Some(key) => sessions::find_kept(app, db, key, visitor.session).await,
        None => Ok(None),
    }
}

/// Result of examining a proof.
enum Examined {
    Person {
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
pub(super) async fn is_at_home(
    app: &App,
    user: &User,
    visitor: Visitor<'_>,
) -> Result<bool, Failure> {
    let current = match visitor.session {
        Some(id) => current_user(app, id).await?,
        None => None,
    };
    Ok(current.is_some_and(|current| current.user_id == user.id))
}

/// Removes the password, all passkeys, and the accounts whose provider does not confirm the address. This is the first proof of
/// the address by email, from a browser without a session of the user: another person may have added these sign-in methods.
pub(super) async fn take_over(
    app: &App,
    db: &mut Connection<'_>,
    arrival: Arrival<'_>,
) -> Result<(), Failure> {
    hashes::delete(db, &arrival.user.id).await?;
    for account in unlink_unproven(db, arrival.user).await? {
        let event = AuditEvent {
            actor: &arrival.user.id,
            action: Action::AccountUnlinked,
            subject: &account.id,
            network: Some(arrival.visitor.network.to_string()),
            client_id: None,
            details: json!({ "provider": account.provider, "reason": "address_proven" }),
        };
        audit::record(app, db, event).await?;
        if let Some(email) = &arrival.user.email {
            mail::queue_notice(
                app,
                db,
                email,
                Notice::Removed(name_of(app, &account.provider)),
            )
            .await?;
        }
    }
    for passkey in passkeys::store::remove_of_user(db, &arrival.user.id).await? {
        let event = AuditEvent {
            actor: &arrival.user.id,
            action: Action::PasskeyRemoved,
            subject: &passkey,
            network: Some(arrival.visitor.network.to_string()),
            client_id: None,
            details: json!({ "reason": "address_proven" }),
        };
        audit::record(app, db, event).await?;
    }
    Ok(())
}

async fn examine(
    app: &App,
    db: &mut Connection<'_>,
    proof: Proof<'_>,
) -> Result<Examined, Failure> {
    let taken = match proof {
        Proof::Link(link) => mail::take_by_link(app, db, link).await?,
        Proof::Code { attempt, typed } => mail::take_by_code(app, db, attempt, typed).await?,
    };
    let Some(Taken {
        email,
        callback_url,
    }) = taken
    else {
        return Ok(Examined::NotValid);
    };
    Ok(match prove_email(app, db, &email).await? {
        Proven::User {
            user,
            is_new,
            is_first_proof,
        } => Examined::Person {
            user,
            is_new,
            is_first_proof,
            wanted: callback_url,
        },
        Proven::Inactive(user) => Examined::Denied(user),
        Proven::NotCreated(failure) => Examined::NotCreated(failure),
    })
}

/// Records that the user of an unused proof may not sign in.
async fn denied(
    app: &App,
    user: &User,
    proof: Proof<'_>,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    let failed = Failed {
        actor: None,
        subject: &user.id,
        visitor,
        details: json!({ "way": proof.way(), "reason": "inactive" }),
    };
    let mut transaction = app.database.begin().await?;
    write_failure(app, &mut transaction.connection(), failed).await?;
    transaction.commit().await?;
    Ok(Outcome::Denied)
}

/// Records a wrong proof in the audit log, without the user of its address, who may not have sent it.
async fn wrong_proof(
    app: &App,
    db: &mut Connection<'_>,
    proof: Proof<'_>,
    visitor: Visitor<'_>,
) -> Result<(), Failure> {
    let failed = Failed {
        actor: None,
        subject: "anonymous",
        visitor,
        details: json!({ "way": proof.way(), "reason": "Verification" }),
    };
    write_failure(app, db, failed).await
}

//! Setting a password: by the link of a mail, or by whoever is signed in. Every other session of the person ends in the
//! same commit, and this browser goes on under a new one. Where it takes the place of another password, or may, all that
//! was granted ends too, `offline_access` or not: whoever knew the old one may have allowed it.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::super::admit::{Admission, Arrival, Visitor, admit_alone, admit_anew};
use super::super::complete::{is_at_home, take_over};
use super::super::read_session::current_user;
use super::enter::{WAY, record_failure};
use super::person::Person;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::passwords::store::hashes;
use crate::passwords::{
    self, Attempt, NewHash, Password, PasswordLink, Right, Surroundings, Verified, Weakness,
};
use crate::sessions::{ProofTime, Started};
use crate::texts::say;
use crate::users::{self, Proven, prove_email};

/// How it went.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// It is set, and the browser has a new session.
    Set(Started),
    /// The new password is too weak.
    Weak(Weakness),
    /// The link is used up, expired or wrong.
    NotValid,
    /// Nobody has this address, and it may not begin with a password.
    Unknown,
    /// The current password is wrong.
    WrongCurrent,
    /// The person has to prove anew who they are.
    SignInAgain,
    /// The person may not sign in.
    Denied,
    /// Another person was to confirm who they are.
    OtherPerson,
    /// Too many others wait.
    Busy,
}

/// By what a password is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// By the link of a mail: whoever forgot the old one, or lost the account to somebody.
    Link,
    /// By the old one.
    OldPassword,
    /// By a young sign-in: it is the first one, and nothing goes.
    Session,
}

impl By {
    /// The word in the trail.
    const fn word(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::OldPassword | Self::Session => "session",
        }
    }
}

/// Sets a password by the link of a mail. A password that is too weak leaves the link as it was.
pub(super) async fn set_by_link(
    app: &App,
    link: &PasswordLink,
    password: &Password,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    // Nobody without a live link has a core work for him.
    if !passwords::is_live(app, link).await? {
        return Ok(Outcome::NotValid);
    }
    if let Some(weakness) = weakness(app, password, &link.email) {
        return Ok(Outcome::Weak(weakness));
    }
    let Some(hash) = passwords::hash(app, password).await? else {
        return Ok(Outcome::Busy);
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !passwords::take_link(app, &mut db, link).await? {
        return Ok(Outcome::NotValid);
    }
    let may_register = app.config.passwords.may_register(&link.email);
    if !may_register && hashes::find(&mut db, &link.email).await?.is_none() {
        return Ok(Outcome::Unknown);
    }
    let (user, is_new, is_first_proof) = match prove_email(app, &mut db, &link.email).await? {
        Proven::User {
            user,
            is_new,
            is_first_proof,
        } => (user, is_new, is_first_proof),
        Proven::Inactive(user) => {
            transaction.rollback().await?;
            record_failure(app, &user.id, "inactive", visitor).await?;
            return Ok(Outcome::Denied);
        }
        Proven::NotCreated(failure) => return Err(failure),
    };
    let arrival = Arrival {
        user: &user,
        is_new,
        way: WAY,
        proof_time: ProofTime::Now,
        visitor,
    };
    if is_first_proof && !is_at_home(app, &user, visitor).await? {
        take_over(app, &mut db, arrival).await?;
    }
    hash.put(app, &mut db, &user.id).await?;
    finish(app, transaction, arrival, By::Link).await
}

/// Sets the password of whoever is signed in: with the current one, or, where there is none yet, soon after another
/// proof.
pub(super) async fn change(
    app: &App,
    person: &Person,
    (current, new): (&Password, &Password),
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    let user = &person.user;
    let Some(email) = user.email.as_deref() else {
        return Ok(Outcome::Unknown);
    };
    if !person.has_password && !person.is_fresh(app.clock.now()) {
        return Ok(Outcome::SignInAgain);
    }
    if let Some(weakness) = weakness(app, new, email) {
        return Ok(Outcome::Weak(weakness));
    }
    let right = match prove(app, person, current, visitor).await? {
        Ok(right) => right,
        Err(outcome) => return Ok(outcome),
    };
    let Some(hash) = passwords::hash(app, new).await? else {
        return Ok(Outcome::Busy);
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !is_here_still(app, &mut db, person, visitor).await? {
        return Ok(Outcome::SignInAgain);
    }
    if !put(app, &mut db, &user.id, right.as_ref(), &hash).await? {
        return Ok(Outcome::WrongCurrent);
    }
    // A first password proves nothing: the sign-in of the session is what proves who sets it.
    let proof_time = match right {
        Some(_) => ProofTime::Now,
        None => ProofTime::of_provider(person.session.proven_at()),
    };
    let arrival = Arrival {
        user,
        is_new: false,
        way: WAY,
        proof_time,
        visitor,
    };
    let by = match right {
        Some(_) => By::OldPassword,
        None => By::Session,
    };
    finish(app, transaction, arrival, by).await
}

/// Whether the session lives still: the work on a password takes its time, and whoever was put out meanwhile sets none.
async fn is_here_still(
    app: &App,
    db: &mut Connection<'_>,
    person: &Person,
    visitor: Visitor<'_>,
) -> Result<bool, Failure> {
    // The user before the session, as everybody who ends sessions holds them.
    let user = users::store::hold(db, &person.user.id).await?;
    let now = app.clock.now();
    if user.is_none() || !app.sessions.hold(db, &person.session, now).await? {
        return Ok(false);
    }
    // One in Redis cannot be held, so that it is looked at once more.
    match visitor.session {
        Some(id) => current_user(app, id).await.map(|found| found.is_some()),
        None => Ok(false),
    }
}

/// Tries the current password, where there is one; the error is how it went.
async fn prove(
    app: &App,
    person: &Person,
    current: &Password,
    visitor: Visitor<'_>,
) -> Result<Result<Option<Right>, Outcome>, Failure> {
    if !person.has_password {
        return Ok(Ok(None));
    }
    let attempt = Attempt {
        identifier: person.user.email.as_deref().unwrap_or_default(),
        password: current,
        network: visitor.network,
    };
    Ok(match passwords::verify(app, attempt).await? {
        Verified::Right(right) => Ok(Some(right)),
        Verified::Busy => Err(Outcome::Busy),
        Verified::TooMany => Err(Outcome::WrongCurrent),
        Verified::Wrong { .. } => {
            record_failure(app, &person.user.id, "wrong", visitor).await?;
            Err(Outcome::WrongCurrent)
        }
    })
}

/// Replaces the password that was proven, or sets the first one; false when somebody else was faster.
async fn put(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    right: Option<&Right>,
    hash: &NewHash,
) -> Result<bool, Failure> {
    match right {
        Some(right) if passwords::settle(db, right).await? => {
            hash.put(app, db, user_id).await.map(|()| true)
        }
        Some(_) => Ok(false),
        None => hash.put_first(app, db, user_id).await,
    }
}

/// Writes it down, tells the person by mail, ends the other sessions and begins one here, all in one commit.
async fn finish(
    app: &App,
    mut transaction: Transaction,
    arrival: Arrival<'_>,
    by: By,
) -> Result<Outcome, Failure> {
    let user = arrival.user;
    let mut db = transaction.connection();
    let event = Event {
        actor: &user.id,
        action: Action::PasswordSet,
        subject: &user.id,
        network: Some(arrival.visitor.network.to_string()),
        client_id: None,
        details: json!({ "by": by.word() }),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &user.email {
        mail::queue_notice(app, &mut db, email, Notice::Added(say("A new password"))).await?;
    }
    let admission = match by {
        By::Link | By::OldPassword => admit_anew(app, transaction, arrival).await?,
        By::Session => admit_alone(app, transaction, arrival).await?,
    };
    app.mail.wake();
    Ok(match admission {
        Admission::SignedIn(started) => Outcome::Set(started),
        Admission::Denied => Outcome::Denied,
        Admission::OtherPerson => Outcome::OtherPerson,
    })
}

fn weakness(app: &App, password: &Password, email: &str) -> Option<Weakness> {
    let host = app.config.base.host();
    password.weakness(Surroundings { email, host })
}

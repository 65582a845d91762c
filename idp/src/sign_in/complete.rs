//! Completing a sign-in by mail: the proof is taken, the user found or made, and the session begun: one commit makes it so.

use foundation::{Connection, Failure};

use super::admit::{Admission, Arrival, Visitor, admit};
use crate::app::App;
use crate::mail::{self, SignInLink, Taken};
use crate::sessions::Started;
use crate::users::{Proven, User, prove_email};

/// What a person proves who they are with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proof<'a> {
    /// The link of a mail.
    Link(&'a SignInLink),
    /// The code of the same mail, typed in the browser that asked for it.
    Code {
        /// The secret of that browser.
        attempt: &'a str,
        /// What was typed.
        typed: &'a str,
    },
}

impl Proof<'_> {
    /// The name of the proof (RFC 8176 has one for codes, none for links).
    fn way(self) -> &'static str {
        match self {
            Self::Link(_) => "email",
            Self::Code { .. } => "otp",
        }
    }
}

/// How it went.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The person is signed in.
    SignedIn {
        /// The new session.
        started: Started,
        /// Where the person wanted to go when the mail was asked for.
        wanted: Option<String>,
    },
    /// The proof is wrong, used up or expired.
    NotValid,
    /// The person may not sign in; the proof stays unused.
    Denied,
}

/// Completes a sign-in.
pub(super) async fn complete(
    app: &App,
    proof: Proof<'_>,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    let mut transaction = app.database.begin().await?;
    match examine(app, &mut transaction.connection(), proof).await? {
        Examined::Person {
            user,
            is_new,
            wanted,
        } => {
            let arrival = Arrival {
                user: &user,
                is_new,
                way: proof.way(),
                visitor,
            };
            Ok(match admit(app, transaction, arrival).await? {
                Admission::SignedIn(started) => Outcome::SignedIn { started, wanted },
                Admission::Denied => Outcome::Denied,
            })
        }
        Examined::NotValid => {
            // A wrong code is committed as well: the try counts.
            transaction.commit().await?;
            Ok(Outcome::NotValid)
        }
        Examined::Denied => {
            transaction.rollback().await?;
            Ok(Outcome::Denied)
        }
    }
}

/// What a proof turned out to be worth.
enum Examined {
    Person {
        user: User,
        is_new: bool,
        wanted: Option<String>,
    },
    NotValid,
    Denied,
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
        Proven::User { user, is_new } => Examined::Person {
            user,
            is_new,
            wanted: callback_url,
        },
        Proven::Inactive => Examined::Denied,
    })
}

//! Signs in with a passkey: verifies the response against its ceremony and starts the session in one transaction.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::super::admit::{Admission, Arrival, Visitor, admit};
use super::super::complete::find_kept;
use super::super::write_failure::{Failed, write_failure};
use crate::app::App;
use crate::passkeys::{self, Answer, KeptPasskey, Proof, RelyingParty};
use crate::sessions::{KeptSignIn, ProofTime, Started};
use crate::users;

/// Result of a sign-in with a passkey.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The user is signed in.
    SignedIn(Started),
    /// The sign-in is refused; the result hides the reason.
    Refused,
    /// The passkey is right, but the user may not sign in.
    Denied,
    /// The client wants the user of the current session to authenticate again.
    OtherPerson,
}

/// Signs in the owner of the passkey that signed the response.
pub(super) async fn enter(
    app: &App,
    party: &RelyingParty,
    answer: Answer<'_>,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (subject, reason) = match passkeys::prove(app, &mut db, party, answer).await? {
        Proof::Owner(kept) => return admit_owner(app, transaction, &kept, visitor).await,
        Proof::Cloned(kept) => {
            tracing::warn!(user = kept.user_id, "a passkey counted backwards");
            (Some(kept.user_id), "counter")
        }
        Proof::NotValid { user_id } => {
            if let Some(kept) = find_kept(app, &mut db, visitor).await? {
                return answer_again(app, transaction, kept).await;
            }
            (user_id, "wrong")
        }
        Proof::TooMany { user_id } => (user_id, "too_many"),
    };
    let subject = subject.as_deref().unwrap_or("unknown");
    record_failure(app, &mut db, subject, reason, visitor).await?;
    transaction.commit().await?;
    Ok(Outcome::Refused)
}

/// Returns the outcome of a response that its browser sent before; the session may have ended since.
async fn answer_again(
    app: &App,
    transaction: Transaction,
    kept: KeptSignIn,
) -> Result<Outcome, Failure> {
    transaction.rollback().await?;
    let first = kept.session(app).await?;
    Ok(first.map_or(Outcome::Refused, |first| Outcome::SignedIn(first.started)))
}

async fn admit_owner(
    app: &App,
    mut transaction: Transaction,
    kept: &KeptPasskey,
    visitor: Visitor<'_>,
) -> Result<Outcome, Failure> {
    let found = users::store::find(&mut transaction.connection(), &kept.user_id).await?;
    let Some(user) = found else {
        transaction.rollback().await?;
        return Ok(Outcome::Refused);
    };
    let arrival = Arrival {
        user: &user,
        is_new: false,
        way: kept.way(),
        proof_time: ProofTime::Now,
        visitor,
    };
    match admit(app, transaction, arrival).await? {
        Admission::SignedIn(started) => Ok(Outcome::SignedIn(started)),
        Admission::OtherPerson => Ok(Outcome::OtherPerson),
        Admission::Denied => {
            let mut transaction = app.database.begin().await?;
            let mut db = transaction.connection();
            record_failure(app, &mut db, &user.id, "inactive", visitor).await?;
            transaction.commit().await?;
            Ok(Outcome::Denied)
        }
    }
}

async fn record_failure(
    app: &App,
    db: &mut Connection<'_>,
    subject: &str,
    reason: &str,
    visitor: Visitor<'_>,
) -> Result<(), Failure> {
    let failed = Failed {
        actor: None,
        subject,
        visitor,
        details: json!({ "way": "passkey", "reason": reason }),
    };
    write_failure(app, db, failed).await
}

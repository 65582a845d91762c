//! Starts the session of an authenticated user: the common last step of all sign-in methods.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::callback_url::{Named, named_in};
use super::step_up::is_of_another;
use crate::app::App;
use crate::audit::{self, Action, AuditEvent};
use crate::clients;
use crate::network::Network;
use crate::parking;
use crate::repeats::RepeatKey;
use crate::sessions::{self, NewSession, Others, ProofTime, Repeatable, Started};
use crate::users::User;

/// Browser that signs in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visitor<'a> {
    /// The `User-Agent` header.
    pub(crate) user_agent: Option<&'a str>,
    /// The session that the browser presents; the sign-in ends it.
    pub(crate) session: Option<&'a str>,
    /// The network of the request.
    pub(crate) network: Network,
    /// The URL to which the sign-in leads: one of our own, checked. It may name the client that sent the user.
    pub(crate) bound_for: &'a str,
    /// The key of the request if the browser may send it twice.
    pub(crate) repeat: Option<&'a RepeatKey>,
}

/// User who has authenticated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<'a> {
    pub(super) user: &'a User,
    /// True if this is the user's first sign-in.
    pub(super) is_new: bool,
    /// The authentication method (RFC 8176 if it has a name); several are separated by spaces.
    pub(super) way: &'a str,
    /// The time of the authentication.
    pub(super) proof_time: ProofTime,
    pub(super) visitor: Visitor<'a>,
}

/// Result of starting a session.
#[derive(Clone, Debug)]
pub(super) enum Admission {
    /// The user is signed in with this new session.
    SignedIn(Started),
    /// The user may not sign in; the proof stays unused.
    Denied,
    /// The client wants the user of the current session to authenticate again, and this is another one. The proof stays unused.
    OtherPerson,
}

/// Starts the session of an authenticated user, records it and commits. The consumed proof, the session and the audit
/// event are in the caller's transaction.
pub(super) async fn admit(
    app: &App,
    transaction: Transaction,
    arrival: Arrival<'_>,
) -> Result<Admission, Failure> {
    admit_beside(app, transaction, arrival, Others::Stay).await
}

/// Starts the session like [`admit`], and ends every other session of the user in the same commit.
pub(super) async fn admit_alone(
    app: &App,
    transaction: Transaction,
    arrival: Arrival<'_>,
) -> Result<Admission, Failure> {
    admit_beside(app, transaction, arrival, Others::End).await
}

/// Starts the session like [`admit_alone`], and also ends all grants, because another person may have issued them.
pub(super) async fn admit_anew(
    app: &App,
    transaction: Transaction,
    arrival: Arrival<'_>,
) -> Result<Admission, Failure> {
    admit_beside(app, transaction, arrival, Others::EndForGood).await
}

async fn admit_beside(
    app: &App,
    mut transaction: Transaction,
    arrival: Arrival<'_>,
    others: Others,
) -> Result<Admission, Failure> {
    let Arrival {
        user,
        is_new,
        way,
        proof_time,
        visitor,
    } = arrival;
    if !user.is_active {
        transaction.rollback().await?;
        return Ok(Admission::Denied);
    }
    if is_of_another(app, visitor.bound_for, visitor.session, &user.id).await? {
        transaction.rollback().await?;
        log_other_person(&user.id, way);
        return Ok(Admission::OtherPerson);
    }
    record_sign_in(app, &mut transaction.connection(), arrival).await?;
    let amr: Vec<_> = way.split(' ').collect();
    let new = NewSession {
        user_id: &user.id,
        amr: &amr,
        user_agent: visitor.user_agent,
        network: Some(visitor.network),
        replaces: visitor.session,
        others,
        proof_time,
        repeatable: visitor.repeat.map(|key| Repeatable {
            key,
            bound_for: visitor.bound_for,
            is_new,
        }),
    };
    let Some(started) = sessions::start(app, transaction, new).await? else {
        return Ok(Admission::Denied);
    };
    tracing::info!(user = user.id, is_new, way, "signed in");
    Ok(Admission::SignedIn(started))
}

fn log_other_person(user_id: &str, way: &str) {
    tracing::info!(
        user = user_id,
        way,
        "refused to replace the person who was to confirm"
    );
}

/// Records the sign-in in the audit log, in the caller's transaction.
async fn record_sign_in(
    app: &App,
    db: &mut Connection<'_>,
    arrival: Arrival<'_>,
) -> Result<(), Failure> {
    let Arrival { user, visitor, .. } = arrival;
    let client_id = client_of(app, db, visitor.bound_for).await?;
    let event = AuditEvent {
        actor: &user.id,
        action: Action::SignInSucceeded,
        subject: &user.id,
        network: Some(visitor.network.to_string()),
        client_id: client_id.as_deref(),
        details: json!({ "way": arrival.way, "new": arrival.is_new }),
    };
    audit::record(app, db, event).await
}

/// Returns the client whose authorization request the sign-in returns to.
pub(super) async fn client_of(
    app: &App,
    db: &mut Connection<'_>,
    bound_for: &str,
) -> Result<Option<String>, Failure> {
    let id = match named_in(bound_for) {
        Some(Named::Client(id)) => Some(id),
        Some(Named::Parked(name)) => parking::client_of(app, db, &name).await?,
        None => None,
    };
    match id.filter(|id| clients::is_id(id)) {
        Some(id) => {
            let client = clients::store::find(db, &id).await?;
            Ok(client.filter(|client| client.is_active).map(|_| id))
        }
        None => Ok(None),
    }
}

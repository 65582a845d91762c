//! Letting a proven person in: the one end of every way to sign in.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::callback_url::{Named, named_in};
use super::step_up::is_of_another;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::clients;
use crate::network::Network;
use crate::parking;
use crate::repeats::RepeatKey;
use crate::sessions::{self, NewSession, Others, ProofTime, Repeatable, Started};
use crate::users::User;

/// The browser that signs in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visitor<'a> {
    /// Its description of itself.
    pub(crate) user_agent: Option<&'a str>,
    /// The session that it presents; it ends.
    pub(crate) session: Option<&'a str>,
    /// Where it is.
    pub(crate) network: Network,
    /// Where sign-in is to lead to: an address of ours, checked; it tells on whose behalf somebody signs in.
    pub(crate) bound_for: &'a str,
    /// The key of the request, where the browser may send it again.
    pub(crate) repeat: Option<&'a RepeatKey>,
}

/// A person who proved who they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<'a> {
    /// Who it is.
    pub(super) user: &'a User,
    /// Whether this is the first sign-in.
    pub(super) is_new: bool,
    /// The name of the proof (RFC 8176 where it has one); of several, with spaces between them.
    pub(super) way: &'a str,
    /// When the person proved it.
    pub(super) proof_time: ProofTime,
    /// The browser.
    pub(super) visitor: Visitor<'a>,
}

/// Whether the person is in.
#[derive(Clone, Debug)]
pub(super) enum Admission {
    /// Signed in, by this new session.
    SignedIn(Started),
    /// The person may not sign in; the proof stays unused.
    Denied,
    /// A client wants another person, who is signed in here, to confirm who they are; the proof stays unused.
    OtherPerson,
}

/// Begins the session of a proven person with the caller's transaction, writes it down, and commits: what was proven,
/// the session and its trace stand or fall together.
pub(super) async fn admit(
    app: &App,
    transaction: Transaction,
    arrival: Arrival<'_>,
) -> Result<Admission, Failure> {
    admit_beside(app, transaction, arrival, Others::Stay).await
}

/// The same, and every other session of the person ends with the same commit.
pub(super) async fn admit_alone(
    app: &App,
    transaction: Transaction,
    arrival: Arrival<'_>,
) -> Result<Admission, Failure> {
    admit_beside(app, transaction, arrival, Others::End).await
}

/// The same, and all that the person had granted ends: whoever came in before may have been somebody else.
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

/// Writes the sign-in to the audit log, in the caller's transaction.
async fn record_sign_in(
    app: &App,
    db: &mut Connection<'_>,
    arrival: Arrival<'_>,
) -> Result<(), Failure> {
    let Arrival { user, visitor, .. } = arrival;
    let client_id = client_of(app, db, visitor.bound_for).await?;
    let event = Event {
        actor: &user.id,
        action: Action::SignInSucceeded,
        subject: &user.id,
        network: Some(visitor.network.to_string()),
        client_id: client_id.as_deref(),
        details: json!({ "way": arrival.way, "new": arrival.is_new }),
    };
    audit::record(app, db, event).await
}

/// The client that sends somebody here: the one whose authorization request the sign-in leads back to.
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

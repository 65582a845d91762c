//! Starts the session of an authenticated user: the common last step of all sign-in methods.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::callback_url::{RequestReference, find_reference};
use super::step_up::is_of_other_user;
use crate::app::App;
use crate::http::network::Network;
use crate::identity::users::User;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients;
use crate::protocol::pending_requests;
use crate::protocol::repeated_requests::RepeatKey;
use crate::session::sessions::{
    self, NewSession, OtherSessions, ProofTime, RepeatableSignIn, SessionCookie,
};

/// Browser that signs in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserContext<'a> {
    /// The `User-Agent` header.
    pub(crate) user_agent: Option<&'a str>,
    /// The session that the browser presents; the sign-in ends it.
    pub(crate) session: Option<&'a str>,
    /// The network of the request.
    pub(crate) network: Network,
    /// The URL to which the sign-in leads: one of our own, checked. It may name the client that sent the user.
    pub(crate) destination: &'a str,
    /// The key of the request if the browser may send it twice.
    pub(crate) repeat: Option<&'a RepeatKey>,
}

/// User who has authenticated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Authentication<'a> {
    pub(super) user: &'a User,
    /// True if this is the user's first sign-in.
    pub(super) is_new: bool,
    /// The authentication method (RFC 8176 if it has a name); several are separated by spaces.
    pub(super) method: &'a str,
    /// The time of the authentication.
    pub(super) proof_time: ProofTime,
    pub(super) browser: BrowserContext<'a>,
}

/// Result of starting a session.
#[derive(Clone, Debug)]
pub(super) enum StartSessionOutcome {
    /// The user is signed in with this new session.
    SignedIn(SessionCookie),
    /// The user may not sign in; the proof stays unused.
    Denied,
    /// The client wants the user of the current session to authenticate again, and this is another one. The proof stays unused.
    OtherUser,
}

/// Starts the session of an authenticated user, records it and commits. The consumed proof, the session and the audit
/// event are in the caller's transaction.
pub(super) async fn start_session(
    app: &App,
    transaction: Transaction,
    authentication: Authentication<'_>,
) -> Result<StartSessionOutcome, Failure> {
    start_session_with(app, transaction, authentication, OtherSessions::Remain).await
}

/// Starts the session like [`start_session`], and ends every other session of the user in the same commit.
pub(super) async fn start_only_session(
    app: &App,
    transaction: Transaction,
    authentication: Authentication<'_>,
) -> Result<StartSessionOutcome, Failure> {
    start_session_with(app, transaction, authentication, OtherSessions::End).await
}

/// Starts the session like [`start_only_session`], and also ends all grants, because another person may have issued them.
pub(super) async fn start_only_session_without_grants(
    app: &App,
    transaction: Transaction,
    authentication: Authentication<'_>,
) -> Result<StartSessionOutcome, Failure> {
    start_session_with(
        app,
        transaction,
        authentication,
        OtherSessions::EndWithGrants,
    )
    .await
}

async fn start_session_with(
    app: &App,
    mut transaction: Transaction,
    authentication: Authentication<'_>,
    others: OtherSessions,
) -> Result<StartSessionOutcome, Failure> {
    let Authentication {
        user,
        is_new,
        method: way,
        proof_time,
        browser: visitor,
    } = authentication;
    if !user.is_active {
        transaction.rollback().await?;
        return Ok(StartSessionOutcome::Denied);
    }
    if is_of_other_user(app, visitor.destination, visitor.session, &user.id).await? {
        transaction.rollback().await?;
        log_other_user(&user.id, way);
        return Ok(StartSessionOutcome::OtherUser);
    }
    record_sign_in(app, &mut transaction.connection(), authentication).await?;
    let amr: Vec<_> = way.split(' ').collect();
    let new = NewSession {
        user_id: &user.id,
        amr: &amr,
        user_agent: visitor.user_agent,
        network: Some(visitor.network),
        replaces: visitor.session,
        others,
        proof_time,
        repeatable: visitor.repeat.map(|key| RepeatableSignIn {
            key,
            bound_for: visitor.destination,
            is_new,
        }),
    };
    let Some(started) = sessions::start(app, transaction, new).await? else {
        return Ok(StartSessionOutcome::Denied);
    };
    tracing::info!(user = user.id, is_new, way, "signed in");
    Ok(StartSessionOutcome::SignedIn(started))
}

fn log_other_user(user_id: &str, way: &str) {
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
    authentication: Authentication<'_>,
) -> Result<(), Failure> {
    let Authentication {
        user,
        browser: visitor,
        ..
    } = authentication;
    let client_id = client_of(app, db, visitor.destination).await?;
    let event = AuditEvent {
        actor: &user.id,
        action: Action::SignInSucceeded,
        subject: &user.id,
        network: Some(visitor.network.to_string()),
        client_id: client_id.as_deref(),
        details: json!({ "way": authentication.method, "new": authentication.is_new }),
    };
    audit::record(app, db, event).await
}

/// Returns the client whose authorization request the sign-in returns to.
pub(super) async fn client_of(
    app: &App,
    db: &mut Connection<'_>,
    bound_for: &str,
) -> Result<Option<String>, Failure> {
    let id = match find_reference(bound_for) {
        Some(RequestReference::Client(id)) => Some(id),
        Some(RequestReference::Pending(name)) => {
            pending_requests::client_of(app, db, &name).await?
        }
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

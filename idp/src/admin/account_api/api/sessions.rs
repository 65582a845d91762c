//! Operations on the user's own sessions: list them and end them.

use foundation::Failure;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::problem::{AccountProblem, AccountProblemKind, problem, safe_id};
use super::tag::AccountTag;
use crate::admin::account_api::guard::AccountCaller;
use crate::admin::account_api::store::{ClientOfSession, clients_of_sessions};
use crate::session::sessions::{self, Session};
use crate::sign_in::account::sessions::{Device, DeviceKind};

/// The kind of device that a browser runs on.
#[derive(Enum)]
#[oai(rename_all = "lowercase")]
enum DeviceForm {
    Desktop,
    Phone,
    Tablet,
    Unknown,
}

/// A browser, as its `User-Agent` header describes it.
#[derive(Object)]
#[oai(rename = "Device", skip_serializing_if_is_none)]
struct OwnDevice {
    kind: DeviceForm,
    /// The browser's name.
    browser: Option<String>,
    /// The system that the browser runs on.
    system: Option<String>,
}

/// A client that has a grant of a session.
#[derive(Object)]
struct SessionApplication {
    client_id: String,
    name: String,
}

/// A browser in which the user is signed in.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct OwnSession {
    id: String,
    /// True if the access token of this request was issued in this session.
    current: bool,
    device: OwnDevice,
    /// The network in which the session started: an IPv4 address or an IPv6 /64.
    ip: Option<String>,
    /// The sign-in method: `email`, `password`, `passkey`, or a provider's id.
    method: String,
    /// ISO 8601.
    created_at: String,
    /// When the session started or was last extended, which happens at most once a day; ISO 8601.
    last_seen_at: String,
    /// The clients that have a grant of this session.
    applications: Vec<SessionApplication>,
}

/// All sessions of the user, the most recently seen first.
#[derive(Object)]
struct OwnSessions {
    items: Vec<OwnSession>,
}

/// The session that is not ended.
#[derive(Enum)]
#[oai(rename_all = "lowercase")]
enum Except {
    /// The session of this request's access token.
    Current,
}

/// The result of ending sessions.
#[derive(Object)]
struct EndedSessions {
    /// The number of sessions that ended.
    ended: u64,
}

#[derive(ApiResponse)]
enum EndSessionResponse {
    /// The session has ended.
    #[oai(status = 204)]
    Ended,
    /// You have no such session.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
}

/// Operations on the user's own sessions.
pub(super) struct OwnSessionsApi;

#[OpenApi]
impl OwnSessionsApi {
    /// List your sessions.
    #[oai(
        path = "/sessions",
        method = "get",
        operation_id = "list_own_sessions",
        tag = "AccountTag::Sessions"
    )]
    async fn list(&self, caller: AccountCaller) -> poem::Result<Json<OwnSessions>> {
        let items = own_sessions(&caller).await?;
        Ok(Json(OwnSessions { items }))
    }

    /// End one of your sessions and its grants.
    ///
    /// You may end the session of this request's access token; the token is no longer valid then.
    #[oai(
        path = "/sessions/:session_id",
        method = "delete",
        operation_id = "end_own_session",
        tag = "AccountTag::Sessions"
    )]
    async fn end(
        &self,
        caller: AccountCaller,
        session_id: Path<String>,
    ) -> poem::Result<EndSessionResponse> {
        let network = Some(caller.network);
        if sessions::end_one(&caller.app, &caller.user.id, safe_id(&session_id), network).await? {
            return Ok(EndSessionResponse::Ended);
        }
        let detail = "You have no session of this id. It may have ended already.";
        Ok(EndSessionResponse::Unknown(problem(
            &caller,
            AccountProblemKind::NotFound,
            detail,
        )))
    }

    /// End all your other sessions and their grants.
    #[oai(
        path = "/sessions",
        method = "delete",
        operation_id = "end_own_sessions",
        tag = "AccountTag::Sessions"
    )]
    async fn end_others(
        &self,
        caller: AccountCaller,
        /// The session to keep; the parameter is required.
        except: Query<Except>,
    ) -> poem::Result<Json<EndedSessions>> {
        let Except::Current = except.0;
        let (app, user_id, sid) = (&caller.app, &caller.user.id, &caller.session.sid);
        let ended = sessions::end_others(app, user_id, sid, Some(caller.network)).await?;
        let ended = u64::try_from(ended.len()).unwrap_or(u64::MAX);
        Ok(Json(EndedSessions { ended }))
    }
}

/// Returns the user's sessions.
pub(super) async fn own_sessions(caller: &AccountCaller) -> Result<Vec<OwnSession>, Failure> {
    let listed = sessions::list_of_user(&caller.app, &caller.user.id).await?;
    let mut reader = caller.app.database.reader().await?;
    let now = caller.app.clock.now();
    let clients = clients_of_sessions(&mut reader.connection(), &caller.user.id, now).await?;
    let view = |session| own_session(session, &caller.session.sid, &clients);
    Ok(listed.into_iter().map(view).collect())
}

fn own_session(session: Session, current: &str, clients: &[ClientOfSession]) -> OwnSession {
    let device = Device::parse(session.user_agent.as_deref());
    let applications = clients.iter().filter(|one| one.sid == session.sid);
    OwnSession {
        current: session.sid == current,
        device: OwnDevice {
            kind: match device.kind {
                DeviceKind::Desktop => DeviceForm::Desktop,
                DeviceKind::Phone => DeviceForm::Phone,
                DeviceKind::Tablet => DeviceForm::Tablet,
                DeviceKind::Unknown => DeviceForm::Unknown,
            },
            browser: device.browser.map(ToOwned::to_owned),
            system: device.system.map(ToOwned::to_owned),
        },
        ip: session.network,
        method: method(&session.amr),
        created_at: session.created_at.to_iso8601(),
        last_seen_at: session.last_seen_at.to_iso8601(),
        applications: applications
            .map(|one| SessionApplication {
                client_id: one.client_id.clone(),
                name: one.name.clone(),
            })
            .collect(),
        id: session.sid,
    }
}

/// Returns the sign-in method in one word; a provider is given by its id.
fn method(amr: &[String]) -> String {
    let has = |one: &str| amr.iter().any(|method| method == one);
    if has("hwk") || has("swk") {
        "passkey".to_owned()
    } else if has("pwd") {
        "password".to_owned()
    } else if has("otp") {
        "email".to_owned()
    } else {
        amr.first().cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_in_methods_have_a_name() {
        let rows: [(&[&str], &str); 6] = [
            (&["otp"], "email"),
            (&["pwd"], "password"),
            (&["hwk", "user"], "passkey"),
            (&["swk", "user"], "passkey"),
            (&["github"], "github"),
            (&[], ""),
        ];
        for (amr, expected) in rows {
            let amr: Vec<_> = amr.iter().map(|&one| one.to_owned()).collect();
            assert_eq!(method(&amr), expected, "{amr:?}");
        }
    }
}

//! Requester of a change of sign-in methods: a browser with its cookie, or a client with an access token of a session.

use foundation::{Failure, Transaction};

use crate::app::App;
use crate::http::network::Network;
use crate::session::sessions::{
    self, CurrentSession, SessionCookie, SessionRenewal, SessionsToEnd,
};

/// Requester of a change to a user's sign-in methods.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Requester<'a> {
    pub(crate) user_id: &'a str,
    /// The credential that authenticates the user.
    pub(crate) credential: SessionCredential<'a>,
    /// The network that the request comes from.
    pub(crate) network: Network,
    /// The client that acts for the user; `None` on our own pages.
    pub(crate) client_id: Option<&'a str>,
}

/// Credential that authenticates the user of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SessionCredential<'a> {
    /// The session cookie of the browser. The session continues under a new id.
    Cookie(SessionRenewal<'a>),
    /// An access token that was issued in this session. The session keeps its id, because the client could not give the
    /// browser a new one.
    Token(&'a CurrentSession),
}

/// State of the requester's session after the change.
#[derive(Clone, Debug)]
pub(crate) enum SessionContinuation {
    /// The session has a new id.
    Renewed(SessionCookie),
    /// The session is unchanged.
    Unchanged,
}

impl Requester<'_> {
    /// Commits, then ends all sessions except the requester's, and all grants except those issued in it. A person who signed in
    /// by the removed method must not stay signed in. Returns `None` and commits nothing if the requester's session has ended.
    pub(super) async fn commit_and_end_other_sessions(
        self,
        app: &App,
        transaction: Transaction,
    ) -> Result<Option<SessionContinuation>, Failure> {
        match self.credential {
            SessionCredential::Cookie(session) => {
                let ending = SessionsToEnd {
                    other_user: None,
                    network: self.network,
                    is_method_removed: true,
                };
                let started = sessions::renew_alone(app, transaction, session, ending).await?;
                Ok(started.map(SessionContinuation::Renewed))
            }
            SessionCredential::Token(session) => {
                let network = self.network;
                let stays = sessions::end_others_with(app, transaction, session, network).await?;
                Ok(stays.then_some(SessionContinuation::Unchanged))
            }
        }
    }
}

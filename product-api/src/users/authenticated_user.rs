//! Guard of operations for users: requires a token with the scope.

use std::marker::PhantomData;

use poem::Request;

use super::guard::Operator;
use super::record_user::record_user;
use super::user::User;
use super::viewable::viewable;
use crate::app::App;
use crate::audit::{UserActor, UserSession};
use crate::caller::{
    Caller, Guard, Scope, Scopes, UserToken, VIEWABLE, Viewer, extract_guard, insufficient,
    view_ended,
};
use crate::problem::{Kind, Problem};

/// A user whose token has the scope `S`.
#[derive(Clone, Debug)]
pub(crate) struct AuthenticatedUser<S> {
    /// The user, active.
    pub(crate) user: User,
    /// The client that the token was issued to.
    pub(crate) client_id: String,
    /// True if that client is one of this installation's own, which sees all data of its user.
    pub(crate) is_first_party: bool,
    /// The session of the token.
    pub(crate) session: UserSession,
    /// The scopes that the user granted to that client.
    pub(crate) scopes: Scopes,
    scope: PhantomData<S>,
}

impl<S: Scope> AuthenticatedUser<S> {
    /// Returns the user of a verified token. Refuses a token without the scope, a scope that this client may not use, and
    /// an inactive account.
    pub(crate) async fn from_token(app: &App, token: &UserToken) -> Result<Self, Problem> {
        token.scopes.require::<S>()?;
        let is_first_party = app.config.issuer.is_first_party(&token.client_id);
        if S::IS_OURS && !is_first_party {
            return Err(Problem::new(
                Kind::ClientNotAllowed,
                "This call is made by this installation's own app, and not by other programs.",
            ));
        }
        let user = record_user(app, token).await?;
        if !user.is_active {
            return Err(Problem::new(
                Kind::HolderInactive,
                "Your account is switched off.",
            ));
        }
        Ok(Self::new(user, token, is_first_party))
    }

    /// Returns the user of a view, if the operator's own token has the scope. Writes nothing about the user: a view leaves
    /// no trace but the entry in the audit log.
    pub(crate) async fn from_viewer(app: &App, viewer: &Viewer) -> Result<Self, Problem> {
        viewer.token.scopes.require::<S>()?;
        Operator::from_token(app, &viewer.token).await?;
        let user = viewable(app, &viewer.user_id).await?;
        let user = user.ok_or_else(view_ended)?;
        Ok(Self::new(user, &viewer.token, true))
    }

    /// Returns the user and the session for the audit log.
    pub(crate) fn actor(&self) -> UserActor<'_> {
        UserActor {
            user_id: &self.user.id,
            session: &self.session,
        }
    }

    fn new(user: User, token: &UserToken, is_first_party: bool) -> Self {
        Self {
            user,
            client_id: token.client_id.clone(),
            is_first_party,
            session: token.session(),
            scopes: token.scopes.clone(),
            scope: PhantomData,
        }
    }
}

impl<S: Scope> Guard for AuthenticatedUser<S> {
    fn schemes() -> Vec<&'static str> {
        vec![S::OF_USER, VIEWABLE]
    }

    async fn from_caller(app: &App, caller: Caller, _request: &Request) -> Result<Self, Problem> {
        match caller {
            Caller::User(token) => Self::from_token(app, &token).await,
            Caller::Viewer(viewer) => Self::from_viewer(app, &viewer).await,
            Caller::Key(_) | Caller::Program(_) => Err(insufficient(
                S::NAME,
                "This call is about a person and needs a user's access token.",
            )),
        }
    }
}

extract_guard!([S: Scope] for AuthenticatedUser<S>);

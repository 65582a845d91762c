//! Guard of the operator's operations: requires the scope, the role, and a client of this installation.

use poem::Request;

use super::authenticated_user::AuthenticatedUser;
use super::user::User;
use crate::app::App;
use crate::audit::UserSession;
use crate::caller::{
    Caller, Guard, Operating, Scope, UserToken, extract_guard, insufficient, view_only,
};
use crate::problem::Problem;

/// An active operator of this installation.
#[derive(Clone, Debug)]
pub(crate) struct Operator(pub(crate) User, pub(crate) UserSession);

impl Operator {
    /// Requires scope and role: any user can request the scope at the web app's client, and a token without it was not
    /// issued for this purpose. The role must be in this token and in the newest one that was stored.
    pub(crate) async fn from_token(app: &App, token: &UserToken) -> Result<Self, Problem> {
        let holder = AuthenticatedUser::<Operating>::from_token(app, token).await?;
        if token.is_operator && holder.user.is_operator {
            Ok(Self(holder.user, holder.session))
        } else {
            Err(not_for(
                "Only the operator of this installation may do this.",
            ))
        }
    }

    /// Returns the refusal of a caller that is no user.
    pub(crate) fn refuse_others() -> Problem {
        not_for("This call is made by the operator in person and needs a user's access token.")
    }
}

fn not_for(detail: &str) -> Problem {
    insufficient(Operating::NAME, detail)
}

impl Guard for Operator {
    fn schemes() -> Vec<&'static str> {
        vec![Operating::OF_USER]
    }

    async fn from_caller(app: &App, caller: Caller, _request: &Request) -> Result<Self, Problem> {
        match caller {
            Caller::User(token) => Self::from_token(app, &token).await,
            Caller::Viewer(_) => Err(view_only()),
            Caller::Key(_) | Caller::Program(_) => Err(Self::refuse_others()),
        }
    }
}

extract_guard!([] for Operator);

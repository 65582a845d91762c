//! The guard of operations for people: an account holder with a token that has the scope.

use std::marker::PhantomData;

use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::guard::Operator;
use super::meet::meet;
use super::user::User;
use super::viewable::viewable;
use crate::app::App;
use crate::audit::PersonSession;
use crate::caller::{
    self, Caller, Guard, Scope, Scopes, UserToken, VIEWABLE, Viewer, identify, insufficient,
    view_ended,
};
use crate::problem::{Kind, Problem};

/// An account holder whose token has the scope `S`.
#[derive(Clone, Debug)]
pub(crate) struct Holder<S> {
    /// The user, active.
    pub(crate) user: User,
    /// The client that the token was given to.
    pub(crate) client_id: String,
    /// Whether that client is one of this installation's own, which sees everything of its user.
    pub(crate) is_first_party: bool,
    /// Where the token came from.
    pub(crate) session: PersonSession,
    /// What the user granted to that client.
    pub(crate) scopes: Scopes,
    scope: PhantomData<S>,
}

impl<S: Scope> Holder<S> {
    /// The holder of a verified token; refuses when the scope is missing or not for this client, or when the account is
    /// switched off.
    pub(crate) async fn of_token(app: &App, token: &UserToken) -> Result<Self, Problem> {
        token.scopes.require::<S>()?;
        let is_first_party = app.config.issuer.is_first_party(&token.client_id);
        if S::IS_OURS && !is_first_party {
            return Err(Problem::new(
                Kind::ClientNotAllowed,
                "This call is made by this installation's own app, and not by other programs.",
            ));
        }
        let user = meet(app, token).await?;
        if !user.is_active {
            return Err(Problem::new(
                Kind::HolderInactive,
                "Your account is switched off.",
            ));
        }
        Ok(Self::new(user, token, is_first_party))
    }

    /// The person whom an operator sees as, if the operator's own token has the scope. They are not met: a view leaves
    /// no trace but the one in the audit trail.
    pub(crate) async fn of_viewer(app: &App, viewer: &Viewer) -> Result<Self, Problem> {
        viewer.token.scopes.require::<S>()?;
        Operator::of_token(app, &viewer.token).await?;
        let user = viewable(app, &viewer.user_id).await?;
        let user = user.ok_or_else(view_ended)?;
        Ok(Self::new(user, &viewer.token, true))
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

impl<S: Scope> Guard for Holder<S> {
    fn schemes() -> Vec<&'static str> {
        vec![S::OF_USER, VIEWABLE]
    }

    async fn of_caller(app: &App, caller: Caller, _request: &Request) -> Result<Self, Problem> {
        match caller {
            Caller::User(token) => Self::of_token(app, &token).await,
            Caller::Viewer(viewer) => Self::of_viewer(app, &viewer).await,
            Caller::Key(_) | Caller::Program(_) => Err(insufficient(
                S::NAME,
                "This call is about a person and needs a user's access token.",
            )),
        }
    }
}

impl<'a, S: Scope> ApiExtractor<'a> for Holder<S> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        caller::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        Self::schemes()
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        let app = App::of(request)?;
        let caller = identify(app, request).await?;
        Ok(Self::of_caller(app, caller, request).await?)
    }
}

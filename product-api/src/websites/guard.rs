//! Guards of operations on a website: its back end with an API key, or its owner.

use std::marker::PhantomData;

use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::read::{find_own, suspended};
use super::request::{WEBSITE_HEADER, WebsiteHeaders};
use super::website::{Actor, SiteAccess, Status, SuspendedBy};
use crate::app::App;
use crate::audit::UserSession;
use crate::caller::{
    self, ApiKey, Caller, Guard, Mode, Operating, Scope, UserToken, VIEWABLE, Websites,
    extract_guard, identify, insufficient, view_only,
};
use crate::problem::{FieldError, Kind, Problem};
use crate::users::{AuthenticatedUser, Operator};

/// The security scheme with which the API reference marks operations of an owner whose headers name the website.
pub(crate) const FOR_WEBSITE: &str = "ForWebsite";

/// The callers that an operation admits while the website is suspended or, for API keys, its owner is inactive.
pub(crate) trait SuspensionPolicy: Send + Sync + 'static {
    /// True if API keys are admitted.
    const KEYS: bool;
    /// True if the owner is admitted.
    const OWNER: bool;
}

/// Admits no caller.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AdmitNone {}

/// Admits API keys and the owner: the operation completes work that began earlier.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AdmitAll {}

/// Admits the owner: the operation manages what belongs to the website.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AdmitOwner {}

impl SuspensionPolicy for AdmitNone {
    const KEYS: bool = false;
    const OWNER: bool = false;
}

impl SuspensionPolicy for AdmitAll {
    const KEYS: bool = true;
    const OWNER: bool = true;
}

impl SuspensionPolicy for AdmitOwner {
    const KEYS: bool = false;
    const OWNER: bool = true;
}

/// Access by an API key with the scope `S`.
#[derive(Clone, Debug)]
pub(crate) struct ByKey<S, W = AdmitNone>(pub(crate) SiteAccess, PhantomData<(S, W)>);

/// Access by an API key with the scope `S`, or by the owner's token with the scope `websites`. With such a token, headers
/// name the website and the mode.
#[derive(Clone, Debug)]
pub(crate) struct BySite<S, W = AdmitNone>(pub(crate) SiteAccess, PhantomData<(S, W)>);

/// Access by the owner's token with the scope `websites`; headers name the website and the mode.
#[derive(Clone, Debug)]
pub(crate) struct ByOwner<W = AdmitNone>(pub(crate) SiteAccess, PhantomData<W>);

fn key_access<S: Scope, W: SuspensionPolicy>(
    key: ApiKey,
    headers: WebsiteHeaders<'_>,
) -> Result<SiteAccess, Problem> {
    if key.is_suspended && !W::KEYS {
        return Err(Problem::new(
            Kind::WebsiteSuspended,
            "The website of this API key, or its owner's account, is switched off.",
        ));
    }
    key.scopes.require::<S>()?;
    // The key determines the website and the mode; headers may only repeat them.
    let is_another = headers.website.is_some_and(|named| named != key.website_id);
    if is_another || headers.mode.is_some_and(|mode| mode != key.mode) {
        return Err(Problem::not_found("website"));
    }
    Ok(SiteAccess {
        website_id: key.website_id,
        mode: key.mode,
        actor: Actor::Key(key.id),
        cap: key.cap,
        is_suspended: key.is_suspended,
        session: None,
    })
}

async fn owner_access<W: SuspensionPolicy>(
    app: &App,
    holder: AuthenticatedUser<Websites>,
    headers: WebsiteHeaders<'_>,
) -> Result<SiteAccess, Problem> {
    let id = headers.website.ok_or_else(|| {
        let detail = "This is required with a user's token: send the id of the website.";
        Problem::invalid(&[FieldError::parameter(WEBSITE_HEADER, detail)])
    })?;
    let website = find_own(app, &holder.user.id, id).await?;
    let is_suspended = website.status != Status::Active;
    if is_suspended && !W::OWNER {
        return Err(suspended());
    }
    Ok(SiteAccess {
        website_id: website.id,
        mode: headers.mode.unwrap_or(Mode::Live),
        actor: Actor::Owner(holder.user.id),
        cap: None,
        is_suspended,
        session: Some(holder.session),
    })
}

fn not_a_key<S: Scope>() -> Problem {
    insufficient(
        S::NAME,
        "This call is made by a website's back end and needs an API key.",
    )
}

impl<S: Scope, W: SuspensionPolicy> Guard for BySite<S, W> {
    fn schemes() -> Vec<&'static str> {
        vec![S::OF_KEY, Websites::OF_USER, VIEWABLE]
    }

    async fn from_caller(app: &App, caller: Caller, request: &Request) -> Result<Self, Problem> {
        let headers = WebsiteHeaders::from_request(request)?;
        let access = match caller {
            Caller::Key(key) => key_access::<S, W>(key, headers)?,
            Caller::User(token) => {
                let holder = AuthenticatedUser::from_token(app, &token).await?;
                owner_access::<W>(app, holder, headers).await?
            }
            Caller::Viewer(viewer) => {
                let holder = AuthenticatedUser::from_viewer(app, &viewer).await?;
                owner_access::<W>(app, holder, headers).await?
            }
            Caller::Program(_) => return Err(not_a_key::<S>()),
        };
        Ok(Self(access, PhantomData))
    }
}

impl<W: SuspensionPolicy> Guard for ByOwner<W> {
    fn schemes() -> Vec<&'static str> {
        vec![Websites::OF_USER, FOR_WEBSITE]
    }

    async fn from_caller(app: &App, caller: Caller, request: &Request) -> Result<Self, Problem> {
        let headers = WebsiteHeaders::from_request(request)?;
        match caller {
            Caller::User(token) => {
                let holder = AuthenticatedUser::from_token(app, &token).await?;
                let access = owner_access::<W>(app, holder, headers).await?;
                Ok(Self(access, PhantomData))
            }
            Caller::Viewer(_) => Err(view_only()),
            Caller::Key(_) | Caller::Program(_) => Err(insufficient(
                Websites::NAME,
                "This call is made by the website's owner in person, and needs a user's access token.",
            )),
        }
    }
}

impl<'a, S: Scope, W: SuspensionPolicy> ApiExtractor<'a> for ByKey<S, W> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        caller::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![S::OF_KEY]
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        match identify(App::from_request(request)?, request).await? {
            Caller::Key(key) => {
                let access = key_access::<S, W>(key, WebsiteHeaders::from_request(request)?)?;
                Ok(Self(access, PhantomData))
            }
            Caller::Viewer(_) => Err(view_only().into()),
            Caller::User(_) | Caller::Program(_) => Err(not_a_key::<S>().into()),
        }
    }
}

extract_guard!([S: Scope, W: SuspensionPolicy] for BySite<S, W>);

extract_guard!([W: SuspensionPolicy] for ByOwner<W>);

/// A user who may suspend a website: its owner, or the operator of this installation.
#[derive(Clone, Debug)]
pub(crate) struct WebsiteManager {
    /// The user.
    pub(crate) user_id: String,
    /// The session of the user's token.
    pub(crate) session: UserSession,
    /// The role in which the user acts.
    pub(crate) by: SuspendedBy,
}

impl WebsiteManager {
    async fn from_token(app: &App, token: &UserToken) -> Result<Self, Problem> {
        if token.is_operator && token.scopes.contains(Operating::NAME) {
            let Operator(user, session) = Operator::from_token(app, token).await?;
            return Ok(Self {
                user_id: user.id,
                session,
                by: SuspendedBy::Operator,
            });
        }
        let holder = AuthenticatedUser::<Websites>::from_token(app, token).await?;
        Ok(Self {
            user_id: holder.user.id,
            session: holder.session,
            by: SuspendedBy::Owner,
        })
    }
}

impl Guard for WebsiteManager {
    fn schemes() -> Vec<&'static str> {
        vec![Websites::OF_USER, Operating::OF_USER]
    }

    async fn from_caller(app: &App, caller: Caller, _request: &Request) -> Result<Self, Problem> {
        match caller {
            Caller::User(token) => Self::from_token(app, &token).await,
            Caller::Viewer(_) => Err(view_only()),
            Caller::Key(_) | Caller::Program(_) => Err(insufficient(
                Websites::NAME,
                "This call is made by the website's owner or the operator in person, and needs a user's access token.",
            )),
        }
    }
}

extract_guard!([] for WebsiteManager);

//! The guards of operations on a website: its back end with an API key, or its owner in person.

use std::marker::PhantomData;

use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::read::{find_own, suspended};
use super::website::{Actor, PersonSession, SiteAccess, Status};
use crate::app::App;
use crate::caller::{
    self, ApiKey, Caller, Mode, Scope, UserToken, Websites, identify, insufficient,
};
use crate::problem::{FieldError, Problem};
use crate::users::Holder;

/// The header by which an owner says which website is meant.
const WEBSITE_HEADER: &str = "Tollgate-Website";

/// An API key with the scope `S`.
#[derive(Clone, Debug)]
pub(crate) struct ByKey<S>(pub(crate) SiteAccess, PhantomData<S>);

/// An API key with the scope `S`, or the owner's token with the scope `websites` and the header `Tollgate-Website`.
#[derive(Clone, Debug)]
pub(crate) struct BySite<S>(pub(crate) SiteAccess, PhantomData<S>);

fn of_key<S: Scope>(key: ApiKey, named: Option<&str>) -> Result<SiteAccess, Problem> {
    key.scopes.require::<S>()?;
    // The key alone says which website; a header may repeat it, and no more.
    if named.is_some_and(|named| named != key.website_id) {
        return Err(Problem::not_found("website"));
    }
    Ok(SiteAccess {
        website_id: key.website_id,
        mode: key.mode,
        actor: Actor::Key(key.id),
        session: None,
    })
}

async fn of_owner(
    app: &App,
    token: &UserToken,
    named: Option<&str>,
) -> Result<SiteAccess, Problem> {
    let holder = Holder::<Websites>::of_token(app, token).await?;
    let id = named.ok_or_else(|| {
        let detail = "Must be there: with a user's token it names the website.";
        Problem::invalid(&[FieldError::parameter(WEBSITE_HEADER, detail)])
    })?;
    let website = find_own(app, &holder.user.id, id).await?;
    if website.status != Status::Active {
        return Err(suspended());
    }
    Ok(SiteAccess {
        website_id: website.id,
        mode: Mode::Live,
        actor: Actor::Owner(holder.user.id),
        session: Some(PersonSession {
            client_id: token.client_id.clone(),
            session_id: token.session_id.clone(),
        }),
    })
}

fn not_a_key<S: Scope>() -> Problem {
    insufficient(
        S::NAME,
        "This call is made by a website's back end and needs an API key.",
    )
}

/// Whether a request names a website by header, as owners do.
pub(crate) fn names_website(request: &Request) -> bool {
    request.headers().contains_key(WEBSITE_HEADER)
}

/// The website named by header; a header that is no text names none that exists.
fn named(request: &Request) -> Option<&str> {
    request
        .headers()
        .get(WEBSITE_HEADER)
        .map(|value| value.to_str().unwrap_or_default())
}

impl<S: Scope> BySite<S> {
    /// The access of a caller who was identified.
    pub(crate) async fn of_caller(
        app: &App,
        caller: Caller,
        request: &Request,
    ) -> Result<Self, Problem> {
        let access = match caller {
            Caller::Key(key) => of_key::<S>(key, named(request))?,
            Caller::User(token) => of_owner(app, &token, named(request)).await?,
            Caller::Program(_) => return Err(not_a_key::<S>()),
        };
        Ok(Self(access, PhantomData))
    }
}

impl<'a, S: Scope> ApiExtractor<'a> for ByKey<S> {
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
        match identify(App::of(request)?, request).await? {
            Caller::Key(key) => Ok(Self(of_key::<S>(key, named(request))?, PhantomData)),
            Caller::User(_) | Caller::Program(_) => Err(not_a_key::<S>().into()),
        }
    }
}

impl<'a, S: Scope> ApiExtractor<'a> for BySite<S> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        caller::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![S::OF_KEY, Websites::OF_USER]
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

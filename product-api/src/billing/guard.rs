//! Guards of operations on a seller: a website, or the platform, for which the operator acts.

use std::marker::PhantomData;

use poem::Request;

use crate::app::App;
use crate::caller::{Caller, Guard, Operating, PLATFORM, Scope, extract_guard};
use crate::problem::Problem;
use crate::users::Operator;
use crate::websites::{
    Actor, AdmitNone, ByOwner, BySite, SiteAccess, SuspensionPolicy, platform_mode,
};

/// Access as [`BySite`], or by the operator's token with the scope `operator` if the header names the platform.
#[derive(Clone, Debug)]
pub(super) struct BySeller<S, W = AdmitNone>(pub(super) SiteAccess, PhantomData<(S, W)>);

/// Access as [`ByOwner`], or by the operator's token with the scope `operator` if the header names the platform.
#[derive(Clone, Debug)]
pub(super) struct BySellerOwner<W = AdmitNone>(pub(super) SiteAccess, PhantomData<W>);

/// Returns the operator's access to the platform; `None` for a request that does not name it, and for an API key.
async fn platform_access(
    app: &App,
    caller: &Caller,
    request: &Request,
) -> Result<Option<SiteAccess>, Problem> {
    let Some(mode) = platform_mode(request)? else {
        return Ok(None);
    };
    let Caller::User(token) = caller else {
        return Ok(None);
    };
    let Operator(user, session) = Operator::from_token(app, token).await?;
    Ok(Some(SiteAccess {
        website_id: PLATFORM.to_owned(),
        mode,
        actor: Actor::Owner(user.id),
        cap: None,
        is_suspended: false,
        session: Some(session),
    }))
}

impl<S: Scope, W: SuspensionPolicy> Guard for BySeller<S, W> {
    fn schemes() -> Vec<&'static str> {
        let mut schemes = BySite::<S, W>::schemes();
        schemes.push(Operating::OF_USER);
        schemes
    }

    async fn from_caller(app: &App, caller: Caller, request: &Request) -> Result<Self, Problem> {
        let access = match platform_access(app, &caller, request).await? {
            Some(access) => access,
            None => BySite::<S, W>::from_caller(app, caller, request).await?.0,
        };
        Ok(Self(access, PhantomData))
    }
}

impl<W: SuspensionPolicy> Guard for BySellerOwner<W> {
    fn schemes() -> Vec<&'static str> {
        let mut schemes = ByOwner::<W>::schemes();
        schemes.push(Operating::OF_USER);
        schemes
    }

    async fn from_caller(app: &App, caller: Caller, request: &Request) -> Result<Self, Problem> {
        let access = match platform_access(app, &caller, request).await? {
            Some(access) => access,
            None => ByOwner::<W>::from_caller(app, caller, request).await?.0,
        };
        Ok(Self(access, PhantomData))
    }
}

extract_guard!([S: Scope, W: SuspensionPolicy] for BySeller<S, W>);

extract_guard!([W: SuspensionPolicy] for BySellerOwner<W>);

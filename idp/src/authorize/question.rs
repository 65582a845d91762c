//! Content of a request's pages: account choice and consent.

use super::arrive::ReceivedRequest;
use super::proceed::{parked, sign_in_address};
use crate::app::App;
use crate::brands::{Brand, BrandLink, destination_of, home_of, links_of};
use crate::clients::{Scope, is_on_a_machine};
use crate::errors::TokenError;
use crate::sessions::Current;
use crate::users;

/// Content of the consent page.
#[derive(Debug)]
pub(super) struct ConsentPrompt {
    /// Id of the pending request.
    pub(super) resume: String,
    /// Name of the client.
    pub(super) client_name: String,
    /// Host that receives the response.
    pub(super) destination: String,
    /// Host of the client's metadata document, if there is one and another host receives the response.
    pub(super) home: Option<String>,
    /// True if an unverified program on the user's machine receives the response.
    pub(super) is_on_a_machine: bool,
    /// Look of the client.
    pub(super) brand: Option<Brand>,
    /// Requested scope.
    pub(super) scope: Scope,
    /// Audience of the scope.
    pub(super) audience: String,
    /// True if the audience is a server of another client, to which the operator's descriptions of scopes do not apply.
    pub(super) is_elsewhere: bool,
    /// Name of the user's account.
    pub(super) account: String,
    /// The client's own links.
    pub(super) links: Vec<BrandLink>,
}

/// Content of the page to choose the account.
#[derive(Debug)]
pub(super) struct AccountPrompt {
    /// Id of the pending request.
    pub(super) resume: String,
    /// Name of the client.
    pub(super) client_name: String,
    /// Look of the client.
    pub(super) brand: Option<Brand>,
    /// Account of the session.
    pub(super) account: String,
    /// URL at which another account signs in.
    pub(super) other: String,
}

/// Returns the content of the consent page.
pub(super) async fn ask(
    app: &App,
    arrived: &ReceivedRequest,
    session: &Current,
) -> Result<ConsentPrompt, TokenError> {
    let target = &arrived.request.target;
    let destination = destination_of(&target.client, &target.redirect_uri);
    Ok(ConsentPrompt {
        resume: parked(app, arrived).await?.id,
        client_name: target.client.name.clone(),
        home: home_of(&target.client).filter(|home| *home != destination),
        is_on_a_machine: target.client.is_its_own_document()
            && is_on_a_machine(&target.redirect_uri),
        destination,
        brand: brand_of(app, arrived),
        scope: arrived.request.needs(),
        audience: app
            .config
            .base
            .audience_of(&arrived.request.named.addresses),
        is_elsewhere: arrived.request.named.opened.is_some(),
        account: users::find_name(app, &session.user_id).await?,
        links: links_of(&target.client),
    })
}

/// Returns the content of the page to choose the account.
pub(super) async fn choose(
    app: &App,
    arrived: &ReceivedRequest,
    session: &Current,
) -> Result<AccountPrompt, TokenError> {
    let waiting = parked(app, arrived).await?;
    Ok(AccountPrompt {
        client_name: arrived.request.target.client.name.clone(),
        brand: brand_of(app, arrived),
        account: users::find_name(app, &session.user_id).await?,
        other: sign_in_address(arrived, &waiting.address()),
        resume: waiting.id,
    })
}

fn brand_of(app: &App, arrived: &ReceivedRequest) -> Option<Brand> {
    let target = &arrived.request.target;
    Brand::of(&target.client, &target.redirect_uri, app.config.base.host())
}

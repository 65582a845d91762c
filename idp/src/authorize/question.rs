//! What the pages of a request ask the person: which account, and whether a client may have what it asks for.

use super::arrive::Arrived;
use super::proceed::{parked, sign_in_address};
use crate::app::App;
use crate::brands::{Brand, Link, destination_of, home_of, links_of};
use crate::clients::{Scope, is_on_a_machine};
use crate::errors::Stopped;
use crate::sessions::Current;
use crate::users;

/// What the consent page asks.
#[derive(Debug)]
pub(super) struct Question {
    /// The parked request that it is about.
    pub(super) resume: String,
    /// The client's name.
    pub(super) client_name: String,
    /// The host that answers go to.
    pub(super) destination: String,
    /// Where its document is, if it is one and its answers go elsewhere.
    pub(super) home: Option<String>,
    /// Whether a program on the person's own machine gets the answer, of which nobody knows whose it is.
    pub(super) is_on_a_machine: bool,
    /// How the client looks.
    pub(super) brand: Option<Brand>,
    /// What it asks for.
    pub(super) scope: Scope,
    /// Whom that is for.
    pub(super) audience: String,
    /// Whether that is a server of another client, where the operator's words for scopes say nothing.
    pub(super) is_elsewhere: bool,
    /// Who is asked.
    pub(super) account: String,
    /// Where the client tells of itself.
    pub(super) links: Vec<Link>,
}

/// What the page asks where a client wants an account to be chosen.
#[derive(Debug)]
pub(super) struct Choice {
    /// The parked request that it is about.
    pub(super) resume: String,
    /// The client's name.
    pub(super) client_name: String,
    /// How the client looks.
    pub(super) brand: Option<Brand>,
    /// The account of the session.
    pub(super) account: String,
    /// Where another one signs in.
    pub(super) other: String,
}

/// The question whether the client may have what it asks for.
pub(super) async fn ask(
    app: &App,
    arrived: &Arrived,
    session: &Current,
) -> Result<Question, Stopped> {
    let target = &arrived.request.target;
    let destination = destination_of(&target.client, &target.redirect_uri);
    Ok(Question {
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

/// The question whether it is to be the account of the session.
pub(super) async fn choose(
    app: &App,
    arrived: &Arrived,
    session: &Current,
) -> Result<Choice, Stopped> {
    let waiting = parked(app, arrived).await?;
    Ok(Choice {
        client_name: arrived.request.target.client.name.clone(),
        brand: brand_of(app, arrived),
        account: users::find_name(app, &session.user_id).await?,
        other: sign_in_address(arrived, &waiting.address()),
        resume: waiting.id,
    })
}

fn brand_of(app: &App, arrived: &Arrived) -> Option<Brand> {
    let target = &arrived.request.target;
    Brand::of(&target.client, &target.redirect_uri, app.config.base.host())
}

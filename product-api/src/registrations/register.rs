//! Registers a website with all its parts: it checks everything first, then creates the website, then its webhook endpoint.

use crate::app::App;
use crate::caller::{Mode, Websites};
use crate::problem::{Kind, Problem};
use crate::users::AuthenticatedUser;
use crate::webhooks::{self, AddedEndpoint};
use crate::websites::{self, Actor, NewWebsite, RegistrationResult, SiteAccess};

/// An unchecked request.
pub(super) struct RegistrationRequest {
    /// The website.
    pub(super) website: NewWebsite,
    /// URL at which the website receives events.
    pub(super) webhook_url: Option<String>,
}

/// Registers a website and, if its URL is given, a webhook endpoint. If the endpoint cannot be created, the website remains,
/// because its secrets are in the response; the owner can add the endpoint later.
pub(super) async fn register_with_webhook(
    app: &App,
    holder: &AuthenticatedUser<Websites>,
    request: RegistrationRequest,
) -> Result<(RegistrationResult, Option<AddedEndpoint>), Problem> {
    let registration = &app.config.website_registration;
    if !holder.user.can_register_websites(registration) {
        let detail = "Nothing was registered.";
        return Err(Problem::new(Kind::RegistrationClosed, detail));
    }
    if let Some(url) = &request.webhook_url {
        let checked = webhooks::check_address(app, url, "/webhook_url");
        checked.map_err(|error| Problem::invalid(&[error]))?;
    }
    let registered = websites::register(app, holder.actor(), request.website).await?;
    let Some(url) = request.webhook_url else {
        return Ok((registered, None));
    };
    let access = SiteAccess {
        website_id: registered.detail.website.id.clone(),
        mode: Mode::Live,
        actor: Actor::Owner(holder.user.id.clone()),
        cap: None,
        is_suspended: false,
        session: Some(holder.session.clone()),
    };
    let added = match webhooks::add_usual(app, &access, url).await {
        Ok(added) => Some(added),
        Err(problem) => {
            tracing::warn!(%problem, website = access.website_id, "a new website has no webhook endpoint");
            None
        }
    };
    Ok((registered, added))
}

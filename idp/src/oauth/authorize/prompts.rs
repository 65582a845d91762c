//! Content of a request's pages: account choice and consent.

use super::outcome::{AccountPrompt, ConsentPrompt};
use super::received::ReceivedRequest;
use super::sign_in::{sign_in_address, store_request};
use crate::app::App;
use crate::http::errors::TokenError;
use crate::identity::users;
use crate::protocol::branding::{Brand, destination_of, document_host_of, links_of};
use crate::protocol::clients::is_on_a_machine;
use crate::session::sessions::CurrentSession;

/// Returns the content of the consent page.
pub(super) async fn consent_prompt(
    app: &App,
    received: &ReceivedRequest,
    session: &CurrentSession,
) -> Result<ConsentPrompt, TokenError> {
    let target = &received.request.target;
    let destination = destination_of(&target.client, &target.redirect_uri);
    Ok(ConsentPrompt {
        resume: store_request(app, received).await?.id,
        client_name: target.client.name.clone(),
        document_host: document_host_of(&target.client).filter(|host| *host != destination),
        is_on_a_machine: target.client.has_metadata_document()
            && is_on_a_machine(&target.redirect_uri),
        destination,
        brand: brand_of(app, received),
        scope: received.request.consent_scope(),
        audience: app
            .config
            .base
            .audience_of(&received.request.named.addresses),
        is_elsewhere: received.request.named.protected_scope.is_some(),
        account: users::find_name(app, &session.user_id).await?,
        links: links_of(&target.client),
    })
}

/// Returns the content of the page to choose the account.
pub(super) async fn account_prompt(
    app: &App,
    received: &ReceivedRequest,
    session: &CurrentSession,
) -> Result<AccountPrompt, TokenError> {
    let waiting = store_request(app, received).await?;
    Ok(AccountPrompt {
        client_name: received.request.target.client.name.clone(),
        brand: brand_of(app, received),
        account: users::find_name(app, &session.user_id).await?,
        other: sign_in_address(received, &waiting.address()),
        resume: waiting.id,
    })
}

fn brand_of(app: &App, received: &ReceivedRequest) -> Option<Brand> {
    let target = &received.request.target;
    Brand::new(&target.client, &target.redirect_uri, app.config.base.host())
}

//! Resources of a request: the client's own, the default audience, or those of another client.

use foundation::{Connection, Failure};

use super::store;
use crate::app::App;
use crate::http::errors::OAuthError;
use crate::protocol::clients::{Client, Scope};

/// Resources of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RequestedResources {
    /// Registered identifiers of the resources; empty if the request names none.
    pub(crate) addresses: Vec<String>,
    /// Scopes that the resources offer to every client; `None` if they are not protected resources.
    pub(crate) protected_scope: Option<Scope>,
}

impl RequestedResources {
    /// Returns the scope of a request for these resources (RFC 6749 section 3.3). Without `scope`, the request is for
    /// all scopes of the protected resources, or for `openid`.
    pub(crate) fn requested_scope(
        &self,
        client: &Client,
        requested: Option<&str>,
    ) -> Result<Scope, OAuthError> {
        let requested = match (requested, &self.protected_scope) {
            (Some(text), _) => Scope::parse(text),
            (None, Some(opened)) if opened.words().next().is_some() => Some(opened.clone()),
            (None, _) => Scope::parse("openid"),
        };
        requested
            .and_then(|requested| client.requestable(&requested, self.protected_scope.as_ref()))
            .ok_or(OAuthError::nothing_to_ask())
    }
}

/// Finds the requested resources. Returns `None` if one is unknown, or if protected resources are combined with other
/// resources or with a second client's. With one token for two servers, each could act at the other.
pub(crate) async fn find_requested(
    app: &App,
    client: &Client,
    named: &[String],
) -> Result<Option<RequestedResources>, Failure> {
    if let Some(own) = find_own(app, client, named) {
        return Ok(Some(own));
    }
    let mut reader = app.database.reader().await?;
    find_protected(&mut reader.connection(), named).await
}

/// Finds the requested resources with the caller's own connection.
pub(crate) async fn find_requested_in(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    named: &[String],
) -> Result<Option<RequestedResources>, Failure> {
    match find_own(app, client, named) {
        Some(own) => Ok(Some(own)),
        None => find_protected(db, named).await,
    }
}

fn find_own(app: &App, client: &Client, named: &[String]) -> Option<RequestedResources> {
    let addresses = client.named_resources(named, &app.config.base.default_audience)?;
    Some(RequestedResources {
        addresses,
        protected_scope: None,
    })
}

async fn find_protected(
    db: &mut Connection<'_>,
    named: &[String],
) -> Result<Option<RequestedResources>, Failure> {
    let mut addresses: Vec<String> = Vec::new();
    let mut opened = Scope::default();
    let mut owner: Option<String> = None;
    for address in named {
        let Some(found) = store::find(db, address).await? else {
            return Ok(None);
        };
        if owner
            .as_ref()
            .is_some_and(|owner| *owner != found.client_id)
        {
            return Ok(None);
        }
        let scope = Scope::parse(&found.resource.scope).unwrap_or_default();
        opened = opened.and(&scope);
        if !addresses.contains(&found.resource.resource) {
            addresses.push(found.resource.resource);
        }
        owner = Some(found.client_id);
    }
    Ok(Some(RequestedResources {
        addresses,
        protected_scope: Some(opened),
    }))
}

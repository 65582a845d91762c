//! Lookup of the client whose authorization request a URL resumes.

use foundation::Failure;
use url::Url;

use super::brand::Brand;
use crate::app::App;
use crate::http::parameters::Parameters;
use crate::protocol::pending_requests;

/// Returns the branding of the client whose authorization request a URL of the idp resumes. As at the authorization
/// endpoint, the client counts only with a registered redirect URI; otherwise there is no branding.
pub(crate) async fn brand_of(app: &App, address: &str) -> Result<Option<Brand>, Failure> {
    let Some(request) = request_of(app, address).await? else {
        return Ok(None);
    };
    let once = |name| request.get(name).filter(|_| !request.repeats(name));
    let (Some(client_id), Some(redirect_uri)) = (once("client_id"), once("redirect_uri")) else {
        return Ok(None);
    };
    let client = app.clients.find(client_id).await?;
    let base = &app.config.base;
    Ok(client
        .filter(|client| client.redirects_to(redirect_uri, &base.issuer))
        .and_then(|client| Brand::new(&client, redirect_uri, base.host())))
}

/// Returns the authorization request that a URL of the idp resumes.
pub(crate) async fn request_of(app: &App, address: &str) -> Result<Option<Parameters>, Failure> {
    let request = Url::parse(address)
        .ok()
        .filter(|address| address.path() == "/oauth/authorize");
    let Some(request) = request else {
        return Ok(None);
    };
    let query = Parameters::parse(request.query().unwrap_or_default().as_bytes());
    Ok(match pending_requests::resumed_id(&query) {
        Some(id) => pending_requests::find(app, id)
            .await?
            .map(|(parked, _)| parked),
        None => Some(query),
    })
}

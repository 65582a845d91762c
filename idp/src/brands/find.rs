//! Finding whose authorization request an address is.

use foundation::Failure;
use url::Url;

use super::brand::Brand;
use crate::app::App;
use crate::parameters::Parameters;
use crate::parking;

/// The brand of the client whose authorization request an address of ours takes up again. A client counts only with an
/// address of its own to answer to, as at the authorization endpoint; for anything else there is none.
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
        .and_then(|client| Brand::of(&client, redirect_uri, base.host())))
}

/// The authorization request that an address of ours takes up again.
pub(crate) async fn request_of(app: &App, address: &str) -> Result<Option<Parameters>, Failure> {
    let request = Url::parse(address)
        .ok()
        .filter(|address| address.path() == "/oauth/authorize");
    let Some(request) = request else {
        return Ok(None);
    };
    let query = Parameters::of_encoded(request.query().unwrap_or_default().as_bytes());
    Ok(match parking::resumed(&query) {
        Some(id) => parking::find(app, id).await?.map(|(parked, _)| parked),
        None => Some(query),
    })
}

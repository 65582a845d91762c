//! Check of a client's sector (OpenID Connect Dynamic Client Registration section 5).

use foundation::text::strict_json;

use super::register::RegistrationError;
use crate::app::App;
use crate::http::network::Network;
use crate::protocol::clients::Client;

/// Maximum length of a sector's list, in bytes.
const MAX_DOCUMENT_LENGTH: usize = 64 * 1024;

/// Checks that the sector's document lists every redirect URI. Without this check any client could join a sector, and
/// its pairwise ids would identify the sector's users. Fetches are limited, whether or not the registration succeeds.
pub(super) async fn check_sector(
    app: &App,
    network: Network,
    client: &Client,
) -> Result<(), RegistrationError> {
    let Some(address) = &client.sector_identifier_uri else {
        return Ok(());
    };
    let taken = app.outbound_limit.take(network, address, app.clock.now());
    taken.map_err(RegistrationError::Limited)?;
    let listed: Vec<String> = match app.outbound.get(address, MAX_DOCUMENT_LENGTH).await {
        Ok(got) if got.status == 200 => strict_json::from_slice(&got.body).unwrap_or_default(),
        Ok(_) => Vec::new(),
        Err(failure) => {
            tracing::info!(%failure, "a sector could not be asked");
            Vec::new()
        }
    };
    if client.redirect_uris.iter().all(|one| listed.contains(one)) {
        Ok(())
    } else {
        let problem =
            "sector_identifier_uri leads to no JSON array that holds every one of redirect_uris";
        Err(RegistrationError::InvalidMetadata(vec![problem.to_owned()]))
    }
}

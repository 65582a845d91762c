//! Fetches the logo of a registration from another server, checks it, and registers it as a `data:` URL. Pages load no picture
//! from other servers. A client works without a logo, so none of these logos refuses a registration.

use foundation::text::png;
use serde_json::{Map, Value};

use super::client::Client;
use super::logo::Logo;
use super::metadata::ClientMetadata;
use crate::app::App;
use crate::http::network::Network;

const MEMBER: &str = "logo_uri";
const NOT_HTTPS: &str = "the address of the logo is not https";
const TOO_MANY_FETCHES: &str =
    "too many addresses were asked for the network of the client, or at the host of the logo";
const WRONG_STATUS: &str = "the address of the logo does not answer with 200";
const FETCH_FAILED: &str = "the address of the logo is not public, does not answer in time, or answers with more than 16 KiB";
const INVALID_PNG: &str = "the address of the logo has no whole PNG that does not move, of at most 16 KiB and 1024 pixels a side";

/// The URL of a logo at another server.
#[derive(Clone, Debug)]
pub(crate) struct RemoteLogo(String);

impl RemoteLogo {
    /// Removes the URL from the members of a registration, and returns it.
    pub(crate) fn take_from(members: &mut Map<String, Value>) -> Option<Self> {
        let address = members.get(MEMBER).and_then(Value::as_str);
        let address = address.filter(|address| is_elsewhere(address))?.to_owned();
        members.remove(MEMBER);
        Some(Self(address))
    }

    /// Removes the URL from a client's metadata, and returns it.
    pub(crate) fn take_from_metadata(metadata: &mut ClientMetadata) -> Option<Self> {
        let address = metadata.logo_uri.take_if(|address| is_elsewhere(address));
        address.map(Self)
    }
}

/// Returns whether a URL does not contain the picture itself.
fn is_elsewhere(address: &str) -> bool {
    !address.starts_with("data:")
}

/// A fetched logo, or the reason why the client has none.
#[derive(Debug, Default)]
pub(crate) struct FetchedLogo {
    logo: Option<Logo>,
    reason_omitted: Option<&'static str>,
}

impl FetchedLogo {
    /// Sets the logo of a client, if there is one.
    pub(crate) fn add_to(&self, client: &mut Client) {
        if let Some(logo) = &self.logo {
            client.logo = Some(logo.clone());
        }
    }

    /// Sets the logo of a client, or the logo of its previous registration if this one could not be fetched.
    pub(crate) fn add_or_keep(&self, client: &mut Client, before: &Client) {
        if self.reason_omitted.is_some() {
            client.logo.clone_from(&before.logo);
        }
        self.add_to(client);
    }

    /// Adds the reason for a missing logo to the details of an event.
    pub(crate) fn add_to_details(&self, details: &mut Value) {
        if let (Some(why), Some(details)) = (self.reason_omitted, details.as_object_mut()) {
            details.insert("logo_left_out".to_owned(), why.into());
        }
    }
}

/// Fetches a logo, if there is one. Limits the requests that a network causes, and those to a host. The network is `None`
/// for the admin API, whose callers are authenticated clients with its scope: their requests are not limited here.
pub(crate) async fn fetch_logo(
    app: &App,
    network: Option<Network>,
    foreign: Option<RemoteLogo>,
) -> FetchedLogo {
    let Some(RemoteLogo(address)) = foreign else {
        return FetchedLogo::default();
    };
    match fetch(app, network, &address).await {
        Ok(logo) => FetchedLogo {
            logo: Some(logo),
            reason_omitted: None,
        },
        Err(why) => {
            tracing::info!(why, "a client's logo is left out");
            FetchedLogo {
                logo: None,
                reason_omitted: Some(why),
            }
        }
    }
}

async fn fetch(app: &App, network: Option<Network>, address: &str) -> Result<Logo, &'static str> {
    let url = url::Url::parse(address).map_err(|_error| NOT_HTTPS)?;
    let allowed = app.outbound.allowed();
    if url.scheme() != "https" && allowed.problem(&url).is_some() {
        return Err(NOT_HTTPS);
    }
    if let Some(network) = network {
        let taken = app.outbound_limit.take(network, address, app.clock.now());
        taken.map_err(|_wait| TOO_MANY_FETCHES)?;
    }
    let got = app.outbound.get_picture(address, png::MAX_LENGTH).await;
    let got = got.map_err(|_failure| FETCH_FAILED)?;
    if got.status != 200 {
        return Err(WRONG_STATUS);
    }
    let picture = png::address_of(&got.body);
    picture
        .and_then(|address| Logo::parse(&address))
        .ok_or(INVALID_PNG)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_data_url_pictures_are_stored() {
        let rows = [
            ("https://agent.example/logo.png", true),
            ("http://agent.example/logo.png", true),
            ("javascript:alert(1)", true),
            ("logo.png", true),
            ("", true),
            ("data:image/png;base64,AAAA", false),
            ("data:image/svg+xml,x", false),
        ];
        for (address, expected) in rows {
            let mut members = Map::from_iter([(MEMBER.to_owned(), json!(address))]);
            let taken = RemoteLogo::take_from(&mut members);
            assert_eq!(taken.is_some(), expected, "{address}");
            assert_eq!(members.is_empty(), expected, "{address}");
        }
        let mut members = Map::from_iter([(MEMBER.to_owned(), json!(7))]);
        assert!(RemoteLogo::take_from(&mut members).is_none());
    }
}

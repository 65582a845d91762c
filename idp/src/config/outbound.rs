//! Outgoing requests to URLs that come from clients.

use foundation::env::Reader;
use foundation::outbound::{AllowedHosts, HostPort};
use url::Url;

/// Permissions of outgoing requests to URLs that clients register.
#[derive(Clone, Debug, Default)]
pub struct OutboundConfig {
    /// `IDP_OUTBOUND_ALLOW`: hosts with ports that may have any address and use http; none by default. Requests to all
    /// others need https and a public address.
    pub allowed: AllowedHosts,
    /// `IDP_OUTBOUND_PROXY`: the proxy for requests to sign-in providers, `http://` or `https://`; none by default.
    /// Requests to hosts of `IDP_OUTBOUND_ALLOW` and to this machine do not use it.
    pub proxy: Option<Url>,
}

impl OutboundConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const NAME: &str = "IDP_OUTBOUND_ALLOW";
        let text = reader.text(NAME).unwrap_or_default();
        let mut allowed = Vec::<HostPort>::new();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            match part.parse() {
                Ok(named) => allowed.push(named),
                Err(_) => reader.problem(
                    NAME,
                    "is not a list of hosts with their ports such as site.internal:8443, 10.0.0.7:443",
                ),
            }
        }
        Self {
            allowed: allowed.into_iter().collect(),
            proxy: read_proxy(reader),
        }
    }
}

fn read_proxy(reader: &mut Reader<'_>) -> Option<Url> {
    const NAME: &str = "IDP_OUTBOUND_PROXY";
    let text = reader.text(NAME)?;
    let url = Url::parse(&text).ok();
    let url = url.filter(|url| ["http", "https"].contains(&url.scheme()) && url.has_host());
    if url.is_none() {
        reader.problem(NAME, "is not an address such as http://proxy.internal:3128");
    }
    url
}

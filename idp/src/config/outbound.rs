//! Whom the idp may ask although the address is a stranger's word.

use foundation::env::Reader;
use foundation::outbound::{Allowed, HostPort};
use url::Url;

/// Addresses that clients register, and that we ask.
#[derive(Clone, Debug, Default)]
pub struct OutboundConfig {
    /// `IDP_OUTBOUND_ALLOW`: hosts with their ports that may be asked wherever they are, and by http; none by default.
    /// Any other has to be asked by https, at a public address.
    pub allowed: Allowed,
    /// `IDP_OUTBOUND_PROXY`: the proxy that leads to sign-in providers, `http://` or `https://`; none by default. Hosts of
    /// `IDP_OUTBOUND_ALLOW` and this machine are asked without it.
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

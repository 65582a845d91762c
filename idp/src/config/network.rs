//! Whom to believe about where requests come from.

use foundation::env::Reader;
use ipnet::IpNet;

/// The proxies in front of the idp.
#[derive(Clone, Debug, Default)]
pub struct NetworkConfig {
    /// `IDP_TRUSTED_PROXIES`: the networks whose `X-Forwarded-For` is believed; none by default.
    pub trusted_proxies: Vec<IpNet>,
}

impl NetworkConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const NAME: &str = "IDP_TRUSTED_PROXIES";
        let text = reader.text(NAME).unwrap_or_default();
        let mut trusted_proxies = Vec::new();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let network = part
                .parse::<IpNet>()
                .or_else(|_no_network| part.parse::<std::net::IpAddr>().map(IpNet::from));
            match network {
                Ok(network) => trusted_proxies.push(network.trunc()),
                Err(_) => reader.problem(
                    NAME,
                    "is not a list of networks such as 10.0.0.0/8, 2001:db8::/32",
                ),
            }
        }
        Self { trusted_proxies }
    }
}

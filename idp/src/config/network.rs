//! Trusted sources of the client's network address.

use foundation::env::Reader;
use ipnet::{IpNet, Ipv4Net};

/// Proxies in front of the idp.
#[derive(Clone, Debug, Default)]
pub struct NetworkConfig {
    /// `IDP_TRUSTED_PROXIES`: networks whose `X-Forwarded-For` is trusted; none by default.
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
                Ok(network) => trusted_proxies.push(canonical(network.trunc())),
                Err(_) => reader.problem(
                    NAME,
                    "is not a list of networks such as 10.0.0.0/8, 2001:db8::/32",
                ),
            }
        }
        Self { trusted_proxies }
    }
}

/// Converts a network of IPv4-mapped IPv6 addresses to its IPv4 network, the form in which peers are compared.
fn canonical(network: IpNet) -> IpNet {
    let IpNet::V6(wide) = network else {
        return network;
    };
    let prefix = wide.prefix_len().checked_sub(96);
    let narrow = wide.addr().to_ipv4_mapped().zip(prefix);
    narrow
        .and_then(|(address, prefix)| Ipv4Net::new(address, prefix).ok())
        .map_or(network, IpNet::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_network_is_the_ipv4_network() {
        let rows = [
            ("::ffff:10.0.0.0/104", "10.0.0.0/8"),
            ("::ffff:10.0.0.1/128", "10.0.0.1/32"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("fd00::/8", "fd00::/8"),
            ("::/0", "::/0"),
        ];
        for (text, expected) in rows {
            let network: IpNet = text.parse().unwrap();
            assert_eq!(canonical(network).to_string(), expected, "{text}");
        }
    }
}

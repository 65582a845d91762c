//! A network for rate limits and the audit log: an IPv4 address, or an IPv6 /64, the size of a household.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Mask of an IPv6 address's first half: a household or server can use all of the second half.
const PREFIX: u128 = !0 << 64;

/// Network of a request, in its normalised form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl Network {
    /// Returns the network of an address; an IPv4-mapped IPv6 address counts as IPv4.
    pub(crate) fn new(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.into()),
            IpAddr::V6(address) => {
                let prefix = Ipv6Addr::from_bits(address.to_bits() & PREFIX);
                Self(prefix.into())
            }
        }
    }
}

/// Wider networks of an IPv6 address that have limits as well: prefix length, and factor on a /64's limit. Internet
/// providers assign a /56 to a household and a /48 to a company.
const WIDER_PREFIXES: [(u32, i64); 2] = [(56, 4), (48, 16)];

impl Network {
    /// Returns the counter keys of this network, each with a factor for its limit; the widest network is last.
    pub(crate) fn counter_keys(self) -> Vec<(String, i64)> {
        let mut counted = vec![(self.to_string(), 1)];
        if let IpAddr::V6(address) = self.0 {
            counted.extend(WIDER_PREFIXES.map(|(length, factor)| {
                let prefix = Ipv6Addr::from_bits(address.to_bits() & (!0 << (128 - length)));
                (format!("{prefix}/{length}"), factor)
            }));
        }
        counted
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(address) => write!(f, "{address}/64"),
        }
    }
}

//! A network as limits and the audit trail know it: one IPv4 address, or the /64 that one IPv6 household has.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The first half of an IPv6 address: a household or a server can use all of the second.
const PREFIX: u128 = !0 << 64;

/// Where a request comes from, in the one spelling that is counted and written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl Network {
    /// The network of an address; an IPv4 address that is written as IPv6 is the IPv4 address.
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.into()),
            IpAddr::V6(address) => {
                let prefix = Ipv6Addr::from_bits(address.to_bits() & PREFIX);
                Self(prefix.into())
            }
        }
    }
}

/// The wider networks of an IPv6 address that are counted as well: the length of their prefix, and how many times as
/// much they may do as a /64. A provider gives a household a /56 and a company a /48.
const WIDER: [(u32, i64); 2] = [(56, 4), (48, 16)];

impl Network {
    /// The keys that something from this network is counted under, each with a factor for its limit; the widest last.
    pub(crate) fn counted(self) -> Vec<(String, i64)> {
        let mut counted = vec![(self.to_string(), 1)];
        if let IpAddr::V6(address) = self.0 {
            counted.extend(WIDER.map(|(length, factor)| {
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

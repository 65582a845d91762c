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

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(address) => write!(f, "{address}/64"),
        }
    }
}

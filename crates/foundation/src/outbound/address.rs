//! Classification of IP addresses as public, by the registries of special ones (RFC 6890 and its successors).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns true if an address may belong to an external server: not this machine, not this network, no special meaning.
/// IPv4 written as IPv6 is classified as IPv4.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = match first {
        // This network, private, loopback; from 224 on multicast, reserved, broadcast.
        0 | 10 | 127 | 224.. => true,
        // Shared by a provider's customers.
        100 => (64..128).contains(&second),
        // Link-local: cloud metadata services with secrets.
        169 => second == 254,
        172 => (16..32).contains(&second),
        // Private; protocol assignments, examples, the old 6to4 relays.
        192 => second == 168 || matches!((second, third), (0, 0 | 2) | (88, 99)),
        // Benchmarks, examples.
        198 => matches!(second, 18 | 19) || (second, third) == (51, 100),
        203 => (second, third) == (0, 113),
        _ => false,
    };
    !is_special
}

/// Accepts only addresses assigned to networks (`2000::/3`), without the special ranges in it.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_given_out = (0x2000..0x4000).contains(&first);
    let is_special = match first {
        // Protocol assignments such as Teredo, and examples.
        0x2001 => second < 0x200 || second == 0xdb8,
        // 6to4, which contains an IPv4 address.
        0x2002 => true,
        // Examples.
        0x3fff => second < 0x1000,
        _ => false,
    };
    is_given_out && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_addresses_are_not_public() {
        let special = [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ];
        for address in special {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn public_addresses_are_allowed() {
        let public = [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.1",
            "100.63.255.255",
            "100.128.0.1",
            "126.255.255.255",
            "128.0.0.1",
            "169.253.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.51.99.1",
            "203.0.112.1",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "2001:200::1",
            "2001:4860::1",
            "2606:4700::1",
            "2a00::1",
            "3ffe::1",
        ];
        for address in public {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }
}

//! Tests of networks: trust in proxies, and the extent of a network.

use std::net::IpAddr;

use poem::http::{HeaderMap, HeaderValue};

use super::Network;
use super::peer::network_seen;

fn seen(peer: &str, lines: &[&str], trusted: &[&str]) -> String {
    let mut headers = HeaderMap::new();
    for line in lines {
        let value = HeaderValue::from_str(line).unwrap();
        headers.append("x-forwarded-for", value);
    }
    let trusted: Vec<_> = trusted.iter().map(|text| text.parse().unwrap()).collect();
    network_seen(peer.parse().unwrap(), &headers, &trusted).to_string()
}

#[test]
fn only_trusted_proxies_set_the_client_address() {
    let proxies = ["10.0.0.0/8", "fd00::/8"];
    let rows: [(&str, &[&str], &str); 13] = [
        ("192.0.2.1", &[], "192.0.2.1"),
        ("192.0.2.1", &["198.51.100.7"], "192.0.2.1"),
        ("10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", &["203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        (
            "10.0.0.1",
            &["203.0.113.9", "198.51.100.7, 10.0.0.2"],
            "198.51.100.7",
        ),
        ("fd00::1", &["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", &["203.0.113.9, unknown"], "10.0.0.1"),
        ("10.0.0.1", &[], "10.0.0.1"),
        ("10.0.0.1", &["198.51.100.7:4711"], "198.51.100.7"),
        ("10.0.0.1", &["203.0.113.9, ::ffff:10.0.0.2"], "203.0.113.9"),
        (
            "10.0.0.1",
            &["[2001:db8:1:2::3]:4711, [fd00::2]"],
            "2001:db8:1:2::/64",
        ),
    ];
    for (peer, lines, expected) in rows {
        assert_eq!(seen(peer, lines, &proxies), expected, "{peer} {lines:?}");
        assert_eq!(
            seen(peer, lines, &[]),
            Network::new(peer.parse().unwrap()).to_string(),
            "only listed proxies are trusted: {peer} {lines:?}"
        );
    }
}

#[test]
fn household_is_one_network() {
    let network = |text: &str| Network::new(text.parse::<IpAddr>().unwrap());
    assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
    assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
    assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
}

#[test]
fn network_counts_with_the_wider_ones_around_it() {
    let counted = |text: &str| Network::new(text.parse::<IpAddr>().unwrap()).counter_keys();
    let expected = [
        ("2001:db8:1:a2ff::/64", 1),
        ("2001:db8:1:a200::/56", 4),
        ("2001:db8:1::/48", 16),
    ];
    let expected = expected.map(|(key, factor)| (key.to_owned(), factor));
    assert_eq!(counted("2001:db8:1:a2ff::1"), expected);
    assert_eq!(counted("192.0.2.1"), [("192.0.2.1".to_owned(), 1)]);
}

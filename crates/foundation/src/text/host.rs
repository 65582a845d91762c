//! Hosts in one canonical form, so that all spellings of an address or a name are equal.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use url::{Host, Url};

/// Returns true if an address is this machine's loopback, also for IPv4 written as IPv6 (RFC 4291 section 2.5.5.2).
pub fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Returns true if a host without its port means this machine: `localhost` in any case, with or without a last dot, or
/// a loopback address.
pub fn is_loopback_name(host: &str) -> bool {
    match parse_address(host) {
        Some(address) => is_loopback(address),
        None => without_last_dot(host).eq_ignore_ascii_case("localhost"),
    }
}

/// Returns true if a URL leads to this machine.
pub fn is_loopback_url(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_loopback_name(name),
        Some(Host::Ipv4(address)) => is_loopback(address.into()),
        Some(Host::Ipv6(address)) => is_loopback(address.into()),
        None => false,
    }
}

/// Returns true if a text is a URL that leads to this machine.
pub fn is_loopback_address(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| is_loopback_url(&url))
}

/// Returns the host of a `Host` header or of another authority, without its port.
pub fn host_of_authority(authority: &str) -> &str {
    if let Some((host, _)) = authority
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
    {
        return host;
    }
    match authority.rsplit_once(':') {
        // A text with several colons and without brackets is an IPv6 address without a port.
        Some((host, _)) if !host.contains(':') => host,
        Some(_) | None => authority,
    }
}

/// Parses an address in the forms that proxies write (RFC 7239 section 6): alone, in brackets, with a port, with a zone
/// id. Returns its canonical form.
pub fn parse_address(text: &str) -> Option<IpAddr> {
    let host = host_of_authority(text);
    let host = host.split_once('%').map_or(host, |(host, _zone)| host);
    host.parse()
        .ok()
        .map(|address: IpAddr| address.to_canonical())
}

/// Returns a URL's host in its canonical form: no last dot, and IPv4 instead of IPv4 written as IPv6.
pub fn canonical_host(host: &Host<&str>) -> Host<String> {
    match *host {
        Host::Domain(name) => Host::Domain(without_last_dot(name).to_ascii_lowercase()),
        Host::Ipv4(address) => Host::Ipv4(address),
        Host::Ipv6(address) => match IpAddr::V6(address).to_canonical() {
            IpAddr::V4(address) => Host::Ipv4(address),
            IpAddr::V6(address) => Host::Ipv6(address),
        },
    }
}

/// Returns the address at which this machine reaches a listening socket: loopback for one that listens on all addresses.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let address = match listen.ip() {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address @ (IpAddr::V4(_) | IpAddr::V6(_)) => address,
    };
    SocketAddr::new(address, listen.port())
}

/// Returns the host by which a browser on this machine reaches a socket: `localhost` if that name leads there.
pub fn local_name(listen: SocketAddr) -> String {
    match reachable(listen).ip() {
        IpAddr::V4(Ipv4Addr::LOCALHOST) | IpAddr::V6(Ipv6Addr::LOCALHOST) => "localhost".to_owned(),
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

fn without_last_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_host_is_known_in_every_spelling() {
        let rows = [
            ("localhost", true),
            ("LOCALHOST", true),
            ("localhost.", true),
            ("LocalHost.", true),
            ("127.0.0.1", true),
            ("127.0.0.2", true),
            ("::1", true),
            ("[::1]", true),
            ("::ffff:127.0.0.1", true),
            ("[::FFFF:127.0.0.1]", true),
            ("::1%lo", true),
            ("localhost..", false),
            ("notlocalhost", false),
            ("localhost.example.com", false),
            ("::ffff:10.0.0.1", false),
            ("10.0.0.1", false),
            ("0.0.0.0", false),
            ("", false),
        ];
        for (host, expected) in rows {
            assert_eq!(is_loopback_name(host), expected, "{host}");
        }
    }

    #[test]
    fn loopback_url_is_known_in_every_spelling() {
        let rows = [
            ("http://LOCALHOST:1/x", true),
            ("http://localhost./", true),
            ("http://[::ffff:127.0.0.1]:1/", true),
            ("http://0x7f.1/", true),
            ("http://[::1]/", true),
            ("http://localhost.example/", false),
            ("http://[::ffff:10.0.0.1]/", false),
            ("data:text/plain,localhost", false),
        ];
        for (address, expected) in rows {
            let url = Url::parse(address).unwrap();
            assert_eq!(is_loopback_url(&url), expected, "{address}");
        }
    }

    #[test]
    fn authority_with_or_without_port_has_its_host() {
        let rows = [
            ("localhost:8080", "localhost"),
            ("localhost", "localhost"),
            ("LOCALHOST.:80", "LOCALHOST."),
            ("[::1]:8080", "::1"),
            ("[::1]", "::1"),
            ("::1", "::1"),
            ("127.0.0.1:80", "127.0.0.1"),
            ("", ""),
        ];
        for (authority, expected) in rows {
            assert_eq!(host_of_authority(authority), expected, "{authority}");
        }
    }

    #[test]
    fn address_of_a_proxy_is_read_in_every_form() {
        let rows = [
            ("203.0.113.7", Some("203.0.113.7")),
            ("203.0.113.7:4711", Some("203.0.113.7")),
            ("::ffff:203.0.113.7", Some("203.0.113.7")),
            ("[2001:db8::1]:4711", Some("2001:db8::1")),
            ("[2001:db8::1]", Some("2001:db8::1")),
            ("2001:DB8::1", Some("2001:db8::1")),
            ("fe80::1%eth0", Some("fe80::1")),
            ("unknown", None),
            ("", None),
        ];
        for (text, expected) in rows {
            let address = parse_address(text).map(|address| address.to_string());
            assert_eq!(address.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn listening_socket_is_reachable() {
        let rows = [
            ("127.0.0.1:80", "127.0.0.1:80", "localhost"),
            ("127.0.0.2:80", "127.0.0.2:80", "127.0.0.2"),
            ("0.0.0.0:80", "127.0.0.1:80", "localhost"),
            ("[::1]:80", "[::1]:80", "localhost"),
            ("[::]:80", "[::1]:80", "localhost"),
            ("[2001:db8::1]:80", "[2001:db8::1]:80", "[2001:db8::1]"),
        ];
        for (listen, expected, name) in rows {
            let listen: SocketAddr = listen.parse().unwrap();
            assert_eq!(reachable(listen).to_string(), expected, "{listen}");
            assert_eq!(local_name(listen), name, "{listen}");
        }
    }
}

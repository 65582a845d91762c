//! URLs that outgoing requests may use, as far as a check without DNS can decide, and internal services that an
//! operator allows by host and port at any address.

use std::net::IpAddr;
use std::str::FromStr;

use url::{Host, Url};

use super::address::is_public;
use crate::text::host::canonical_host;

/// A host with a port, such as `localhost:8080` or `[::1]:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPort {
    host: Host<String>,
    port: u16,
}

/// The text is not a host with its port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a host with its port, such as localhost:8080")]
pub struct HostPortError;

impl FromStr for HostPort {
    type Err = HostPortError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (host, port) = text.rsplit_once(':').ok_or(HostPortError)?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-[]:".contains(&byte);
        if host.is_empty() || !host.bytes().all(is_plain) {
            return Err(HostPortError);
        }
        let url = Url::parse(&format!("https://{host}/")).map_err(|_error| HostPortError)?;
        let port = port.parse().ok().filter(|port| *port > 0);
        match (url.host(), url.port(), port) {
            (Some(host), None, Some(port)) => Ok(Self {
                host: canonical_host(&host),
                port,
            }),
            _ => Err(HostPortError),
        }
    }
}

impl HostPort {
    /// Returns true if a URL leads there.
    pub(super) fn is_of(&self, url: &Url) -> bool {
        let host = url.host().map(|host| canonical_host(&host));
        host.as_ref() == Some(&self.host) && url.port_or_known_default() == Some(self.port)
    }
}

/// Services that an operator allows in addition to public servers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedHosts(Vec<HostPort>);

impl FromIterator<HostPort> for AllowedHosts {
    fn from_iter<T: IntoIterator<Item = HostPort>>(iter: T) -> Self {
        Self(iter.into_iter().collect())
    }
}

impl AllowedHosts {
    /// Returns the hosts without their ports; an IPv6 address has no brackets.
    pub(super) fn hosts(&self) -> Vec<String> {
        let text = |named: &HostPort| match &named.host {
            Host::Domain(name) => name.clone(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        self.0.iter().map(text).collect()
    }

    /// Returns the reason why a URL is not allowed, as the end of a sentence that begins with it. This check uses no
    /// DNS; the client checks a name's addresses when it connects. Every spelling of a number is read as browsers read
    /// it (`0x7f.1`, `2130706433`).
    pub fn problem(&self, url: &Url) -> Option<&'static str> {
        match url.scheme() {
            "https" => {}
            "http" if self.names(url) => {}
            _ => return Some("is not https"),
        }
        if self.names(url) {
            return None;
        }
        let number: IpAddr = match url.host() {
            None => return Some("has no host"),
            Some(Host::Domain(name)) => return is_of_this_machine(name).then_some(NOT_PUBLIC),
            Some(Host::Ipv4(number)) => number.into(),
            Some(Host::Ipv6(number)) => number.into(),
        };
        (!is_public(number)).then_some(NOT_PUBLIC)
    }

    /// Returns true if the operator allows the host and port of a URL.
    pub(super) fn names(&self, url: &Url) -> bool {
        self.0.iter().any(|named| named.is_of(url))
    }
}

const NOT_PUBLIC: &str = "is not a public address";

/// Returns true for names that mean this machine (RFC 6761 section 6.3), and for names whose last dot would prevent a match.
fn is_of_this_machine(name: &str) -> bool {
    name.ends_with('.') || name.rsplit('.').next() == Some("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_host_is_named_with_its_port() {
        let rows = [
            ("localhost:8080", "http://localhost:8080/x", true),
            ("localhost:8080", "http://localhost:8081/x", false),
            ("localhost:8080", "http://localhost.:8080/x", true),
            ("LOCALHOST.:8080", "http://localhost:8080/x", true),
            ("10.0.0.7:443", "https://[::ffff:10.0.0.7]/x", true),
            ("[::ffff:10.0.0.7]:443", "https://10.0.0.7/x", true),
            ("10.0.0.7:443", "https://10.0.0.8/x", false),
            ("a.example:443", "https://a.example/x", true),
            ("a.example:443", "https://b.a.example/x", false),
            ("127.0.0.1:80", "http://2130706433/", true),
            ("[::1]:80", "http://[::1]/", true),
        ];
        for (text, address, expected) in rows {
            let named: HostPort = text.parse().unwrap();
            let url = Url::parse(address).unwrap();
            assert_eq!(named.is_of(&url), expected, "{text} {address}");
        }
        for text in [
            "",
            "localhost",
            ":80",
            "a.example:",
            "a.example:0",
            "a.example:65536",
            "::1:80",
            "https://a.example:1",
            "a b:1",
            "a@b:1",
            "a.example/x:1",
        ] {
            assert_eq!(text.parse::<HostPort>(), Err(HostPortError), "{text}");
        }
    }

    const NOT_HTTPS: Option<&str> = Some("is not https");
    const HERE: Option<&str> = Some(NOT_PUBLIC);

    // row: I2
    #[test]
    fn every_spelling_of_a_forbidden_address_is_refused_before_a_request_is_sent() {
        let allowed = AllowedHosts::from_iter(["localhost:7".parse().unwrap()]);
        let rows = [
            ("https://127.0.0.1/x", HERE),
            ("https://127.1/x", HERE),
            ("https://2130706433/", HERE),
            ("https://0x7f000001/", HERE),
            ("https://0177.0.0.1/", HERE),
            ("https://0/", HERE),
            ("https://[::1]/", HERE),
            ("https://[::ffff:127.0.0.1]/", HERE),
            ("https://[::ffff:a9fe:a9fe]/", HERE),
            ("https://169.254.169.254/latest/meta-data", HERE),
            ("https://\u{ff11}27.0.0.1/", HERE),
            ("https://10.0.0.1:8443/", HERE),
            ("https://localhost/", HERE),
            ("https://LOCALHOST/", HERE),
            ("https://localhost./", HERE),
            ("https://a.localhost/", HERE),
            ("https://a.example./", HERE),
            ("http://a.example/", NOT_HTTPS),
            ("http://localhost:8/", NOT_HTTPS),
            ("ftp://localhost:7/", NOT_HTTPS),
            ("file:///etc/passwd", NOT_HTTPS),
            ("gopher://a.example/", NOT_HTTPS),
            ("http://localhost:7/x", None),
            ("https://localhost:7/x", None),
            ("https://a.example/x", None),
            ("https://notlocalhost/", None),
            ("https://1.1.1.1/", None),
        ];
        for (address, expected) in rows {
            let url = Url::parse(address).unwrap();
            assert_eq!(allowed.problem(&url), expected, "{address}");
        }
    }
}

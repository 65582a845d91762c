//! Client address of a request behind the operator's trusted proxies.

use std::net::{IpAddr, Ipv4Addr};

use foundation::text::host::parse_address;
use ipnet::IpNet;
use poem::Request;
use poem::http::{HeaderMap, HeaderValue};

use super::address_block::Network;
use crate::app::App;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Returns the network of a request's client.
pub(crate) fn network_of(app: &App, request: &Request) -> Network {
    let peer = request
        .remote_addr()
        .as_socket_addr()
        // Counts all requests without a peer address as one network; there is no proxy to trust.
        .map_or(Ipv4Addr::UNSPECIFIED.into(), std::net::SocketAddr::ip);
    network_seen(peer, request.headers(), &app.config.network.trusted_proxies)
}

/// Returns the network of the client behind a peer. It reads `X-Forwarded-For` from its end, each trusted proxy naming
/// the next address; values before the first untrusted address could be forged. An invalid address ends the search.
pub(crate) fn network_seen(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Network {
    let is_trusted = |address: IpAddr| {
        let address = address.to_canonical();
        trusted.iter().any(|network| network.contains(&address))
    };
    let lines: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
    let mut hops = lines.into_iter().rev().flat_map(hops_from_the_end);
    let mut client = peer;
    while is_trusted(client) {
        match hops.next() {
            Some(Some(address)) => client = address,
            Some(None) | None => break,
        }
    }
    Network::new(client)
}

fn hops_from_the_end(line: &HeaderValue) -> Vec<Option<IpAddr>> {
    let text = line.to_str().unwrap_or_default();
    text.rsplit(',')
        .map(|hop| parse_address(hop.trim()))
        .collect()
}

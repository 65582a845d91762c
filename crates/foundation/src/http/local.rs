//! Requests from this machine, for pages that must not leave it.

use poem::Request;
use poem::http::uri::Authority;
use poem::http::{HeaderMap, header};

use crate::text::host;

/// Headers by which a proxy names its client (RFC 7239, RFC 9110 section 7.6.3).
const FORWARDING: [&str; 3] = ["forwarded", "via", "x-real-ip"];
/// Prefix of the older headers, which no standard defines.
const FORWARDING_PREFIX: &str = "x-forwarded-";

/// Returns true if the client runs on this machine and used one of its own names.
///
/// The `Host` header rejects a hostile name that resolves to 127.0.0.1; forwarding headers reject a local proxy.
pub fn is_from_this_machine(request: &Request) -> bool {
    let peer = request.remote_addr().as_socket_addr();
    // HTTP/2 has the host in the URL (RFC 9113 section 8.3.1).
    let authority = request.original_uri().authority();
    let host_header = request
        .header(header::HOST)
        .or(authority.map(Authority::as_str))
        .unwrap_or_default();
    peer.is_some_and(|peer| host::is_loopback(peer.ip()))
        && host::is_loopback_name(host::host_of_authority(host_header))
        && !is_forwarded(request.headers())
}

fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        let name = name.as_str();
        FORWARDING.contains(&name) || name.starts_with(FORWARDING_PREFIX)
    })
}

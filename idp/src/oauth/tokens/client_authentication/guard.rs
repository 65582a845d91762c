//! Credentials of a request to a client endpoint, apart from its parameters.

use poem::Request;

use crate::app::App;
use crate::http::network::{Network, network_of};
use crate::http::parameters::authorization;
use crate::protocol::dpop;

/// Credentials of a client's request, apart from its parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credentials<'a> {
    /// Value of the `Authorization` header.
    pub(super) authorization: Option<&'a str>,
    /// Network of the request, for which wrong secrets are counted.
    pub(crate) network: Network,
    /// The `DPoP` proof of a client's key.
    pub(crate) proof: dpop::RequestProof<'a>,
}

impl<'a> Credentials<'a> {
    /// Reads the credentials of a request.
    pub(crate) fn read(app: &App, request: &'a Request) -> Self {
        Self {
            authorization: authorization(request.headers()),
            network: network_of(app, request),
            proof: dpop::RequestProof::from_request(request),
        }
    }
}

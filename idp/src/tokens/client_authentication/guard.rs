//! What a request to an endpoint for clients brings beside its parameters.

use poem::Request;

use crate::app::App;
use crate::dpop;
use crate::network::{Network, network_of};
use crate::parameters::authorization;

/// What a client's request brings beside its parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credentials<'a> {
    /// The `Authorization` header.
    pub(super) authorization: Option<&'a str>,
    /// Where the request comes from: wrong secrets are counted by it.
    pub(crate) network: Network,
    /// What is to prove a key of the client's.
    pub(crate) proof: dpop::Presented<'a>,
}

impl<'a> Credentials<'a> {
    /// Those of a request.
    pub(crate) fn of(app: &App, request: &'a Request) -> Self {
        Self {
            authorization: authorization(request.headers()),
            network: network_of(app, request),
            proof: dpop::Presented::of(request),
        }
    }
}

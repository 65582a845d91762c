//! The `DPoP` proof of a request, with the request's method and path.

use poem::Request;
use poem::http::HeaderMap;

const HEADER: &str = "dpop";

/// Values of a request that prove a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestProof<'a> {
    /// The `DPoP` header.
    pub(super) header: ProofHeader<'a>,
    /// The method.
    pub(super) method: &'a str,
    /// The path.
    pub(super) path: &'a str,
}

/// The `DPoP` header of a request.
#[derive(Clone, Copy, Debug)]
pub(super) enum ProofHeader<'a> {
    /// No header.
    Absent,
    /// One header.
    One(&'a str),
    /// Several headers, or one that is not valid text (section 4.3, check 1).
    Bad,
}

impl<'a> RequestProof<'a> {
    /// Reads the values of a request.
    pub(crate) fn from_request(request: &'a Request) -> Self {
        Self {
            header: ProofHeader::from_headers(request.headers()),
            method: request.method().as_str(),
            path: request.original_uri().path(),
        }
    }
}

impl<'a> ProofHeader<'a> {
    fn from_headers(headers: &'a HeaderMap) -> Self {
        let mut all = headers.get_all(HEADER).iter();
        match (all.next(), all.next()) {
            (None, _) => Self::Absent,
            (Some(one), None) => one.to_str().map_or(Self::Bad, Self::One),
            (Some(_), Some(_)) => Self::Bad,
        }
    }
}

//! The proof of a request, and what the request is.

use poem::Request;
use poem::http::HeaderMap;

const HEADER: &str = "dpop";

/// What a request brings to prove a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Presented<'a> {
    /// Its `DPoP` header.
    pub(super) header: Header<'a>,
    /// Its method.
    pub(super) method: &'a str,
    /// Its path.
    pub(super) path: &'a str,
}

/// The header of a request.
#[derive(Clone, Copy, Debug)]
pub(super) enum Header<'a> {
    /// There is none.
    Absent,
    /// There is one.
    One(&'a str),
    /// There are several, or one that is no text (section 4.3, check 1).
    Bad,
}

impl<'a> Presented<'a> {
    /// That of a request.
    pub(crate) fn of(request: &'a Request) -> Self {
        Self {
            header: Header::of(request.headers()),
            method: request.method().as_str(),
            path: request.original_uri().path(),
        }
    }
}

impl<'a> Header<'a> {
    fn of(headers: &'a HeaderMap) -> Self {
        let mut all = headers.get_all(HEADER).iter();
        match (all.next(), all.next()) {
            (None, _) => Self::Absent,
            (Some(one), None) => one.to_str().map_or(Self::Bad, Self::One),
            (Some(_), Some(_)) => Self::Bad,
        }
    }
}

//! Bounds on a request's body: its length, announced or not, and no compression.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use poem::http::{StatusCode, header};
use poem::{Body, Request};

/// Tells, after the request was handled, whether its body went over the limit.
#[derive(Clone, Debug, Default)]
pub(super) struct TooLong(Arc<AtomicBool>);

impl TooLong {
    pub(super) fn seen(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Refuses a body that is announced as too long or as compressed, and cuts one that turns out too long.
pub(super) fn limit_body(request: &mut Request, longest: usize) -> Result<TooLong, StatusCode> {
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let announced = request
        .header(header::CONTENT_LENGTH)
        .and_then(|length| length.parse::<usize>().ok())
        .unwrap_or_default();
    if announced > longest {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let too_long = TooLong::default();
    let seen = too_long.clone();
    let body: BoxBody<Bytes, io::Error> = request.take_body().into();
    let limited = Limited::new(body, longest).map_err(move |error| {
        if error.is::<LengthLimitError>() {
            seen.0.store(true, Ordering::Relaxed);
        }
        io::Error::other(error)
    });
    request.set_body(Body::from(BoxBody::new(limited)));
    Ok(too_long)
}

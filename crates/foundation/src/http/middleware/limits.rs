//! Limits of a request's body: no compression, a maximum length, announced or not, and a minimum pace.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Body as _;
use poem::http::{StatusCode, header};
use poem::{Body, Request};

use super::body_read_timeout::{BodyReadTimeout, RefusalStatus};

/// Limits of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyLimits {
    /// Maximum number of bytes.
    pub(super) max_length: usize,
    /// Maximum time without a byte.
    pub(super) max_body_pause: Duration,
}

/// Reports, after the request was handled, if its body exceeded a limit; empty for requests without a body.
#[derive(Clone, Debug, Default)]
pub(super) struct LimitWatch(Option<RefusalStatus>);

impl LimitWatch {
    /// Returns the status of the refusal, independently of the handler's response.
    pub(super) fn refusal(&self) -> Option<StatusCode> {
        let status = self.0.as_ref()?.load(Ordering::Relaxed);
        StatusCode::from_u16(status).ok()
    }
}

/// Maximum number of bytes of a refused body that the server reads.
const MAX_DISCARDED: usize = 4 * 1024 * 1024;

/// Reads and drops the body of a refused request, up to a limit. Returns true if it reached the end. A server that
/// closes the connection while the client still writes may cut off its own response, which looks like a failure to the
/// client. Clients that wait for permission to write (RFC 9110 section 10.1.1) do not get it, and a paused body is
/// abandoned.
pub(super) async fn discard_body(request: &mut Request, max_body_pause: Duration) -> bool {
    if request.headers().contains_key(header::EXPECT) {
        return false;
    }
    let mut body: BoxBody<Bytes, io::Error> = request.take_body().into();
    let mut dropped = 0;
    loop {
        let frame = match tokio::time::timeout(max_body_pause, body.frame()).await {
            Ok(Some(Ok(frame))) => frame,
            Ok(None) => return true,
            Ok(Some(Err(_))) | Err(_) => return false,
        };
        dropped += frame.data_ref().map_or(0, Bytes::len);
        if dropped > MAX_DISCARDED {
            return false;
        }
    }
}

/// Refuses a body that is announced as too long or compressed, and cuts one that becomes too long or stops arriving.
pub(super) fn limit_body(
    request: &mut Request,
    limits: BodyLimits,
) -> Result<LimitWatch, StatusCode> {
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let body: BoxBody<Bytes, io::Error> = request.take_body().into();
    let max_announced = u64::try_from(limits.max_length).unwrap_or(u64::MAX);
    let announced = body.size_hint();
    if body.is_end_stream() {
        request.set_body(Body::from(body));
        return Ok(LimitWatch(None));
    }
    if announced.lower() > max_announced {
        request.set_body(Body::from(body));
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let refusal = RefusalStatus::default();
    let watch = LimitWatch(Some(Arc::clone(&refusal)));
    let paced = BodyReadTimeout::new(body, limits.max_body_pause, Arc::clone(&refusal));
    // The server reads no more of a body than its announced length, so only other bodies need a counter.
    if announced.upper().is_some() {
        request.set_body(Body::from(BoxBody::new(paced)));
        return Ok(watch);
    }
    let limited = Limited::new(paced, limits.max_length).map_err(move |error| {
        if error.is::<LengthLimitError>() {
            refusal.store(StatusCode::PAYLOAD_TOO_LARGE.as_u16(), Ordering::Relaxed);
        }
        io::Error::other(error)
    });
    request.set_body(Body::from(BoxBody::new(limited)));
    Ok(watch)
}

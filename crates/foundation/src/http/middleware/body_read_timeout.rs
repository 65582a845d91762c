//! Request body with a time limit for pauses, against clients that stop sending.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Frame, SizeHint};
use poem::http::StatusCode;
use tokio::time::{Sleep, sleep};

/// Status that refuses a request once its body has exceeded a limit; zero before.
pub(super) type RefusalStatus = Arc<AtomicU16>;

/// Body of a request, which fails if no byte arrives for too long.
pub(super) struct BodyReadTimeout {
    body: BoxBody<Bytes, io::Error>,
    max_body_pause: Duration,
    /// Runs while the body waits; a body that arrives at once has no timer.
    pause: Option<Pin<Box<Sleep>>>,
    refusal: RefusalStatus,
}

impl BodyReadTimeout {
    /// Creates a body that may pause for this long.
    pub(super) fn new(
        body: BoxBody<Bytes, io::Error>,
        max_body_pause: Duration,
        refusal: RefusalStatus,
    ) -> Self {
        Self {
            body,
            max_body_pause,
            pause: None,
            refusal,
        }
    }
}

impl Body for BodyReadTimeout {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            this.pause = None;
            return Poll::Ready(frame);
        }
        let longest = this.max_body_pause;
        let pause = this.pause.get_or_insert_with(|| Box::pin(sleep(longest)));
        ready!(pause.as_mut().poll(cx));
        let too_slow = StatusCode::REQUEST_TIMEOUT.as_u16();
        this.refusal.store(too_slow, Ordering::Relaxed);
        Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

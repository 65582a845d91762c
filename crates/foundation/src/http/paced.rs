//! A body that has to keep coming: whoever stops in its midst has their time, and no more.

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

/// The status that refuses a request once its body has gone beyond a bound; zero while it has not.
pub(super) type Refusal = Arc<AtomicU16>;

/// The body of a request, which ends with an error when nothing of it comes for too long.
pub(super) struct Paced {
    body: BoxBody<Bytes, io::Error>,
    longest_pause: Duration,
    /// Runs while something is waited for; a body that is there at once has none.
    pause: Option<Pin<Box<Sleep>>>,
    refusal: Refusal,
}

impl Paced {
    /// Lets a body pause for so long.
    pub(super) fn new(
        body: BoxBody<Bytes, io::Error>,
        longest_pause: Duration,
        refusal: Refusal,
    ) -> Self {
        Self {
            body,
            longest_pause,
            pause: None,
            refusal,
        }
    }
}

impl Body for Paced {
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
        let longest = this.longest_pause;
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

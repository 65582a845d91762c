//! Time limit for a request header over HTTP/1, counted from its first byte.
//!
//! An idle connection has no header to wait for, so a client may keep it as long as [`Timeouts::idle`] allows.
//!
//! [`Timeouts::idle`]: super::timeouts::Timeouts::idle

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::activity::ConnectionActivity;

/// A stream whose reads fail if a request header takes too long.
pub(super) struct HeaderTimeout<S> {
    stream: S,
    limit: Duration,
    activity: Arc<ConnectionActivity>,
    header: Option<Header>,
}

/// A header of which some bytes were read.
struct Header {
    /// Number of requests that began before it; another number means that the header is complete.
    requests_before: u64,
    deadline: Instant,
    /// Created once a read has to wait, so that a header that arrives in one piece needs no timer.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> HeaderTimeout<S> {
    pub(super) fn new(stream: S, limit: Duration, activity: Arc<ConnectionActivity>) -> Self {
        Self {
            stream,
            limit,
            activity,
            header: None,
        }
    }

    fn note_bytes(&mut self) {
        if let Some(requests_before) = self.activity.requests_begun_if_idle() {
            let is_same_header = self
                .header
                .as_ref()
                .is_some_and(|header| header.requests_before == requests_before);
            if !is_same_header {
                self.header = Some(Header {
                    requests_before,
                    deadline: Instant::now() + self.limit,
                    timer: None,
                });
            }
        }
    }

    fn poll_limit(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let begun = self.activity.requests_begun_if_idle();
        let Some(header) = &mut self.header else {
            return Poll::Pending;
        };
        if begun != Some(header.requests_before) {
            self.header = None;
            return Poll::Pending;
        }
        let deadline = header.deadline;
        let timer = header
            .timer
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HeaderTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let length = buf.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        if read.is_pending() {
            return this.poll_limit(cx);
        }
        if buf.filled().len() > length {
            this.note_bytes();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HeaderTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

//! Timeouts of connections, and their maximum number.

use std::time::Duration;

/// Timeouts of a connection, one for each kind of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the first byte, for the handshake of TLS, for a whole header, and for the end of a connection that was asked to end.
    pub header: Duration,
    /// Between two requests of one connection.
    pub idle: Duration,
    /// Until the client reads a byte of a response.
    pub write: Duration,
    /// From a request's header until its whole response was given to the connection.
    pub exchange: Duration,
    /// Of an idle connection while others wait for its slot.
    pub run_concurrently: Duration,
}

impl Timeouts {
    /// The defaults: 10 seconds for a header and for a byte to be read, 75 seconds between requests, five minutes for a
    /// request with its response, and one second while other connections wait.
    ///
    /// Load balancers keep idle connections for 60 seconds. A server that closes one earlier may do so while a request
    /// is in flight, and the client cannot find out whether it was executed.
    pub const DEFAULT: Self = Self {
        header: Duration::from_secs(10),
        idle: Duration::from_secs(75),
        write: Duration::from_secs(10),
        exchange: Duration::from_mins(5),
        run_concurrently: Duration::from_secs(1),
    };

    /// Default maximum number of connections.
    pub const MAX_CONNECTIONS: usize = 10_000;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Middleware;
    use crate::{Clock, Random};

    // row: J5
    /// J5: slow headers, slow bodies and slow readers are cut at ten seconds.
    #[test]
    fn slow_client_is_disconnected_after_ten_seconds() {
        let middleware = Middleware::new(Clock::system(), Random::system());
        let usual = [
            Timeouts::DEFAULT.header,
            Timeouts::DEFAULT.write,
            middleware.max_body_pause,
        ];
        assert_eq!(usual, [Duration::from_secs(10); 3]);
    }
}

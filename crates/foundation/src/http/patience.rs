//! How long a connection may keep us waiting, and how many of them there may be.

use std::time::Duration;

/// The longest that a connection may do nothing, one limit for each way of doing nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the first byte, for the handshake of TLS, for a whole header, and for the end of a connection that was asked to
    /// end.
    pub header: Duration,
    /// Between two requests of one connection.
    pub idle: Duration,
    /// Without one byte of an answer being taken.
    pub write: Duration,
    /// From a request's header until its whole answer was handed to the connection.
    pub exchange: Duration,
    /// How long a connection may be idle where others wait for its place.
    pub crowded: Duration,
}

impl Patience {
    /// The usual one: 10 seconds for a header and for a byte to be taken, 75 seconds between requests, five
    /// minutes for a request with its answer, and one second where there are too many.
    ///
    /// Load balancers keep idle connections for 60 seconds. A server that closes one earlier may do so while a request
    /// is on its way, and the client never learns whether it was carried out.
    pub const USUAL: Self = Self {
        header: Duration::from_secs(10),
        idle: Duration::from_secs(75),
        write: Duration::from_secs(10),
        exchange: Duration::from_mins(5),
        crowded: Duration::from_secs(1),
    };

    /// The most connections at a time, as it is usually set.
    pub const MOST_CONNECTIONS: usize = 10_000;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Dress;
    use crate::{Clock, Random};

    // row: J5
    /// J5: slow headers, slow bodies and slow readers are cut at ten seconds.
    #[test]
    fn j5_whoever_is_slow_is_cut_at_ten_seconds() {
        let dress = Dress::usual(Clock::system(), Random::system());
        let usual = [
            Patience::USUAL.header,
            Patience::USUAL.write,
            dress.longest_pause,
        ];
        assert_eq!(usual, [Duration::from_secs(10); 3]);
    }
}

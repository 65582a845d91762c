//! The double over HTTP, as clients, browsers and endpoints see it.

//! The HTTP server of the double: the API, the pages and the controls.

mod calls;
mod controls;
mod endpoint;
mod headers;

//! How clients prove themselves and their keys at the endpoints that only they use.

mod secrets;

//! Tests: what a token says, as far as the scope allows.

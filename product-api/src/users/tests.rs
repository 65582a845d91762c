//! Tests of users.

//! The cellar of usage: who has been rolled up how far, what that came to, and what came since.

pub(super) mod days;
pub(super) mod rest;
pub(super) mod writers;

//! The cellar of usage: who has been rolled up how far, what that came to, how books stand, and what came since.

pub(super) mod days;
pub(super) mod rest;
pub(super) mod standings;
mod whole;
pub(super) mod writers;

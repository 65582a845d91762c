//! The tables of usage: positions of writers, rolled-up days, standings of books, and the transactions since.

pub(super) mod days;
pub(super) mod rest;
pub(super) mod standings;
mod whole;
pub(super) mod writers;

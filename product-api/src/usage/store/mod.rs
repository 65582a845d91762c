//! The tables of usage: positions of writers, rolled-up days, standings of books, and the transactions since.

pub(super) mod credits_by_kind;
pub(super) mod days;
pub(super) mod rest;
mod whole;
pub(super) mod writers;

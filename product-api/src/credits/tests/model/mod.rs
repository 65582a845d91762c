//! The model test (c.3, c.7): random histories of all operations, sent again and again, out of order and at once by many,
//! against a small ledger of its own in memory: the same answers, the same rows, all invariants.
//!
//! What makes it decidable. A history is a row of steps on two customers of its own. Within a step its operations run at
//! once, each sent one to five times by tasks of their own; between two steps they rest. So an operation that is alone in
//! its step has one right answer, and operations that race in a step have one for each of their orders: the model follows
//! every order that explains the answers so far, and the rows in the end must be those of one of them. Hundreds of
//! histories take their steps side by side, so that the waves of the coalescer are full of strangers. All share the clock,
//! which stands still during a step, jumps between steps, often to the very instant at which something ends, or to the
//! microsecond before, and now and then steps back.
//!
//! `TEST_HISTORIES` asks for more than ten thousand histories, `TEST_SEED` for others. A history that fails is told with
//! its seed, as short as it can be made.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each place of the model is about some of the operations"
)]

mod asked;
mod author;
mod capping;
mod history;
mod house;
mod keys;
mod prices;
mod requests;
mod reversing;
mod rows;
mod run;
mod sending;
mod setting_aside;
mod shrink;
mod telling;
mod track;
mod wallet;
mod wording;

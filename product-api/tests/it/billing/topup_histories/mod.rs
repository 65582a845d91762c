//! Property test of automatic top-ups: rules that buy while cards fail, banks ask and buyers change their minds leave the books
//! that the invoices at Stripe make.
//!
//! A history is the life of two users with rules, who spend, confirm, replace cards, turn the rule off and on, and are merged and
//! divided; banks and owners reverse payments; calls to Stripe are lost and events come in any order. Only the double of Stripe
//! knows what was paid, and the books are compared with it. `TEST_BILLING_HISTORIES` sets the number of histories of each test, and
//! `TEST_SEED` selects others: `make histories`.

mod actions;
mod books;
mod cards;
mod history;
mod holder;
mod run;

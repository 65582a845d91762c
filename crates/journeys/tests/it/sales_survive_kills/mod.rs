//! `kill -9` of the server and of PostgreSQL at each step of a purchase, of a refund, of a subscription and of an automatic top-up,
//! and at random moments: nothing is done twice, and nothing is lost.
//!
//! Stripe is a double in the test's process, which counts charges and refunds. It holds a call at a moment; a process is killed
//! there, and starts again. `TEST_KILLS` sets the number of kills of each test: `make kills`.

mod books;
mod killed_shop;
mod plan_books;
mod plan_kills;
mod random_kills;
mod run;
mod step_kills;
mod topup_books;
mod topup_kills;

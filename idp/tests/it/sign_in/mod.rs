//! Signing in, as a browser, a client library and an attacker see it.

mod addresses;
mod behalf;
mod budgets;
mod cookies;
mod costs;
mod csrf;
mod email;
mod email_attacks;
mod email_rows;
mod every_form;
mod failing_closed;
mod guessing;
mod own_pages;
mod pages;
pub(crate) mod passkeys;
pub(crate) mod passwords;
mod redirects;
mod rendered;
mod requests;
mod sealed;
mod sealed_anew;
mod sealed_pieces;
mod session;
mod session_rows;
mod smuggled;
mod surface;

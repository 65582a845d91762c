//! Signing in, as a browser, a client library and an attacker see it.

mod addresses;
mod budgets;
mod csrf;
mod email;
mod email_attacks;
mod guessing;
mod pages;
mod passkeys;
mod passwords;
mod session;
mod surface;

//! Generated clients of the contract, against the real service on loopback with a test double of the idp.
#![deny(clippy::allow_attributes_without_reason)]
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "the harness is that of product-api's own tests, of which little is used here"
)]

#[path = "../../../../product-api/tests/it/documented_responses.rs"]
mod documented_responses;
mod generated_clients;
#[path = "../../../../product-api/tests/it/harness.rs"]
mod harness;
#[path = "../../../../product-api/tests/it/issuer.rs"]
mod issuer;
#[path = "../../../../product-api/tests/it/issuer_activity.rs"]
mod issuer_activity;
#[path = "../../../../product-api/tests/it/issuer_admin.rs"]
mod issuer_admin;
#[path = "../../../../product-api/tests/it/issuer_grants.rs"]
mod issuer_grants;
#[path = "../../../../product-api/tests/it/issuer_users.rs"]
mod issuer_users;
mod typescript;

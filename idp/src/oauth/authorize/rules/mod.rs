//! The rules of an authorization request, one file each.

mod acr;
mod claims;
mod client_uses_codes;
mod dpop_jkt;
mod each_parameter_once;
mod expected_subject;
mod max_age;
mod no_foreign_request;
mod nonce;
mod pkce;
mod prompt;
mod pushed_where_required;
mod resources;
mod response_mode;
mod response_type;
mod scope;
mod signed_where_required;

pub(super) use acr::{UNMET_AUTHENTICATION_REQUIREMENTS, acr};
pub(super) use claims::claims;
pub(super) use client_uses_codes::client_uses_codes;
pub(super) use dpop_jkt::dpop_jkt;
pub(super) use each_parameter_once::each_parameter_once;
pub(super) use expected_subject::{ReadHint, expected_subject};
pub(super) use max_age::max_age;
pub(super) use no_foreign_request::no_foreign_request;
pub(super) use nonce::nonce;
pub(super) use pkce::pkce;
pub(super) use prompt::prompt;
pub(super) use pushed_where_required::pushed_where_required;
pub(super) use resources::resources;
pub(super) use response_mode::response_mode;
pub(super) use response_type::response_type;
pub(super) use scope::scope;
pub(super) use signed_where_required::signed_where_required;

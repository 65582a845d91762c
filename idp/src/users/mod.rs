//! Users: their identity, whether they may sign in, and whether they are operators.

mod account;
mod adopt;
mod arrived;
mod change_profile;
mod directory;
mod expect;
mod find_name;
mod linking;
mod meet_account;
mod profile_claims;
mod prove_email;
mod reseal;
mod stay;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod user;

pub(crate) use account::Account;
pub(crate) use adopt::{Adopted, Newcomer, adopt};
pub(crate) use arrived::{Arrived, Tokens};
pub(crate) use change_profile::{ChangedProfile, ProfileChange, change_profile};
pub(crate) use directory::{Directory, Found, Owner};
pub(crate) use expect::{Expected, expect};
pub(crate) use find_name::find_name;
pub(crate) use linking::SignedIn;
pub(crate) use meet_account::{Met, meet_account};
pub(crate) use profile_claims::{ProfileClaim, ProfileClaims};
pub(crate) use prove_email::{Proven, prove_email, unlink_unproven};
pub(crate) use reseal::reseal_accounts;
pub(crate) use stay::stay;
pub(crate) use user::User;

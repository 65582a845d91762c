//! Users: their identity, whether they may sign in, and whether they are operators.

mod account;
mod cancel_deletion;
mod change_profile;
mod create_user;
mod directory;
mod find_name;
mod import_user;
mod linking;
mod match_account;
mod profile_claims;
mod prove_email;
mod provider_identity;
mod reseal;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod user;

pub(crate) use account::Account;
pub(crate) use cancel_deletion::cancel_deletion;
pub(crate) use change_profile::{
    ChangeOrigin, ProfileChange, ProfileChangeOutcome, change_profile,
};
pub(crate) use create_user::{NewUserData, create_user};
pub(crate) use directory::{Directory, DirectoryLookup, SessionOwner};
pub(crate) use find_name::find_name;
pub(crate) use import_user::{ImportMatch, ImportedIdentity, import_user};
pub(crate) use linking::CurrentSignIn;
pub(crate) use match_account::{AccountMatch, match_account};
pub(crate) use profile_claims::{ProfileClaim, ProfileClaims};
pub(crate) use prove_email::{EmailProofOutcome, prove_email, unlink_unproven};
pub(crate) use provider_identity::{ProviderIdentity, ProviderTokens};
pub(crate) use reseal::reseal_accounts;
pub(crate) use user::User;

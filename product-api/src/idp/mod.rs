//! Client of the idp's admin API, called with tokens of our own client.

mod admin;
mod directory;
mod ended_grants;
mod letters;
mod people;
mod user_changes;

pub(crate) use admin::{Admin, told};
pub(crate) use directory::{
    Directory, IdpAccount, IdpMailStatus, IdpSession, IdpSigningKey, IdpStatus, IdpUser, UserFilter,
};
pub(crate) use ended_grants::{EndedGrantsPage, GrantCursor};
pub(crate) use letters::{IdpMailDelivery, MailFilter};
pub(crate) use people::{ActivationResult, UserAdmin};
pub(crate) use user_changes::{
    ActivationChange, ChangeCursor, MergeState, UserChange, UserChangeKind, UserChanges, UserMerge,
};

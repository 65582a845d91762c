//! Client of the idp's admin API, called with tokens of our own client.

mod admin;
mod directory;
mod ended_grants;
mod mail;
mod user_admin;
mod user_changes;
mod user_mail;

pub(crate) use admin::{Admin, unexpected_status};
pub(crate) use directory::{
    Directory, IdpAccount, IdpMailStatus, IdpSession, IdpSigningKey, IdpStatus, IdpUser, UserFilter,
};
pub(crate) use ended_grants::{EndedGrantsPage, GrantCursor};
pub(crate) use mail::{IdpMailDelivery, MailFilter};
pub(crate) use user_admin::{ActivationResult, UserAdmin};
pub(crate) use user_changes::{
    ActivationChange, ChangeCursor, MergeState, UserChange, UserChangeKind, UserChanges, UserMerge,
};
pub(crate) use user_mail::{MailResult, UserMessage};

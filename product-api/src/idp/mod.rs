//! Client of the idp's admin API, called with tokens of our own client.

mod admin;
mod directory;
mod ended_grants;
mod letters;
mod people;
mod user_changes;

pub(crate) use admin::{Admin, told};
pub(crate) use directory::{
    Directory, PeopleWanted, ToldAccount, ToldKey, ToldMail, ToldPerson, ToldSession, ToldStatus,
};
pub(crate) use ended_grants::{EndedGrantsPage, GrantCursor};
pub(crate) use letters::{LettersWanted, ToldLetter};
pub(crate) use people::{People, Switched};
pub(crate) use user_changes::{
    Became, ChangeCursor, MergeState, ToldMerge, ToldSwitch, UserChange, UserChanges,
};

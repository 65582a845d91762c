//! The sections of the account API's contract.

use poem_openapi::Tags;

#[derive(Tags)]
pub(super) enum Tag {
    /// Who the person is.
    Profile,
    /// Where the person is signed in.
    Sessions,
    /// What the person signs in with.
    WaysIn,
    /// What clients may do for the person.
    Applications,
}

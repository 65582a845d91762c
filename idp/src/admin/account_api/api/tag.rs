//! Sections of the account API's contract.

use poem_openapi::Tags;

#[derive(Tags)]
pub(super) enum AccountTag {
    /// The user's profile.
    Profile,
    /// The user's sessions.
    Sessions,
    /// The user's sign-in methods.
    SignInMethods,
    /// The applications that may access the user's account.
    Applications,
}

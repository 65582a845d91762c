//! Users and their sign-in methods: email addresses, passwords and passkeys.

pub(crate) mod mail;
pub(crate) mod passkeys;
pub(crate) mod passwords;
pub(crate) mod users;

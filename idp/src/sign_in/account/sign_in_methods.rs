//! Lists a user's sign-in methods.

use foundation::Failure;

use crate::app::App;
use crate::identity::passkeys::{self, StoredPasskey};
use crate::identity::passwords;
use crate::identity::users::{self, Account, User};
use crate::sign_in::upstream::name_of;

/// Account at a provider, with the provider's display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProviderAccount {
    /// The provider's display name.
    pub(crate) name: String,
    /// True if its provider is in the settings, so that the user can sign in with it.
    pub(crate) works: bool,
    pub(crate) account: Account,
}

/// Sign-in methods of a user.
#[derive(Clone, Debug)]
pub(crate) struct SignInMethods {
    /// The accounts at providers, the oldest first.
    pub(crate) accounts: Vec<ProviderAccount>,
    pub(crate) passkeys: Vec<StoredPasskey>,
    pub(crate) has_password: bool,
    has_address: bool,
    takes_passkeys: bool,
}

impl SignInMethods {
    /// Returns whether the user can sign in without the account or passkey of an id. A password does not count by
    /// itself, because it needs the email address.
    pub(crate) fn suffice_without(&self, id: &str) -> bool {
        let is_other = |one: &ProviderAccount| one.works && one.account.id != id;
        self.has_address || self.accounts.iter().any(is_other) || self.has_passkey_other_than(id)
    }

    /// Returns whether the user can sign in with a passkey other than the one of an id.
    pub(crate) fn has_passkey_other_than(&self, id: &str) -> bool {
        self.takes_passkeys && self.passkeys.iter().any(|one| one.id != id)
    }
}

/// Reads a user's sign-in methods.
pub(crate) async fn find_sign_in_methods(app: &App, user: &User) -> Result<SignInMethods, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let accounts = users::store::accounts::list(&mut db, &user.id).await?;
    let named = |account: Account| ProviderAccount {
        name: name_of(app, &account.provider).to_owned(),
        works: app.upstream.find(&account.provider).is_some(),
        account,
    };
    Ok(SignInMethods {
        accounts: accounts.into_iter().map(named).collect(),
        passkeys: passkeys::store::list(&mut db, &user.id).await?,
        has_password: passwords::store::hashes::has(&mut db, &user.id).await?,
        has_address: user.email.is_some(),
        takes_passkeys: app.passkeys.is_some(),
    })
}

//! Imports users from another system. The operator vouches for its email addresses and provider accounts.

use foundation::{Connection, Failure, id};

use super::account::{PURPOSE, StoredTokens};
use super::provider_identity::ProviderIdentity;
use super::store;
use super::store::accounts::{self, NewAccount};
use crate::app::App;
use foundation::EmailAddress;

/// User of another system.
#[derive(Clone, Copy)]
pub(crate) struct ImportedIdentity<'a> {
    pub(crate) name: Option<&'a str>,
    /// The email address, which the other system verified.
    pub(crate) email: Option<&'a EmailAddress>,
    /// The https URL of a picture.
    pub(crate) image: Option<&'a str>,
    /// True if the user may sign in.
    pub(crate) is_active: bool,
    /// The user's accounts at providers.
    pub(crate) accounts: &'a [ProviderIdentity],
}

/// Result of importing a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ImportMatch {
    /// The id of the new user.
    Created(String),
    /// The id of an existing user who has the address or one of the accounts. The user is unchanged, because only users
    /// themselves add sign-in methods.
    Existing(String),
    /// The address and the accounts belong to several users. The caller rolls back.
    Conflict,
}

/// Creates the user with all accounts in the caller's transaction, unless an existing user matches.
pub(crate) async fn import_user(
    app: &App,
    db: &mut Connection<'_>,
    imported: ImportedIdentity<'_>,
) -> Result<ImportMatch, Failure> {
    if let Some(existing) = find_existing(db, imported).await? {
        return Ok(existing);
    }
    let now = app.clock.now();
    let fresh = id::new("usr", &app.clock, &app.random)?;
    let new = store::NewUser {
        id: &fresh,
        name: imported.name,
        email: imported.email.map(EmailAddress::as_str),
        image: imported.image,
    };
    if !store::insert_imported(db, new, imported.is_active, now).await? {
        // Looks again, because a concurrent request took the address between the two statements.
        return Ok(find_existing(db, imported)
            .await?
            .unwrap_or(ImportMatch::Conflict));
    }
    for arrived in imported.accounts {
        let account = NewAccount {
            id: &id::new("acc", &app.clock, &app.random)?,
            user_id: &fresh,
            provider: &arrived.provider,
            provider_account_id: &arrived.provider_account_id,
        };
        let stored = StoredTokens::new(arrived, |token| app.sealer.seal(PURPOSE, token))?;
        if !accounts::insert(db, account, &stored, now).await? {
            return Ok(ImportMatch::Conflict);
        }
    }
    Ok(ImportMatch::Created(fresh))
}

/// Finds the users who have the address or one of the accounts.
async fn find_existing(
    db: &mut Connection<'_>,
    imported: ImportedIdentity<'_>,
) -> Result<Option<ImportMatch>, Failure> {
    let mut owners = Vec::new();
    if let Some(email) = imported.email {
        let user = store::find_by_email(db, email.as_str()).await?;
        owners.extend(user.map(|user| user.id));
    }
    for arrived in imported.accounts {
        let account = accounts::find(db, &arrived.provider, &arrived.provider_account_id).await?;
        owners.extend(account.map(|account| account.user_id));
    }
    let Some(first) = owners.pop() else {
        return Ok(None);
    };
    let is_one = owners.iter().all(|owner| *owner == first);
    Ok(Some(if is_one {
        ImportMatch::Existing(first)
    } else {
        ImportMatch::Conflict
    }))
}

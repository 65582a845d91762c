//! Imports users from another system. The operator vouches for its email addresses and provider accounts.

use foundation::{Connection, Failure, id};

use super::account::{KeptTokens, PURPOSE};
use super::arrived::Arrived;
use super::store;
use super::store::accounts::{self, NewAccount};
use crate::app::App;
use foundation::EmailAddress;

/// User of another system.
#[derive(Clone, Copy)]
pub(crate) struct Newcomer<'a> {
    pub(crate) name: Option<&'a str>,
    /// The email address, which the other system verified.
    pub(crate) email: Option<&'a EmailAddress>,
    /// The https URL of a picture.
    pub(crate) image: Option<&'a str>,
    /// True if the user may sign in.
    pub(crate) is_active: bool,
    /// The user's accounts at providers.
    pub(crate) accounts: &'a [Arrived],
}

/// Result of importing a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Adopted {
    /// The id of the new user.
    Made(String),
    /// The id of an existing user who has the address or one of the accounts. The user is unchanged, because only users
    /// themselves add sign-in methods.
    Met(String),
    /// The address and the accounts belong to several users. The caller rolls back.
    Torn,
}

/// Creates the user with all accounts in the caller's transaction, unless an existing user matches.
pub(crate) async fn adopt(
    app: &App,
    db: &mut Connection<'_>,
    newcomer: Newcomer<'_>,
) -> Result<Adopted, Failure> {
    if let Some(met) = meet(db, newcomer).await? {
        return Ok(met);
    }
    let now = app.clock.now();
    let fresh = id::new("usr", &app.clock, &app.random)?;
    let new = store::NewUser {
        id: &fresh,
        name: newcomer.name,
        email: newcomer.email.map(EmailAddress::as_str),
        image: newcomer.image,
    };
    if !store::insert_adopted(db, new, newcomer.is_active, now).await? {
        // Looks again, because a concurrent request took the address between the two statements.
        return Ok(meet(db, newcomer).await?.unwrap_or(Adopted::Torn));
    }
    for arrived in newcomer.accounts {
        let account = NewAccount {
            id: &id::new("acc", &app.clock, &app.random)?,
            user_id: &fresh,
            provider: &arrived.provider,
            provider_account_id: &arrived.provider_account_id,
        };
        let kept = KeptTokens::of(arrived, |token| app.sealer.seal(PURPOSE, token))?;
        if !accounts::insert(db, account, &kept, now).await? {
            return Ok(Adopted::Torn);
        }
    }
    Ok(Adopted::Made(fresh))
}

/// Finds the users who have the address or one of the accounts.
async fn meet(db: &mut Connection<'_>, newcomer: Newcomer<'_>) -> Result<Option<Adopted>, Failure> {
    let mut owners = Vec::new();
    if let Some(email) = newcomer.email {
        let user = store::find_by_email(db, email.as_str()).await?;
        owners.extend(user.map(|user| user.id));
    }
    for arrived in newcomer.accounts {
        let account = accounts::find(db, &arrived.provider, &arrived.provider_account_id).await?;
        owners.extend(account.map(|account| account.user_id));
    }
    let Some(first) = owners.pop() else {
        return Ok(None);
    };
    let is_one = owners.iter().all(|owner| *owner == first);
    Ok(Some(if is_one {
        Adopted::Met(first)
    } else {
        Adopted::Torn
    }))
}

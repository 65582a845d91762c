//! Taking over a person from another system, whose word about addresses and identities the operator trusts.

use foundation::{Connection, Failure, id};

use super::account::{KeptTokens, PURPOSE};
use super::arrived::Arrived;
use super::store;
use super::store::accounts::{self, NewAccount};
use crate::app::App;
use foundation::EmailAddress;

/// A person who was known elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Newcomer<'a> {
    /// The display name.
    pub(crate) name: Option<&'a str>,
    /// The address, proven there.
    pub(crate) email: Option<&'a EmailAddress>,
    /// The https address of a picture.
    pub(crate) image: Option<&'a str>,
    /// Whether the person may sign in.
    pub(crate) is_active: bool,
    /// The identities at providers.
    pub(crate) accounts: &'a [Arrived],
}

/// What became of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Adopted {
    /// A user was made.
    Made(String),
    /// This user has the address or one of the identities, and is left as it is: nothing is added to anybody's ways in
    /// that they did not add themselves.
    Met(String),
    /// The address and the identities belong to several users. The caller rolls back.
    Torn,
}

/// Makes the user with all identities, in the caller's transaction, unless somebody here is that person.
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
        // Somebody proved the address between the two statements.
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

/// Who has the address or one of the identities.
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

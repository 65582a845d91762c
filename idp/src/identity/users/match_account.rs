//! Matches a provider sign-in with a user: finds, links or creates the user in the caller's transaction, or refuses.

use foundation::{Connection, Failure, id};

use super::account::{Account, PURPOSE, StoredTokens};
use super::linking::{CurrentSignIn, LinkingDecision, LinkingFacts, decide};
use super::provider_identity::ProviderIdentity;
use super::store;
use super::store::accounts::{self, NewAccount};
use super::user::User;
use crate::app::App;
use foundation::EmailAddress;

/// Result of matching a provider sign-in.
#[derive(Debug)]
pub(crate) enum AccountMatch {
    /// The user that the account is linked to.
    Existing(User),
    /// The signed-in user, to whom the account is now linked.
    Linked(User, Account),
    /// A new user.
    Created(User),
    /// The account or the address belongs to another user, or the sign-in is too old for linking. The caller rolls back.
    NotLinked,
    /// The user may not sign in. The caller rolls back.
    Inactive,
    /// The user could not be created. The caller rolls back.
    NotCreated(Failure),
}

/// Finds the user of a provider sign-in and writes the consequences in the caller's transaction.
pub(crate) async fn match_account(
    app: &App,
    db: &mut Connection<'_>,
    identity: &ProviderIdentity,
    signed_in: Option<CurrentSignIn<'_>>,
) -> Result<AccountMatch, Failure> {
    let account = find(db, identity).await?;
    let owner = account.as_ref().map(|account| account.user_id.as_str());
    let email = identity.email.as_ref().map(EmailAddress::as_str);
    // Queries the address only for unknown accounts without a session, to save a query for all others.
    let address_of = match (owner, signed_in, email) {
        (None, None, Some(email)) => store::find_by_email(db, email).await?,
        (_, _, _) => None,
    };
    let situation = LinkingFacts {
        linked_to: owner,
        signed_in,
        address_owner: address_of.as_ref().map(|user| user.id.as_str()),
    };
    match decide(situation, app.clock.now()) {
        LinkingDecision::SignIn(_) => match account {
            Some(account) => sign_in_existing(app, db, &account, identity).await,
            None => Err(Failure::defect("a decision without its account")),
        },
        LinkingDecision::Link(user_id) => link(app, db, user_id, identity).await,
        LinkingDecision::Create => create(app, db, identity).await,
        LinkingDecision::NotLinked if owner.is_none() && signed_in.is_none() => {
            // Looks again: a concurrent sign-in with this account may have created the user of the address.
            find_concurrent(app, db, identity).await
        }
        LinkingDecision::NotLinked => Ok(AccountMatch::NotLinked),
    }
}

async fn find(
    db: &mut Connection<'_>,
    identity: &ProviderIdentity,
) -> Result<Option<Account>, Failure> {
    accounts::find(db, &identity.provider, &identity.provider_account_id).await
}

async fn sign_in_existing(
    app: &App,
    db: &mut Connection<'_>,
    account: &Account,
    identity: &ProviderIdentity,
) -> Result<AccountMatch, Failure> {
    let Some(user) = lock_active(db, &account.user_id).await? else {
        return Ok(AccountMatch::Inactive);
    };
    // Finds no row if a concurrent request has unlinked the account.
    let is_there = accounts::refresh(
        db,
        &account.id,
        &sealed_tokens(app, identity)?,
        app.clock.now(),
    )
    .await?;
    Ok(if is_there {
        AccountMatch::Existing(user)
    } else {
        AccountMatch::NotLinked
    })
}

async fn link(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    identity: &ProviderIdentity,
) -> Result<AccountMatch, Failure> {
    let Some(user) = lock_active(db, user_id).await? else {
        return Ok(AccountMatch::Inactive);
    };
    insert(app, db, user_id, identity).await?;
    // Looks who has the account now, because a request of another tab or browser may have linked it first.
    match find(db, identity).await? {
        Some(account) if account.user_id == user.id => Ok(AccountMatch::Linked(user, account)),
        Some(_) | None => Ok(AccountMatch::NotLinked),
    }
}

/// Creates the user and links the account. Of concurrent sign-ins with one account, one creates the user; the others
/// wait for its commit and then find it.
async fn create(
    app: &App,
    db: &mut Connection<'_>,
    identity: &ProviderIdentity,
) -> Result<AccountMatch, Failure> {
    let fresh = id::new("usr", &app.clock, &app.random)?;
    let email = identity.email.as_ref().map(EmailAddress::as_str);
    let new = store::NewUser {
        id: &fresh,
        name: identity.name.as_deref(),
        email,
        image: identity.image.as_deref(),
    };
    let made = match store::insert_from_provider(db, new, &identity.profile, app.clock.now()).await
    {
        Ok(made) => made,
        Err(failure) => return Ok(AccountMatch::NotCreated(failure)),
    };
    if let Some(user) = made {
        if insert(app, db, &fresh, identity).await? {
            return Ok(AccountMatch::Created(user));
        }
        store::delete(db, &fresh).await?;
    }
    find_concurrent(app, db, identity).await
}

/// Looks for a concurrent sign-in that linked the same account first.
async fn find_concurrent(
    app: &App,
    db: &mut Connection<'_>,
    identity: &ProviderIdentity,
) -> Result<AccountMatch, Failure> {
    match find(db, identity).await? {
        Some(account) => sign_in_existing(app, db, &account, identity).await,
        None => Ok(AccountMatch::NotLinked),
    }
}

async fn insert(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    identity: &ProviderIdentity,
) -> Result<bool, Failure> {
    let account = NewAccount {
        id: &id::new("acc", &app.clock, &app.random)?,
        user_id,
        provider: &identity.provider,
        provider_account_id: &identity.provider_account_id,
    };
    accounts::insert(db, account, &sealed_tokens(app, identity)?, app.clock.now()).await
}

fn sealed_tokens(app: &App, identity: &ProviderIdentity) -> Result<StoredTokens, Failure> {
    StoredTokens::new(identity, |token| app.sealer.seal(PURPOSE, token))
}

/// Locks a user who may sign in, before any other row of the user.
async fn lock_active(db: &mut Connection<'_>, user_id: &str) -> Result<Option<User>, Failure> {
    let user = store::lock(db, user_id).await?;
    Ok(user.filter(|user| user.is_active))
}

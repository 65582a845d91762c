//! Balances of owners at the time of the request. Reading a balance writes nothing.

use foundation::{Connection, Failure, Timestamp};

use super::settled_wallets::settled;
use crate::app::App;
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::store::rows::Balance;
use crate::credits::store::statements;
use crate::credits::store::statements::{BalanceOwner, OwnerFilter};
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::{VisibleBalances, visible_balances};

/// Reads a user's balances: at all websites and the platform, or at the token's website only.
pub(crate) async fn holder_balances<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
) -> Result<Vec<Balance>, Problem> {
    let visible = visible_balances(app, holder).await?;
    let (now, user_id) = (app.clock.now(), holder.user.id.as_str());
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let mut owners = Vec::new();
    match &visible {
        VisibleBalances::Only(website) => {
            let whose = OwnerFilter::User(user_id, Some(&website.id), None);
            owners.extend(statements::owners(&mut db, whose).await?);
        }
        VisibleBalances::Everything | VisibleBalances::Granted => {
            for whose in [
                OwnerFilter::Platform(user_id),
                OwnerFilter::User(user_id, None, None),
            ] {
                owners.extend(statements::owners(&mut db, whose).await?);
            }
        }
    }
    Ok(balances(&mut db, owners, now, &app.ledger.keys).await?)
}

/// Reads a user's balances at all websites; no token restricts them.
pub(crate) async fn balances_of_user(app: &App, user_id: &str) -> Result<Vec<Balance>, Failure> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let owners = statements::owners(&mut db, OwnerFilter::User(user_id, None, None)).await?;
    balances(&mut db, owners, app.clock.now(), &app.ledger.keys).await
}

/// Reads the balance of one owner in a snapshot; none for a customer that was merged into another one.
pub(crate) async fn read_balance(
    db: &mut Connection<'_>,
    whose: OwnerFilter<'_>,
    now: Timestamp,
    keys: &RowIds,
) -> Result<Option<Balance>, Failure> {
    let owners = statements::owners(db, whose).await?;
    let balances = balances(db, owners, now, keys).await?;
    Ok(balances.into_iter().next())
}

/// Reads the balances of owners in a snapshot, in their order.
async fn balances(
    db: &mut Connection<'_>,
    owners: Vec<BalanceOwner>,
    now: Timestamp,
    keys: &RowIds,
) -> Result<Vec<Balance>, Failure> {
    let wallets = owners.iter().filter_map(|owner| owner.wallet.clone());
    let wallets: Vec<WalletKey> = wallets.collect();
    let settled = settled(db, &wallets, now, keys).await?;
    let balance_of = |owner: BalanceOwner| {
        let wallet = owner.wallet.as_ref().and_then(|of| settled.get(of));
        match wallet {
            Some(wallet) => owner.untouched.with(&wallet.account),
            None => owner.untouched,
        }
    };
    Ok(owners.into_iter().map(balance_of).collect())
}

//! Gives a new customer the website's sign-up grant in the open transaction of a use case that has created the customer.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::caller::SiteScope;
use crate::credits::execution::load::load_whole;
use crate::credits::execution::save::save;
use crate::credits::execution::signup_grants::give;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::signups;

/// Gives a customer, whom the open transaction has created, the website's sign-up grant, if there is one. Locks the wallet.
///
/// The caller marks the transaction with [`crate::credits::Ledger::mark_in_flight`].
pub(crate) async fn welcome_within(
    app: &App,
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    book_id: i64,
    customer_id: &str,
) -> Result<(), Failure> {
    let grants = signups::enabled(db, &[site]).await?;
    let Some(grant) = grants.into_values().next() else {
        return Ok(());
    };
    let wallet = WalletKey {
        book_id,
        owner: Owner::Customer(customer_id.to_owned()),
    };
    let mut state = load_whole(app, db, &wallet).await?;
    let now = app.clock.now();
    give(app, customer_id, &grant, &mut state, now)?;
    save(app, db, &mut state, now).await
}

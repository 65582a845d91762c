//! Applies a customer as it is at Stripe now: a deleted one is no longer used, and one whose creation had no answer is found.

use foundation::Failure;

use super::ensure_customer::{GENERATION, OWNER};
use super::store::{self, CreatedCustomer, CustomerOwner};
use super::stripe_customer::NamedOwner;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError};
use crate::billing::stripe::{Priority, StripeCustomer, StripeError};

/// Fetches a customer and applies it.
pub(crate) async fn apply_customer(
    app: &App,
    connection: &StripeConnection,
    stripe_customer_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let found: Result<StripeCustomer, StripeError> = account.get_customer(stripe_customer_id).await;
    let customer = match found {
        Ok(customer) if !customer.deleted => Some(customer),
        Ok(_deleted) => None,
        Err(error) if error.is_missing() => None,
        Err(error) => return Err(error.into()),
    };
    let applied = match customer {
        Some(customer) => apply_present(app, connection, &customer).await?,
        None => apply_absent(app, connection, stripe_customer_id).await?,
    };
    Ok(applied)
}

async fn apply_absent(
    app: &App,
    connection: &StripeConnection,
    stripe_id: &str,
) -> Result<Applied, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_ours = store::is_known(&mut db, &connection.id, stripe_id).await?;
    store::retire(&mut db, &connection.id, stripe_id, app.clock.now()).await?;
    transaction.commit().await?;
    Ok(if is_ours {
        Applied::Done
    } else {
        Applied::Foreign
    })
}

async fn apply_present(
    app: &App,
    connection: &StripeConnection,
    customer: &StripeCustomer,
) -> Result<Applied, Failure> {
    let metadata = |name: &str| customer.metadata.get(name).map(String::as_str);
    let named = NamedOwner::from_metadata(metadata(OWNER), metadata(GENERATION));
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if store::is_known(&mut db, &connection.id, &customer.id).await? {
        transaction.rollback().await?;
        return Ok(Applied::Done);
    }
    let Some(named) = named else {
        transaction.rollback().await?;
        return Ok(Applied::Foreign);
    };
    let created = CreatedCustomer {
        of: CustomerOwner {
            connection_id: &connection.id,
            owner: &named.owner,
        },
        generation: named.generation,
        stripe_id: &customer.id,
    };
    let is_adopted = store::finish(&mut db, created, app.clock.now()).await?;
    transaction.commit().await?;
    if is_adopted {
        return Ok(Applied::Done);
    }
    let owner = named.owner.id();
    let reason = format!("The customer names {owner}, who has another customer or none.");
    Ok(Applied::Dead(reason))
}

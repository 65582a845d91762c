//! Finds an owner's customer at Stripe, or creates it: one for each owner, however many requests ask at once.

use std::time::Duration;

use foundation::Failure;

use super::store::{self, CreatedCustomer, CustomerOwner};
use super::stripe_customer::{CLAIM_DURATION, CustomerClaim, NamedOwner};
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::stripe::{NewCustomer, PageQuery, Priority, StripeAccount, StripeError};
use crate::credits::Owner;

/// Pauses of a request while another one creates the customer; two seconds in all.
const PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSES: u32 = 20;
/// Pages of customers that are searched for one whose creation had no answer.
const MAX_PAGES: u32 = 50;
/// Keys that one request tries: after a stored failure of Stripe, or a change of the address, the next one.
const MAX_KEYS: u32 = 4;
/// Names of the metadata by which a customer is found again.
pub(super) const OWNER: &str = "tollgate_owner";
pub(super) const GENERATION: &str = "tollgate_generation";

/// Reasons why there is no customer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CustomerError {
    /// Another request creates it and has not ended in time.
    #[error("another request creates the customer")]
    InFlight,
    /// Stripe did not create it.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// Our own machinery failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Returns the owner's customer at Stripe. One request claims its creation, and others wait for two seconds.
pub(crate) async fn ensure_customer(
    app: &App,
    connection: &StripeConnection,
    owner: &Owner,
) -> Result<String, CustomerError> {
    let of = CustomerOwner {
        connection_id: &connection.id,
        owner,
    };
    for _ in 0..MAX_PAUSES {
        if let Some(id) = find(app, of).await? {
            return Ok(id);
        }
        if let Some(claim) = claim(app, of).await? {
            return create(app, connection, &claim).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(CustomerError::InFlight)
}

/// Returns the owner's customer at Stripe, and creates none.
pub(crate) async fn find_customer(
    app: &App,
    connection: &StripeConnection,
    owner: &Owner,
) -> Result<Option<String>, Failure> {
    let of = CustomerOwner {
        connection_id: &connection.id,
        owner,
    };
    find(app, of).await
}

/// Ends the use of a customer that Stripe no longer has, and returns the owner's next one.
pub(crate) async fn replace_customer(
    app: &App,
    connection: &StripeConnection,
    owner: &Owner,
    missing_id: &str,
) -> Result<String, CustomerError> {
    let mut transaction = app.database.begin().await?;
    let now = app.clock.now();
    store::retire(
        &mut transaction.connection(),
        &connection.id,
        missing_id,
        now,
    )
    .await?;
    transaction.commit().await?;
    ensure_customer(app, connection, owner).await
}

async fn find(app: &App, of: CustomerOwner<'_>) -> Result<Option<String>, Failure> {
    let mut reader = app.database.reader().await?;
    store::find(&mut reader.connection(), of).await
}

async fn claim(app: &App, of: CustomerOwner<'_>) -> Result<Option<CustomerClaim>, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let claim = store::claim(&mut db, of, now.plus(CLAIM_DURATION), now).await?;
    transaction.commit().await?;
    Ok(claim)
}

/// Creates the customer of a claim. A claim whose call has failed is released, so that the next request repeats it with the
/// same key.
async fn create(
    app: &App,
    connection: &StripeConnection,
    claim: &CustomerClaim,
) -> Result<String, CustomerError> {
    let created = call(app, connection, claim).await;
    let of = CustomerOwner {
        connection_id: &claim.connection_id,
        owner: &claim.owner,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let now = app.clock.now();
    let is_current = if let Ok(stripe_id) = &created {
        let created = CreatedCustomer {
            of,
            generation: claim.generation,
            stripe_id,
        };
        store::finish(&mut db, created, now).await?
    } else {
        store::release(&mut db, claim, now).await?;
        true
    };
    transaction.commit().await?;
    if is_current {
        return created;
    }
    // The claim has ended before Stripe responded: another server has created the customer, or a website has linked one.
    let other = find(app, of).await?;
    other.ok_or(CustomerError::InFlight)
}

async fn call(
    app: &App,
    connection: &StripeConnection,
    claim: &CustomerClaim,
) -> Result<String, CustomerError> {
    let account = open_account(app, connection, Priority::Buyer)?;
    if claim.is_key_forgotten(app.clock.now())
        && let Some(id) = search(&account, claim).await?
    {
        return Ok(id);
    }
    let email = {
        let mut reader = app.database.reader().await?;
        store::find_email(&mut reader.connection(), &claim.owner).await?
    };
    let generation = claim.generation.to_string();
    let mut customer = NewCustomer {
        email: email.as_deref(),
        metadata: &[(OWNER, claim.owner.id()), (GENERATION, &generation)],
        ..NewCustomer::default()
    };
    for number in 1..=MAX_KEYS {
        let key = claim.idempotency_key(number);
        let error = match account.create_customer(&key, &customer).await {
            Ok(created) => return Ok(created.id),
            Err(error) => error,
        };
        if is_about_email(&error) {
            customer.email = None;
        } else if !needs_another_key(&error) {
            return Err(error.into());
        }
        if let Some(id) = search(&account, claim).await? {
            return Ok(id);
        }
    }
    Err(StripeError::Unavailable.into())
}

/// Returns true if the key has a stored failure, or was used with another address: the buyer's may have changed since.
fn needs_another_key(error: &StripeError) -> bool {
    let refusal = error.refusal();
    let error_type = refusal.and_then(|refusal| refusal.error_type.as_deref());
    *error == StripeError::StoredFailure || error_type == Some("idempotency_error")
}

/// Returns true if Stripe refuses the address. It is of use for receipts only, so that the buyer can pay without one.
fn is_about_email(error: &StripeError) -> bool {
    let refusal = error.refusal();
    refusal.and_then(|refusal| refusal.param.as_deref()) == Some("email")
}

/// Searches the customers that were created since the claim for the one that names its owner and generation.
async fn search(
    account: &StripeAccount<'_>,
    claim: &CustomerClaim,
) -> Result<Option<String>, StripeError> {
    let wanted = NamedOwner {
        owner: claim.owner.clone(),
        generation: claim.generation,
    };
    let mut last: Option<String> = None;
    for _ in 0..MAX_PAGES {
        let query = PageQuery {
            starting_after: last.as_deref(),
            // Stripe's clock may be a minute behind ours.
            created_from: Some(claim.created_at.seconds().saturating_sub(60)),
            ..PageQuery::default()
        };
        let page = account.list_customers(&query).await?;
        let named = |name: &str, metadata: &std::collections::BTreeMap<String, String>| {
            metadata.get(name).cloned()
        };
        let found = page.data.iter().find(|customer| {
            let owner = named(OWNER, &customer.metadata);
            let generation = named(GENERATION, &customer.metadata);
            NamedOwner::from_metadata(owner.as_deref(), generation.as_deref()).as_ref()
                == Some(&wanted)
        });
        if let Some(found) = found {
            return Ok(Some(found.id.clone()));
        }
        last = page.data.last().map(|customer| customer.id.clone());
        if !page.has_more || last.is_none() {
            return Ok(None);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::stripe::StripeRefusal;

    #[test]
    fn only_stored_failures_and_changed_addresses_need_another_key() {
        let refusal = |error_type: &str, param: Option<&str>| {
            StripeError::Refused(Box::new(StripeRefusal {
                error_type: Some(error_type.to_owned()),
                param: param.map(ToOwned::to_owned),
                ..StripeRefusal::default()
            }))
        };
        let rows = [
            (StripeError::StoredFailure, true, false),
            (refusal("idempotency_error", None), true, false),
            (refusal("invalid_request_error", Some("email")), false, true),
            (refusal("invalid_request_error", None), false, false),
            (StripeError::Unavailable, false, false),
            (StripeError::RateLimited, false, false),
        ];
        for (error, expected, is_email) in rows {
            assert_eq!(needs_another_key(&error), expected, "{error}");
            assert_eq!(is_about_email(&error), is_email, "{error}");
        }
    }
}

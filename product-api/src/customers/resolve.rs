//! Resolves a customer: returns the row that a name means, and creates it on first contact.

use foundation::{Clock, Connection, Failure, Random, id};

use super::customer::{Customer, CustomerRef, Name};
use super::store;
use crate::caller::SiteScope;

/// The sources of time and ids for new customers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources<'a> {
    /// The clock.
    pub(crate) clock: &'a Clock,
    /// The random generator.
    pub(crate) random: &'a Random,
}

/// Upper limit for a chain of merges; a longer one is a circle.
const MAX_CHAIN_LENGTH: usize = 50;

/// Resolves the customers of names in the open transaction, in the order of the names; `None` for an id of this service that
/// does not exist. Existing customers are read together; a new name, or one that leads to another row, needs statements of
/// its own.
pub(crate) async fn resolve_all(
    db: &mut Connection<'_>,
    names: &[Name<'_>],
    sources: Sources<'_>,
) -> Result<Vec<Option<Customer>>, Failure> {
    let mut customers = look_up_all(db, names).await?;
    for (name, customer) in names.iter().zip(&mut customers) {
        if customer.is_none() {
            *customer = resolve(db, name.scope(), name.reference, sources).await?;
        }
    }
    Ok(customers)
}

/// Looks up the customers of names, in the order of the names; `None` for a name that is new, or leads to another row, or may.
pub(crate) async fn look_up_all(
    db: &mut Connection<'_>,
    names: &[Name<'_>],
) -> Result<Vec<Option<Customer>>, Failure> {
    let found = store::find_all(db, names).await?;
    let plain = names.iter().zip(found).map(|(name, customer)| {
        let customer = settled(customer, name.reference);
        customer.filter(|customer| customer.merged_into.is_none())
    });
    Ok(plain.collect())
}

/// Resolves a website's customer of this name in the open transaction, and follows merges. Returns `None` for an id of this
/// service that does not exist.
pub(super) async fn resolve(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    reference: &CustomerRef,
    sources: Sources<'_>,
) -> Result<Option<Customer>, Failure> {
    let found = match reference {
        CustomerRef::Sub(sub) => {
            let sub = CustomerRef::Sub(find_user_merge_target(db, sub).await?);
            named(db, scope, &sub, sources).await?
        }
        CustomerRef::Id(_) | CustomerRef::ExternalId(_) | CustomerRef::Email(_) => {
            named(db, scope, reference, sources).await?
        }
    };
    followed(db, scope, found).await
}

/// Returns the user that a subject was merged into, over any number of merges.
pub(crate) async fn find_user_merge_target(
    db: &mut Connection<'_>,
    sub: &str,
) -> Result<String, Failure> {
    let mut sub = sub.to_owned();
    for _hop in 0..MAX_CHAIN_LENGTH {
        match store::merged_into(db, &sub).await? {
            Some(into) => sub = into,
            None => return Ok(sub),
        }
    }
    Err(Failure::defect("users are merged in a circle"))
}

/// Returns the id of a customer's merge target, or the customer's own id.
pub(crate) async fn find_merge_target(
    db: &mut Connection<'_>,
    customer_id: &str,
) -> Result<String, Failure> {
    let mut id = customer_id.to_owned();
    for _hop in 0..MAX_CHAIN_LENGTH {
        match store::merge_target(db, &id).await? {
            Some(into) => id = into,
            None => return Ok(id),
        }
    }
    Err(Failure::defect("customers are merged in a circle"))
}

/// Returns the merge target of a customer, or the customer itself.
pub(super) async fn followed(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    found: Option<Customer>,
) -> Result<Option<Customer>, Failure> {
    let mut found = found;
    for _hop in 0..MAX_CHAIN_LENGTH {
        let into = found
            .as_ref()
            .and_then(|customer| customer.merged_into.clone());
        let Some(into) = into else {
            return Ok(found);
        };
        found = store::find(db, scope, &CustomerRef::Id(into)).await?;
    }
    Err(Failure::defect("customers are merged in a circle"))
}

/// Returns the row of this name. A row that only a subject leads to may be replaced by another row of the same user until
/// it has a booking or a limit, so it is returned locked, or with the address by which it was found. External ids,
/// addresses and subjects create a customer if they are new; ids of this service never do (`None`).
async fn named(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    reference: &CustomerRef,
    sources: Sources<'_>,
) -> Result<Option<Customer>, Failure> {
    let found = settled(store::find(db, scope, reference).await?, reference);
    if found.is_some() || matches!(reference, CustomerRef::Id(_)) {
        return Ok(found);
    }
    let id = id::new("cus", sources.clock, sources.random)?;
    let now = sources.clock.now();
    let is_made = store::insert(db, scope, &id, reference, now).await?;
    if let (true, CustomerRef::Email(email)) = (is_made, reference)
        && let Some(customer) = store::find_by_address_of_user(db, scope, email).await?
    {
        // The new row served as a lock: until the commit, no other request can create one with this address or give it to
        // another row.
        store::unmake(db, scope, &id).await?;
        store::address(db, &customer.id, email).await?;
        return Ok(Some(customer));
    }
    let new = |found: Option<Customer>| {
        found.map(|customer| Customer {
            is_new: is_made && customer.id == id,
            ..customer
        })
    };
    // Another request may have created the row: the unique index admits one, and the insert has waited for the other's
    // commit.
    let found = new(store::find(db, scope, reference).await?);
    if found.as_ref().is_some_and(Customer::is_not_met) {
        store::unmake(db, scope, &id).await?;
        return Ok(found);
    }
    let CustomerRef::Sub(sub) = reference else {
        return Ok(found);
    };
    if let Some(customer) = settled(found, reference) {
        // The other request has booked: a row lock here could block transactions that hold the wallet's lock.
        return Ok(Some(customer));
    }
    store::show(db, scope, sub).await?;
    store::fold(db, scope, sub, &id).await?;
    store::find(db, scope, reference).await.map(new)
}

/// Returns the row, unless it was found by a subject and the row of the user's address may replace it.
pub(super) fn settled(found: Option<Customer>, reference: &CustomerRef) -> Option<Customer> {
    let by_subject = matches!(reference, CustomerRef::Sub(_));
    found.filter(|customer| !by_subject || customer.user_id.is_some() && customer.is_used)
}

//! Resolving a customer: the row that a name means, made on first contact.

use foundation::{Clock, Connection, Failure, Random, id};

use super::customer::{Customer, CustomerRef, Name};
use super::store;
use crate::caller::Mode;

/// Where new customers get their time and id from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources<'a> {
    /// Time.
    pub(crate) clock: &'a Clock,
    /// Randomness.
    pub(crate) random: &'a Random,
}

/// A chain of merges is shorter than this.
const LONGEST_CHAIN: usize = 50;

/// Who was found by names.
#[derive(Debug)]
pub(crate) struct Resolved {
    /// The customers, in the order of the names; none for an id of ours that is nobody's.
    pub(crate) customers: Vec<Option<Customer>>,
    /// Whether nobody else was changed. Whoever is looked for by a subject that is not settled may have been joined with others.
    pub(crate) others_stand: bool,
}

/// The customers of names, in the open transaction: those who are there are read together, and a name that is new or leads
/// elsewhere costs statements of its own.
pub(crate) async fn resolve_all(
    db: &mut Connection<'_>,
    names: &[Name<'_>],
    sources: Sources<'_>,
) -> Result<Resolved, Failure> {
    let mut customers = store::find_all(db, names).await?;
    let mut others_stand = true;
    for (name, customer) in names.iter().zip(&mut customers) {
        let is_plain = settled(customer.take(), name.reference)
            .filter(|customer| customer.merged_into.is_none());
        others_stand &= is_plain.is_some() || !matches!(name.reference, CustomerRef::Sub(_));
        *customer = if is_plain.is_some() {
            is_plain
        } else {
            resolve(db, (name.website_id, name.mode), name.reference, sources).await?
        };
    }
    Ok(Resolved {
        customers,
        others_stand,
    })
}

/// A website's customer of this name, in the open transaction: the one that a merge has made of several. `None` for an
/// id of ours that is nobody's.
pub(super) async fn resolve(
    db: &mut Connection<'_>,
    scope: (&str, Mode),
    reference: &CustomerRef,
    sources: Sources<'_>,
) -> Result<Option<Customer>, Failure> {
    let found = match reference {
        CustomerRef::Sub(sub) => {
            let sub = CustomerRef::Sub(subject(db, sub).await?);
            named(db, scope, &sub, sources).await?
        }
        CustomerRef::Id(_) | CustomerRef::ExternalId(_) | CustomerRef::Email(_) => {
            named(db, scope, reference, sources).await?
        }
    };
    followed(db, scope, found).await
}

/// Whom a subject means: the user that it was merged into, over however many merges.
pub(super) async fn subject(db: &mut Connection<'_>, sub: &str) -> Result<String, Failure> {
    let mut sub = sub.to_owned();
    for _hop in 0..LONGEST_CHAIN {
        match store::merged_into(db, &sub).await? {
            Some(into) => sub = into,
            None => return Ok(sub),
        }
    }
    Err(Failure::defect("users are merged in a circle"))
}

/// The customer that a row's names lead to.
pub(super) async fn followed(
    db: &mut Connection<'_>,
    scope: (&str, Mode),
    found: Option<Customer>,
) -> Result<Option<Customer>, Failure> {
    let mut found = found;
    for _hop in 0..LONGEST_CHAIN {
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

/// The row of this name. A row that only a subject leads to may give way to another of the same person until something is
/// booked on it or its website limits it, so it is given locked, or with the address it was found by. External ids,
/// addresses and subjects make a customer when they are new; our own ids never do (`None`).
async fn named(
    db: &mut Connection<'_>,
    scope: (&str, Mode),
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
        // The new row was the lock: nobody else makes one of this address, or gives it to another row, meanwhile.
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
    // Whoever made it: the unique index let one row in, and the insert has waited for the other's commit.
    let found = new(store::find(db, scope, reference).await?);
    if found.as_ref().is_some_and(Customer::is_not_met) {
        store::unmake(db, scope, &id).await?;
        return Ok(found);
    }
    let CustomerRef::Sub(sub) = reference else {
        return Ok(found);
    };
    if let Some(customer) = settled(found, reference) {
        // The other has booked: a lock on its row would stand in the way of those who hold its wallet.
        return Ok(Some(customer));
    }
    store::show(db, scope, sub).await?;
    store::fold(db, scope, sub, &id).await?;
    store::find(db, scope, reference).await.map(new)
}

/// The row, unless it was found by a subject and may have to give way to the row of the user's address.
pub(super) fn settled(found: Option<Customer>, reference: &CustomerRef) -> Option<Customer> {
    let by_subject = matches!(reference, CustomerRef::Sub(_));
    found.filter(|customer| !by_subject || customer.user_id.is_some() && customer.is_used)
}

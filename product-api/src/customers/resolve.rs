//! Resolving a customer: the row that a name means, made on first contact.

use foundation::{Clock, Connection, Failure, Random, id};

use super::customer::{Customer, CustomerRef};
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

/// A website's customer of this name, in the open transaction. A row that only a subject leads to may give way to another
/// of the same person until something is booked on it, so it is given locked, or with the address it was found by. External ids, addresses and subjects make a customer
/// when they are new; our own ids never do (`None`).
pub(crate) async fn resolve(
    db: &mut Connection<'_>,
    (website_id, mode): (&str, Mode),
    reference: &CustomerRef,
    sources: Sources<'_>,
) -> Result<Option<Customer>, Failure> {
    let scope = (website_id, mode);
    let found = settled(
        store::find(db, website_id, mode, reference).await?,
        reference,
    );
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
    // Whoever made it: the unique index let one row in, and the insert has waited for the other's commit.
    let found = store::find(db, website_id, mode, reference).await?;
    let CustomerRef::Sub(sub) = reference else {
        return Ok(found);
    };
    if let Some(customer) = settled(found, reference) {
        // The other has booked: a lock on its row would stand in the way of those who hold its wallet.
        return Ok(Some(customer));
    }
    store::show(db, scope, sub).await?;
    store::fold(db, scope, sub, &id).await?;
    store::find(db, website_id, mode, reference).await
}

/// The row, unless it was found by a subject and may have to give way to the row of the user's address.
fn settled(found: Option<Customer>, reference: &CustomerRef) -> Option<Customer> {
    let by_subject = matches!(reference, CustomerRef::Sub(_));
    found.filter(|customer| !by_subject || customer.user_id.is_some() && customer.is_used)
}

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

/// A website's customer of this name, in the open transaction. External ids, addresses and subjects make a customer
/// when they are new; our own ids never do (`None`).
pub(crate) async fn resolve(
    db: &mut Connection<'_>,
    (website_id, mode): (&str, Mode),
    reference: &CustomerRef,
    sources: Sources<'_>,
) -> Result<Option<Customer>, Failure> {
    let scope = (website_id, mode);
    let mut found = settled(
        store::find(db, website_id, mode, reference).await?,
        reference,
    );
    if let (None, CustomerRef::Email(email)) = (&found, reference) {
        found = store::find_by_address_of_user(db, scope, email).await?;
    }
    if found.is_some() || matches!(reference, CustomerRef::Id(_)) {
        return Ok(found);
    }
    let id = id::new("cus", sources.clock, sources.random)?;
    let now = sources.clock.now();
    store::insert(db, scope, &id, reference, now).await?;
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

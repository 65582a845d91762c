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
    let mut found = store::find(db, website_id, mode, reference).await?;
    if let (None, CustomerRef::Email(email)) = (&found, reference) {
        found = store::find_by_address_of_user(db, scope, email).await?;
    }
    if let CustomerRef::Sub(_) = reference {
        found = found.filter(|customer| customer.user_id.is_some() && customer.is_used);
    }
    if found.is_some() || matches!(reference, CustomerRef::Id(_)) {
        return Ok(found);
    }
    let id = id::new("cus", sources.clock, sources.random)?;
    let now = sources.clock.now();
    store::insert(db, scope, &id, reference, now).await?;
    if let CustomerRef::Sub(sub) = reference {
        store::show(db, scope, sub).await?;
        store::fold(db, scope, sub, &id).await?;
    }
    // Whoever made it: the unique index let one row in, and the insert has waited for the other's commit.
    store::find(db, website_id, mode, reference).await
}

//! Looking for a customer without making one: whom a name would lead to.

use foundation::{Connection, Failure};

use super::customer::{Customer, CustomerRef};
use super::resolve::{followed, settled, subject};
use super::store;
use crate::caller::Mode;

/// The customer that an operation under this name would use; none when it would make one, or refuse an id of ours.
pub(crate) async fn look(
    db: &mut Connection<'_>,
    scope: (&str, Mode),
    reference: &CustomerRef,
) -> Result<Option<Customer>, Failure> {
    let found = match reference {
        CustomerRef::Id(_) | CustomerRef::ExternalId(_) => {
            store::find(db, scope, reference).await?
        }
        CustomerRef::Email(email) => match store::find(db, scope, reference).await? {
            Some(customer) => Some(customer),
            None => store::find_by_address_of_user(db, scope, email).await?,
        },
        CustomerRef::Sub(sub) => of_subject(db, scope, sub).await?,
    };
    followed(db, scope, found).await
}

/// The row of a subject gives way to the row that waits under its verified address, until something is booked on it or its
/// website limits it.
async fn of_subject(
    db: &mut Connection<'_>,
    scope: (&str, Mode),
    sub: &str,
) -> Result<Option<Customer>, Failure> {
    let sub = subject(db, sub).await?;
    let reference = CustomerRef::Sub(sub.clone());
    let found = store::find(db, scope, &reference).await?;
    if let Some(customer) = settled(found.clone(), &reference) {
        return Ok(Some(customer));
    }
    let gives_way = found.as_ref().is_none_or(|customer| {
        customer.email.is_none() && customer.external_id.is_none() && !customer.is_used
    });
    if gives_way && let Some(waiting) = store::find_waiting(db, scope, &sub).await? {
        return Ok(Some(waiting));
    }
    Ok(found)
}

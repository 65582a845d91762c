//! Looks a customer up without creating one.

use foundation::{Connection, Failure};

use super::customer::{Customer, CustomerRef};
use super::resolve::{find_user_merge_target, followed, settled};
use super::store;
use crate::caller::SiteScope;
use crate::users;

/// Returns the customer that an operation under this name would use; `None` if it would create one, or refuse the id.
pub(crate) async fn look_up(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
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
        CustomerRef::Sub(sub) => find_by_subject(db, scope, sub).await?,
    };
    followed(db, scope, found).await
}

/// Returns true if an operation under this name would create a customer for an inactive user.
pub(crate) async fn is_inactive(
    db: &mut Connection<'_>,
    reference: &CustomerRef,
) -> Result<bool, Failure> {
    match reference {
        CustomerRef::Id(_) | CustomerRef::ExternalId(_) | CustomerRef::Email(_) => Ok(false),
        CustomerRef::Sub(sub) => {
            let sub = find_user_merge_target(db, sub).await?;
            users::is_active(db, &sub).await.map(|is_active| !is_active)
        }
    }
}

/// Returns the customer of a subject. The waiting row of the subject's verified address takes precedence over the subject's
/// own row until that one has a booking or a limit.
async fn find_by_subject(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    sub: &str,
) -> Result<Option<Customer>, Failure> {
    let sub = find_user_merge_target(db, sub).await?;
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

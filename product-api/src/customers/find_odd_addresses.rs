//! Finds customers whose stored address differs from the form that sign-in verifies.

use foundation::{Connection, Database, EmailAddress, Failure};

use super::customer::CustomerRef;
use super::store::{self, StoredAddress};
use crate::caller::{Mode, SiteScope};

/// Number of customers read in one query.
const BATCH_SIZE: i64 = 500;

/// A customer whose address is not in the form that sign-in verifies.
///
/// An older version stored addresses as they were sent. No sign-in leads to such a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddAddress {
    /// The customer.
    pub customer_id: String,
    /// The customer's website.
    pub website_id: String,
    /// The mode: `live` or `test`.
    pub mode: String,
    /// The stored address.
    pub kept: String,
    /// The form of this address that sign-in verifies; `None` if sign-in cannot verify such an address.
    pub normal: Option<String>,
    /// The customer of the same website and mode that has the normal form.
    pub other_customer_id: Option<String>,
}

/// Reads every customer, a page at a time, and returns those whose address is not in its normal form.
pub async fn find_odd_addresses(database: &Database) -> Result<Vec<OddAddress>, Failure> {
    let (mut odd, mut after) = (Vec::new(), String::new());
    loop {
        let mut reader = database.reader().await?;
        let mut db = reader.connection();
        let some = store::kept_addresses(&mut db, &after, BATCH_SIZE).await?;
        let Some(last) = some.last() else {
            return Ok(odd);
        };
        after.clone_from(&last.id);
        for stored in some {
            odd.extend(judge(&mut db, stored).await?);
        }
    }
}

async fn judge(
    db: &mut Connection<'_>,
    stored: StoredAddress,
) -> Result<Option<OddAddress>, Failure> {
    let Some(email) = stored.email else {
        return Ok(None);
    };
    let normal = EmailAddress::parse(&email).ok();
    let normal = normal.map(EmailAddress::into_string);
    if normal.as_ref() == Some(&email) {
        return Ok(None);
    }
    let other = match &normal {
        Some(normal) => {
            let mode = stored.mode.parse::<Mode>();
            let mode = mode.map_err(|error| Failure::broken("reading a customer's mode", error))?;
            let name = CustomerRef::Email(normal.clone());
            let scope = SiteScope {
                website_id: &stored.website_id,
                mode,
            };
            store::find(db, scope, &name).await?
        }
        None => None,
    };
    Ok(Some(OddAddress {
        customer_id: stored.id,
        website_id: stored.website_id,
        mode: stored.mode,
        kept: email,
        normal,
        other_customer_id: other.map(|other| other.id),
    }))
}

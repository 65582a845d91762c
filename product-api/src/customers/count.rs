//! Counts a website's customers.

use foundation::{Connection, Failure, Timestamp};

use super::store::counts::{self, CountFilter};
use crate::caller::SiteScope;

/// The numbers of customers, each up to 100,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CustomerCounts {
    /// All customers.
    pub(crate) all: i64,
    /// Customers with a recent first contact.
    pub(crate) new: i64,
    /// Customers with a subscription.
    pub(crate) subscribed: i64,
}

/// Counts the customers of a website in one mode; those since `new_since` are new.
pub(crate) async fn count(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    new_since: Timestamp,
) -> Result<CustomerCounts, Failure> {
    let ever = Timestamp::from_micros(0);
    Ok(CustomerCounts {
        all: counts::count(db, site, CountFilter::Since(ever)).await?,
        new: counts::count(db, site, CountFilter::Since(new_since)).await?,
        subscribed: counts::count(db, site, CountFilter::Subscribed).await?,
    })
}

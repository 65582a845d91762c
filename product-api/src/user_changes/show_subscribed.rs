//! Shows on a customer whether a subscription counts, after a merge or its undo.

use foundation::{Connection, Failure, Timestamp};

use super::store;
use crate::customers::find_merge_target;

/// Shows on a customer's merge target, or on the customer itself, whether one of the subscriptions that it has now counts. A late
/// move may concern a customer that is merged already.
pub(super) async fn show_subscribed(
    db: &mut Connection<'_>,
    customer_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    let target = find_merge_target(db, customer_id).await?;
    store::show_subscribed(db, &target, now).await
}

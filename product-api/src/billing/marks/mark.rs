//! Marks objects: the worker of the inbox fetches and applies each marked object, also if this server ends.

use foundation::{Connection, Failure, Timestamp};

use super::object_kind::ObjectKind;
use super::store;

/// An object at Stripe that may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MarkedObject<'a> {
    /// The connection of the object.
    pub(crate) connection_id: &'a str,
    /// The kind of the object.
    pub(crate) kind: ObjectKind,
    /// The object's id at Stripe.
    pub(crate) object_id: &'a str,
}

/// Marks of one object that are written together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark<'a> {
    /// The object.
    pub(crate) object: MarkedObject<'a>,
    /// The id of the newest event about the object; none if no event caused the mark.
    pub(crate) event: Option<&'a str>,
    /// The number of marks, at least one.
    pub(crate) count: i64,
}

/// Marks an object, which is then due at once. Locks the object's row.
pub(crate) async fn mark(
    db: &mut Connection<'_>,
    object: MarkedObject<'_>,
    event: Option<&str>,
    now: Timestamp,
) -> Result<(), Failure> {
    let one = Mark {
        object,
        event,
        count: 1,
    };
    mark_all(db, &[one], now).await
}

/// Marks an object like [`mark`] if it was marked before.
pub(crate) async fn mark_again(
    db: &mut Connection<'_>,
    object: MarkedObject<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    if store::is_marked(db, object).await? {
        mark(db, object, None, now).await?;
    }
    Ok(())
}

/// Marks objects like [`mark`]. Callers name each object once and in the order of their keys, so that all transactions lock
/// the rows in one order.
pub(crate) async fn mark_all(
    db: &mut Connection<'_>,
    marks: &[Mark<'_>],
    now: Timestamp,
) -> Result<(), Failure> {
    store::mark_all(db, marks, now).await
}

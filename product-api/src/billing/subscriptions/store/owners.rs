//! Facts of other tables about a subscription: its book and its owner, and who is subscribed.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::caller::Mode;
use crate::credits::{Owner, WalletKey};

// Anyone who can write metadata at Stripe can name a checkout: the customer must be the one for whom the checkout was opened, or
// another one of its owner.
const OF_CHECKOUT: &str = "\
    SELECT c.book_id, c.owner_kind, c.owner_id FROM checkout c WHERE c.connection_id = $1 AND c.id = $2 \
      AND (c.stripe_customer_id = $3 OR EXISTS (SELECT 1 FROM stripe_customer s WHERE s.connection_id = $1 AND s.stripe_id = $3 \
        AND s.owner_kind = c.owner_kind AND s.owner_id = c.owner_id))";

const CHECKOUT_STATE: &str = "SELECT state, reason, stripe_session_id FROM checkout WHERE id = $1";

// Websites may share an account: a customer of one of them has no subscription in the book of another.
const OF_CUSTOMER: &str = "\
    SELECT s.owner_kind, s.owner_id FROM stripe_customer s JOIN book b ON b.id = $3 \
    WHERE s.connection_id = $1 AND s.stripe_id = $2 \
      AND (s.owner_kind = 'user' AND b.website_id IS NULL \
        OR EXISTS (SELECT 1 FROM customers c WHERE c.id = s.owner_id AND c.website_id = b.website_id AND c.mode = b.mode))";

const HOLDER_OF_CUSTOMER: &str = "\
    SELECT c.user_id, w.name, c.mode FROM customers c JOIN websites w ON w.id = c.website_id \
    WHERE c.id = $1 AND c.user_id IS NOT NULL";

const IS_DELETED: &str = "SELECT COUNT(*) FROM users WHERE id = $1 AND deleted_at IS NOT NULL";

const MODE_OF_BOOK: &str = "SELECT mode FROM book WHERE id = $1";

// Bookings lock a customer's wallet before its row, and so must every change of the row.
const LOCK_WALLETS: &str = "\
    UPDATE account SET seq = seq + 0 WHERE kind = 'wallet' AND owner_kind = 'customer' AND owner_id = $1";

// Subscriptions of merged customers count for the one into which they were merged.
const SET_SUBSCRIBED: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($1 AS TEXT) UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
    UPDATE customers SET subscribed = NOT subscribed, updated_at = $2 \
    WHERE id = $1 AND subscribed <> EXISTS ( \
        SELECT 1 FROM merged CROSS JOIN subscription s \
        WHERE s.owner_kind = 'customer' AND s.owner_id = merged.id AND s.is_subscribed)";

/// The book and the owner of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::subscriptions) struct OwnerInBook {
    /// The book.
    pub(in crate::billing::subscriptions) book_id: i64,
    /// The owner.
    pub(in crate::billing::subscriptions) owner: Owner,
}

/// The user who has a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SubscriptionHolder {
    /// The user.
    pub(crate) user_id: String,
    /// The name of the website that sells it; none for the platform.
    pub(crate) website_name: Option<String>,
    /// The mode of the credits.
    pub(crate) mode: Mode,
}

/// Finds the user who has a subscription; `None` for a customer without an account here.
pub(crate) async fn find_holder(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<Option<SubscriptionHolder>, Failure> {
    let doing = "finding the user of a subscription";
    if let Owner::User(user_id) = &wallet.owner {
        return Ok(Some(SubscriptionHolder {
            user_id: user_id.clone(),
            website_name: None,
            mode: mode_of_book(db, wallet.book_id).await?,
        }));
    }
    let row: Option<(String, String, String)> =
        on_engine!(db, |c| sqlx::query_as(HOLDER_OF_CUSTOMER)
            .bind(wallet.owner.id())
            .fetch_optional(c)
            .await)
        .failed(doing)?;
    let holder = row.map(|(user_id, name, mode)| {
        let mode = mode.parse();
        Ok(SubscriptionHolder {
            user_id,
            website_name: Some(name),
            mode: mode.map_err(|error| Failure::broken(doing, error))?,
        })
    });
    holder.transpose()
}

/// Returns true if an owner is a user who was deleted.
pub(in crate::billing::subscriptions) async fn is_deleted(
    db: &mut Connection<'_>,
    owner: &Owner,
) -> Result<bool, Failure> {
    let Owner::User(user_id) = owner else {
        return Ok(false);
    };
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_DELETED)
        .bind(user_id)
        .fetch_one(c)
        .await)
    .failed("finding the user of a subscription")?;
    Ok(count > 0)
}

/// Finds the book and the owner of a checkout; `None` if the customer at Stripe is not the owner's.
pub(in crate::billing::subscriptions) async fn find_owner_of_checkout(
    db: &mut Connection<'_>,
    connection_id: &str,
    checkout_id: &str,
    stripe_customer_id: &str,
) -> Result<Option<OwnerInBook>, Failure> {
    let row: Option<(i64, String, String)> = on_engine!(db, |c| sqlx::query_as(OF_CHECKOUT)
        .bind(connection_id)
        .bind(checkout_id)
        .bind(stripe_customer_id)
        .fetch_optional(c)
        .await)
    .failed("finding the checkout of a subscription")?;
    Ok(row.map(|(book_id, kind, id)| OwnerInBook {
        book_id,
        owner: Owner::from_row(&kind, id),
    }))
}

/// The state of the checkout of a subscription.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::subscriptions) struct CheckoutOutcome {
    /// The word of the state.
    pub(in crate::billing::subscriptions) state: String,
    /// The reason of a failure or a review.
    pub(in crate::billing::subscriptions) reason: Option<String>,
    /// The session at Stripe.
    pub(in crate::billing::subscriptions) stripe_session_id: Option<String>,
}

/// Reads the state of a checkout.
pub(in crate::billing::subscriptions) async fn find_checkout_outcome(
    db: &mut Connection<'_>,
    checkout_id: &str,
) -> Result<Option<CheckoutOutcome>, Failure> {
    on_engine!(db, |c| sqlx::query_as(CHECKOUT_STATE)
        .bind(checkout_id)
        .fetch_optional(c)
        .await)
    .failed("reading the checkout of a subscription")
}

/// Finds the owner of a customer at Stripe; `None` if the owner is not one of the book.
pub(in crate::billing::subscriptions) async fn find_owner_of_customer(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_customer_id: &str,
    book_id: i64,
) -> Result<Option<OwnerInBook>, Failure> {
    let row: Option<(String, String)> = on_engine!(db, |c| sqlx::query_as(OF_CUSTOMER)
        .bind(connection_id)
        .bind(stripe_customer_id)
        .bind(book_id)
        .fetch_optional(c)
        .await)
    .failed("finding the customer of a subscription")?;
    Ok(row.map(|(kind, id)| OwnerInBook {
        book_id,
        owner: Owner::from_row(&kind, id),
    }))
}

/// Returns the mode of a book.
pub(in crate::billing::subscriptions) async fn mode_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Mode, Failure> {
    let mode: String = on_engine!(db, |c| sqlx::query_scalar(MODE_OF_BOOK)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed("reading the mode of a book")?;
    mode.parse()
        .map_err(|error| Failure::broken("reading the mode of a book", error))
}

/// Shows on a customer whether one of its subscriptions counts; returns true if that has changed. Locks the customer's wallet and
/// row, in this order.
pub(in crate::billing::subscriptions) async fn set_subscribed(
    db: &mut Connection<'_>,
    customer_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    let doing = "showing that a customer is subscribed";
    on_engine!(db, |c| sqlx::query(LOCK_WALLETS)
        .bind(customer_id)
        .execute(c)
        .await
        .map(drop))
    .failed(doing)?;
    on_engine!(db, |c| sqlx::query(SET_SUBSCRIBED)
        .bind(customer_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed(doing)
}

//! The table of customers at Stripe, and the columns of customers and users that show the default one.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::stripe_customer::CustomerClaim;
use crate::credits::Owner;

const FIND_DEFAULT: &str = "\
    SELECT stripe_id FROM stripe_customer \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 AND is_default AND stripe_id IS NOT NULL";

// Rows keep their owner in a merge, so that its undo needs none of them. The newest row counts. `CROSS JOIN` makes SQLite
// begin with the merged owners: it would else read all customers of the connection.
const FIND_OF_MERGED_CUSTOMERS: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT id FROM customers WHERE merged_into = $2 \
        UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
    SELECT s.stripe_id FROM merged CROSS JOIN stripe_customer s \
    WHERE s.owner_id = merged.id AND s.connection_id = $1 AND s.owner_kind = 'customer' AND s.is_default AND s.stripe_id IS NOT NULL \
    ORDER BY s.created_at DESC, s.owner_id LIMIT 1";

const FIND_OF_MERGED_USERS: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT from_user_id FROM user_merges WHERE into_user_id = $2 AND state = 'merged' \
        UNION SELECT m.from_user_id FROM user_merges m JOIN merged ON m.into_user_id = merged.id WHERE m.state = 'merged') \
    SELECT s.stripe_id FROM merged CROSS JOIN stripe_customer s \
    WHERE s.owner_id = merged.id AND s.connection_id = $1 AND s.owner_kind = 'user' AND s.is_default AND s.stripe_id IS NOT NULL \
    ORDER BY s.created_at DESC, s.owner_id LIMIT 1";

const INSERT: &str = "\
    INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, is_default, claim_until, created_at, updated_at) \
    SELECT $1, $2, $3, COALESCE(MAX(generation), 0) + 1, TRUE, $4, $5, $5 FROM stripe_customer \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 \
    ON CONFLICT DO NOTHING RETURNING generation, created_at";

const TAKE_OVER: &str = "\
    UPDATE stripe_customer SET claim_until = $4, updated_at = $5 \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 AND is_default AND stripe_id IS NULL \
      AND (claim_until IS NULL OR claim_until <= $5) \
    RETURNING generation, created_at";

const RELEASE: &str = "\
    UPDATE stripe_customer SET claim_until = NULL, updated_at = $6 \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 AND generation = $4 AND claim_until = $5 AND stripe_id IS NULL";

const FINISH: &str = "\
    UPDATE stripe_customer SET stripe_id = $5, claim_until = NULL, updated_at = $6 \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 AND generation = $4 AND stripe_id IS NULL";

const RETIRE: &str = "\
    UPDATE stripe_customer SET is_default = FALSE, updated_at = $3 \
    WHERE connection_id = $1 AND stripe_id = $2 AND is_default RETURNING owner_kind, owner_id";

const IS_KNOWN: &str =
    "SELECT COUNT(*) FROM stripe_customer WHERE connection_id = $1 AND stripe_id = $2";

const SHOW_CUSTOMER: &str = "UPDATE customers SET stripe_customer_id = $2 WHERE id = $1";

const SHOW_USER: &str = "\
    UPDATE users SET stripe_customer_id = $2 WHERE id = $1 AND deleted_at IS NULL \
      AND EXISTS (SELECT 1 FROM stripe_connection WHERE id = $3 AND owner_kind = 'platform' AND mode = 'live')";

// The address is sent only if its owner has proved it to us, and at a website only if the website has named it, too.
const EMAIL_OF_CUSTOMER: &str = "\
    SELECT c.email FROM customers c JOIN users u ON u.id = c.user_id AND u.email = c.email AND u.email_verified WHERE c.id = $1";

const EMAIL_OF_USER: &str =
    "SELECT email FROM users WHERE id = $1 AND email_verified AND email IS NOT NULL";

#[derive(sqlx::FromRow)]
struct ClaimRow {
    generation: i64,
    created_at: i64,
}

/// The owner of a customer at one connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct CustomerOwner<'a> {
    pub(super) connection_id: &'a str,
    pub(super) owner: &'a Owner,
}

/// Returns the owner's customer at Stripe, or else that of an owner who was merged into this one.
pub(super) async fn find(
    db: &mut Connection<'_>,
    CustomerOwner {
        connection_id,
        owner,
    }: CustomerOwner<'_>,
) -> Result<Option<String>, Failure> {
    let doing = "finding a customer at Stripe";
    let own: Option<String> = on_engine!(db, |c| sqlx::query_scalar(FIND_DEFAULT)
        .bind(connection_id)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_optional(c)
        .await)
    .failed(doing)?;
    if own.is_some() {
        return Ok(own);
    }
    let statement = match owner {
        Owner::Customer(_) => FIND_OF_MERGED_CUSTOMERS,
        Owner::User(_) => FIND_OF_MERGED_USERS,
    };
    on_engine!(db, |c| sqlx::query_scalar(statement)
        .bind(connection_id)
        .bind(owner.id())
        .fetch_optional(c)
        .await)
    .failed(doing)
}

/// Claims the creation of an owner's customer: by a new row, or by a row whose claim has ended. `None` if another server has
/// the claim, or the customer exists.
pub(super) async fn claim(
    db: &mut Connection<'_>,
    of: CustomerOwner<'_>,
    until: Timestamp,
    now: Timestamp,
) -> Result<Option<CustomerClaim>, Failure> {
    for statement in [INSERT, TAKE_OVER] {
        let row: Option<ClaimRow> = on_engine!(db, |c| sqlx::query_as(statement)
            .bind(of.connection_id)
            .bind(of.owner.kind())
            .bind(of.owner.id())
            .bind(until.micros())
            .bind(now.micros())
            .fetch_optional(c)
            .await)
        .failed("claiming a customer at Stripe")?;
        if let Some(row) = row {
            return Ok(Some(CustomerClaim {
                connection_id: of.connection_id.to_owned(),
                owner: of.owner.clone(),
                generation: row.generation,
                until,
                created_at: Timestamp::from_micros(row.created_at),
            }));
        }
    }
    Ok(None)
}

/// Ends a claim whose call has failed, so that another request can repeat it at once.
pub(super) async fn release(
    db: &mut Connection<'_>,
    claim: &CustomerClaim,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RELEASE)
        .bind(&claim.connection_id)
        .bind(claim.owner.kind())
        .bind(claim.owner.id())
        .bind(claim.generation)
        .bind(claim.until.micros())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("releasing a customer at Stripe")
}

/// A customer at Stripe and the row that gets it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CreatedCustomer<'a> {
    pub(super) of: CustomerOwner<'a>,
    pub(super) generation: i64,
    pub(super) stripe_id: &'a str,
}

/// Stores the customer that Stripe has created, and shows it as the owner's; false if the row has one already, or is absent.
pub(super) async fn finish(
    db: &mut Connection<'_>,
    created: CreatedCustomer<'_>,
    now: Timestamp,
) -> Result<bool, Failure> {
    let of = created.of;
    let is_stored = on_engine!(db, |c| sqlx::query(FINISH)
        .bind(of.connection_id)
        .bind(of.owner.kind())
        .bind(of.owner.id())
        .bind(created.generation)
        .bind(created.stripe_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing a customer at Stripe")?;
    if is_stored {
        show(db, of, Some(created.stripe_id)).await?;
    }
    Ok(is_stored)
}

/// Ends the use of a customer that Stripe no longer has; the owner's next purchase creates another.
pub(super) async fn retire(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    let owner: Option<(String, String)> = on_engine!(db, |c| sqlx::query_as(RETIRE)
        .bind(connection_id)
        .bind(stripe_id)
        .bind(now.micros())
        .fetch_optional(c)
        .await)
    .failed("retiring a customer at Stripe")?;
    let Some((kind, id)) = owner else {
        return Ok(());
    };
    let owner = &Owner::from_row(&kind, id);
    let of = CustomerOwner {
        connection_id,
        owner,
    };
    show(db, of, None).await
}

/// Shows a customer at Stripe as the owner's; `None` shows none.
pub(super) async fn show(
    db: &mut Connection<'_>,
    of: CustomerOwner<'_>,
    stripe_id: Option<&str>,
) -> Result<(), Failure> {
    let doing = "showing a customer at Stripe";
    match of.owner {
        Owner::Customer(id) => on_engine!(db, |c| sqlx::query(SHOW_CUSTOMER)
            .bind(id)
            .bind(stripe_id)
            .execute(c)
            .await
            .map(drop))
        .failed(doing),
        Owner::User(id) => on_engine!(db, |c| sqlx::query(SHOW_USER)
            .bind(id)
            .bind(stripe_id)
            .bind(of.connection_id)
            .execute(c)
            .await
            .map(drop))
        .failed(doing),
    }
}

/// Returns true if a row has this customer at Stripe.
pub(super) async fn is_known(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_KNOWN)
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_one(c)
        .await)
    .failed("finding a customer at Stripe")?;
    Ok(count > 0)
}

/// Returns the address at which Stripe may write to the owner, if the owner has proved it.
pub(super) async fn find_email(
    db: &mut Connection<'_>,
    owner: &Owner,
) -> Result<Option<String>, Failure> {
    let statement = match owner {
        Owner::Customer(_) => EMAIL_OF_CUSTOMER,
        Owner::User(_) => EMAIL_OF_USER,
    };
    on_engine!(db, |c| sqlx::query_scalar(statement)
        .bind(owner.id())
        .fetch_optional(c)
        .await)
    .failed("reading the address of a buyer")
}

//! The columns of customers at Stripe that links read and write.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::link_state::LinkState;
use crate::billing::stripe_customers::store::{self, CustomerOwner};
use crate::credits::Owner;

const OWNER: &str =
    "SELECT owner_kind, owner_id FROM stripe_customer WHERE connection_id = $1 AND stripe_id = $2";

// A connection that was replaced leaves its customers on the rows that show them.
const SHOWN: &str = "\
    SELECT id FROM customers \
    WHERE website_id = (SELECT website_id FROM customers WHERE id = $1) AND stripe_customer_id = $2 AND id <> $1";

const CLAIMED: &str = "\
    SELECT COUNT(*) FROM stripe_customer \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 AND is_default AND stripe_id IS NULL AND claim_until > $4";

const DELETE_UNFINISHED: &str = "\
    DELETE FROM stripe_customer \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 AND is_default AND stripe_id IS NULL \
      AND (claim_until IS NULL OR claim_until <= $4)";

const INSERT: &str = "\
    INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, stripe_id, is_default, linked_at, created_at, updated_at) \
    SELECT $1, $2, $3, COALESCE(MAX(generation), 0) + 1, $4, TRUE, $5, $6, $6 FROM stripe_customer \
    WHERE connection_id = $1 AND owner_kind = $2 AND owner_id = $3 \
    ON CONFLICT DO NOTHING";

const LINKED_AT: &str = "\
    SELECT linked_at FROM stripe_customer WHERE connection_id = $1 AND stripe_id = $2 AND linked_at IS NOT NULL";

/// An owner and a customer at Stripe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CustomerLink<'a> {
    /// The connection.
    pub(crate) connection_id: &'a str,
    /// The owner.
    pub(crate) owner: &'a Owner,
    /// Stripe's id of the customer.
    pub(crate) stripe_id: &'a str,
}

impl<'a> CustomerLink<'a> {
    const fn customer_owner(self) -> CustomerOwner<'a> {
        CustomerOwner {
            connection_id: self.connection_id,
            owner: self.owner,
        }
    }
}

/// Returns the relation of an owner and a customer at Stripe. The customer of an owner who was merged into this one counts.
pub(crate) async fn find_link_state(
    db: &mut Connection<'_>,
    link: CustomerLink<'_>,
    now: Timestamp,
) -> Result<LinkState, Failure> {
    match store::find(db, link.customer_owner()).await? {
        Some(own) if own == link.stripe_id => {
            let since = linked_at(db, link.connection_id, link.stripe_id).await?;
            return Ok(LinkState::Linked { since });
        }
        Some(other) => return Ok(LinkState::HasAnother(other)),
        None => {}
    }
    if let Some(owner) = find_owner(db, link.connection_id, link.stripe_id).await? {
        return Ok(LinkState::OfAnother(owner));
    }
    if let Some(id) = find_shown(db, link).await? {
        return Ok(LinkState::OfAnother(Owner::Customer(id)));
    }
    Ok(if is_claimed(db, link, now).await? {
        LinkState::InFlight
    } else {
        LinkState::Free
    })
}

/// Returns the owner of a customer at Stripe.
pub(crate) async fn find_owner(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<Option<Owner>, Failure> {
    let row: Option<(String, String)> = on_engine!(db, |c| sqlx::query_as(OWNER)
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_optional(c)
        .await)
    .failed("finding the owner of a customer at Stripe")?;
    Ok(row.map(|(kind, id)| Owner::from_row(&kind, id)))
}

/// Returns another customer of the website that shows the customer at Stripe.
async fn find_shown(
    db: &mut Connection<'_>,
    link: CustomerLink<'_>,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(SHOWN)
        .bind(link.owner.id())
        .bind(link.stripe_id)
        .fetch_optional(c)
        .await)
    .failed("finding a customer at Stripe")
}

async fn is_claimed(
    db: &mut Connection<'_>,
    link: CustomerLink<'_>,
    now: Timestamp,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(CLAIMED)
        .bind(link.connection_id)
        .bind(link.owner.kind())
        .bind(link.owner.id())
        .bind(now.micros())
        .fetch_one(c)
        .await)
    .failed("reading the claim of a customer at Stripe")?;
    Ok(count > 0)
}

/// Links an owner to a customer at Stripe, and shows the customer as the owner's. A claim that has ended without a customer gives
/// way. Returns false if the owner or the customer has another link, or a request has a claim: the caller then rolls back.
pub(crate) async fn insert_link(
    db: &mut Connection<'_>,
    link: CustomerLink<'_>,
    since: Timestamp,
    now: Timestamp,
) -> Result<bool, Failure> {
    let doing = "linking a customer at Stripe";
    on_engine!(db, |c| sqlx::query(DELETE_UNFINISHED)
        .bind(link.connection_id)
        .bind(link.owner.kind())
        .bind(link.owner.id())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed(doing)?;
    let is_linked = on_engine!(db, |c| sqlx::query(INSERT)
        .bind(link.connection_id)
        .bind(link.owner.kind())
        .bind(link.owner.id())
        .bind(link.stripe_id)
        .bind(since.micros())
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed(doing)?;
    if is_linked {
        store::show(db, link.customer_owner(), Some(link.stripe_id)).await?;
    }
    Ok(is_linked)
}

/// Returns the time from which the link of a customer at Stripe counts; `None` for a customer without a link.
pub(crate) async fn linked_at(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let found: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(LINKED_AT)
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_optional(c)
        .await)
    .failed("reading the link of a customer at Stripe")?;
    Ok(found.map(Timestamp::from_micros))
}

#[cfg(test)]
mod tests {
    use foundation::on_both_engines;

    use super::*;
    use crate::MIGRATIONS;
    use crate::billing::stripe_customers::store::CreatedCustomer;

    fn owner(id: &str) -> Owner {
        Owner::Customer(id.to_owned())
    }

    const fn link<'a>(owner: &'a Owner, stripe_id: &'a str) -> CustomerLink<'a> {
        CustomerLink {
            connection_id: "scn_1",
            owner,
            stripe_id,
        }
    }

    /// Adds the row of a request that creates Ada's customer at Stripe until an instant.
    async fn claim(db: &mut Connection<'_>, until: Option<i64>) {
        let statement = "INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, is_default, claim_until, \
            created_at, updated_at) VALUES ('scn_1', 'customer', 'cus_ada', 1, TRUE, $1, 0, 0)";
        on_engine!(db, |c| sqlx::query(statement)
            .bind(until)
            .execute(c)
            .await
            .map(drop))
        .unwrap();
    }

    on_both_engines!(
        MIGRATIONS,
        async fn owner_and_customer_at_stripe_have_one_link(database: Database) {
            let (ada, bob, now) = (
                owner("cus_ada"),
                owner("cus_bob"),
                Timestamp::from_seconds(9),
            );
            let since = Timestamp::from_seconds(7);
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            let state = find_link_state(&mut db, link(&ada, "cus_A"), now).await;
            assert_eq!(state.unwrap(), LinkState::Free);
            let first = insert_link(&mut db, link(&ada, "cus_A"), since, now).await;
            assert!(first.unwrap());
            let linked = LinkState::Linked { since: Some(since) };
            let rows = [
                (&ada, "cus_A", linked),
                (&bob, "cus_A", LinkState::OfAnother(ada.clone())),
                (&ada, "cus_B", LinkState::HasAnother("cus_A".to_owned())),
                (&bob, "cus_B", LinkState::Free),
            ];
            for (owner, stripe_id, expected) in rows {
                let link = link(owner, stripe_id);
                let state = find_link_state(&mut db, link, now).await.unwrap();
                assert_eq!(state, expected, "{owner:?} {stripe_id}");
                let is_linked = insert_link(&mut db, link, since, now).await.unwrap();
                assert_eq!(is_linked, expected == LinkState::Free);
            }
            let owner = find_owner(&mut db, "scn_1", "cus_A").await.unwrap();
            assert_eq!(owner, Some(ada));
            let at = linked_at(&mut db, "scn_1", "cus_B").await.unwrap();
            assert_eq!(at, Some(since));
            assert_eq!(linked_at(&mut db, "scn_2", "cus_B").await.unwrap(), None);
        }
    );

    on_both_engines!(
        MIGRATIONS,
        async fn link_waits_for_a_claim_and_takes_the_place_of_an_ended_one(database: Database) {
            let (ada, now) = (owner("cus_ada"), Timestamp::from_micros(50));
            let link = link(&ada, "cus_A");
            for (until, is_free) in [(Some(51), false), (Some(50), true), (None, true)] {
                let mut transaction = database.begin().await.unwrap();
                let mut db = transaction.connection();
                claim(&mut db, until).await;
                let state = find_link_state(&mut db, link, now).await.unwrap();
                assert_eq!(state == LinkState::Free, is_free, "{until:?}: {state:?}");
                let is_linked = insert_link(&mut db, link, now, now).await.unwrap();
                assert_eq!(is_linked, is_free, "{until:?}");
                let rows: i64 = on_engine!(&mut db, |c| {
                    sqlx::query_scalar("SELECT COUNT(*) FROM stripe_customer")
                        .fetch_one(c)
                        .await
                })
                .unwrap();
                assert_eq!(rows, 1, "{until:?}");
                let late = CreatedCustomer {
                    of: link.customer_owner(),
                    generation: 1,
                    stripe_id: "cus_late",
                };
                let is_stored = store::finish(&mut db, late, now).await.unwrap();
                assert_eq!(is_stored, !is_free, "{until:?}: Stripe responds late");
                transaction.rollback().await.unwrap();
            }
        }
    );
}

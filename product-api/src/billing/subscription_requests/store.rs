//! The table of requests about subscriptions, and facts that decide about them.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::subscription_request::{RequestOutcome, RequestTerms, SubscriptionRequest};
use crate::credits::WalletKey;

const INSERT: &str = "\
    INSERT INTO subscription_request (id, subscription_id, kind, terms, actor, state, attempt, next_at, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, 'new', $6, $7, $8, $8) ON CONFLICT DO NOTHING";

const FIND: &str = "\
    SELECT id, subscription_id, terms, actor, state, reason, action_url, attempt, created_at FROM subscription_request WHERE id = $1";

const END: &str = "\
    UPDATE subscription_request SET state = $2, reason = $3, action_url = $4, next_at = NULL, updated_at = $5 \
    WHERE id = $1 AND state = 'new'";

const COUNT_KEY: &str =
    "UPDATE subscription_request SET attempt = $2, updated_at = $3 WHERE id = $1 AND state = 'new'";

const DUE: &str = "\
    SELECT id FROM subscription_request WHERE next_at IS NOT NULL AND next_at <= $1 ORDER BY next_at LIMIT $2";

const CLAIM: &str = "UPDATE subscription_request SET next_at = $3 WHERE id = $1 AND next_at <= $2";

const POSTPONE: &str =
    "UPDATE subscription_request SET next_at = $2 WHERE id = $1 AND next_at IS NOT NULL";

const HAS_OTHER: &str = "\
    SELECT id FROM subscription WHERE owner_kind = $2 AND owner_id = $3 AND book_id = $1 AND family = $4 AND id <> $5 \
        AND status NOT IN ('canceled', 'incomplete_expired') ORDER BY created_at, id LIMIT 1";

#[derive(sqlx::FromRow)]
struct RequestRow {
    id: String,
    subscription_id: String,
    terms: String,
    actor: String,
    state: String,
    reason: Option<String>,
    action_url: Option<String>,
    attempt: i64,
    created_at: i64,
}

impl TryFrom<RequestRow> for SubscriptionRequest {
    type Error = Failure;

    fn try_from(row: RequestRow) -> Result<Self, Failure> {
        Ok(Self {
            id: row.id,
            subscription_id: row.subscription_id,
            terms: RequestTerms::parse(&row.terms)?,
            actor: row.actor,
            outcome: RequestOutcome::from_row(&row.state, row.reason, row.action_url),
            attempt: row.attempt,
            created_at: Timestamp::from_micros(row.created_at),
        })
    }
}

/// Inserts an open request that may be sent again from a time on; false if the subscription has another open one.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    request: &SubscriptionRequest,
    next_at: Timestamp,
) -> Result<bool, Failure> {
    let terms = request.terms.text()?;
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&request.id)
        .bind(&request.subscription_id)
        .bind(request.terms.kind())
        .bind(&terms)
        .bind(&request.actor)
        .bind(request.attempt)
        .bind(next_at.micros())
        .bind(request.created_at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("adding a request about a subscription")
}

/// Finds a request.
pub(super) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<SubscriptionRequest>, Failure> {
    let row: Option<RequestRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a request about a subscription")?;
    row.map(SubscriptionRequest::try_from).transpose()
}

/// Ends an open request with an outcome.
pub(super) async fn end(
    db: &mut Connection<'_>,
    id: &str,
    outcome: &RequestOutcome,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(END)
        .bind(id)
        .bind(outcome.word())
        .bind(outcome.reason())
        .bind(outcome.action_url())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("ending a request about a subscription")
}

/// Stores the number of the next key at Stripe, before it is sent.
pub(super) async fn count_key(
    db: &mut Connection<'_>,
    id: &str,
    attempt: i64,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(COUNT_KEY)
        .bind(id)
        .bind(attempt)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("counting the keys of a request about a subscription")
}

/// Lists open requests that may be sent again, longest due first.
pub(super) async fn list_due(
    db: &mut Connection<'_>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE)
        .bind(now.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing requests about subscriptions that are due")
}

/// Claims an open request until a time; false if another server has it, or Stripe has answered.
pub(super) async fn claim(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(CLAIM)
        .bind(id)
        .bind(now.micros())
        .bind(until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("claiming a request about a subscription")
}

/// Sets the time from which a server may send an open request again.
pub(super) async fn postpone(
    db: &mut Connection<'_>,
    id: &str,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(POSTPONE)
        .bind(id)
        .bind(until.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("postponing a request about a subscription")
}

/// A family of plans in which an owner has one live subscription.
#[derive(Clone, Copy, Debug)]
pub(super) struct FamilyOf<'a> {
    pub(super) wallet: &'a WalletKey,
    pub(super) family: &'a str,
    /// The subscription that is changed.
    pub(super) own_id: &'a str,
}

/// Finds another live subscription of an owner in a family.
pub(super) async fn find_other(
    db: &mut Connection<'_>,
    family: FamilyOf<'_>,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(HAS_OTHER)
        .bind(family.wallet.book_id)
        .bind(family.wallet.owner.kind())
        .bind(family.wallet.owner.id())
        .bind(family.family)
        .bind(family.own_id)
        .fetch_optional(c)
        .await)
    .failed("finding another subscription of a buyer")
}

//! The table of attempts: reads, locks and writes of single rows.

use foundation::database::{SqlResultExt, row_lock};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::currency::Currency;
use crate::billing::topups::attempt::Attempt;
use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::terms::TopUpTerms;
use crate::credits::{Owner, WalletKey};

/// Columns of an attempt, in the order of its row.
macro_rules! columns {
    () => {
        "t.id, t.book_id, t.owner_kind, t.owner_id, t.connection_id, t.n, t.state, t.pack_id, t.pack_version, t.stripe_price_id, \
         t.quantity, t.currency, t.amount_minor, t.total_minor, t.credits, t.bonus, t.terms, t.month, t.month_max_minor, \
         t.month_max_count, t.try_number, t.actor, t.stripe_customer_id, t.stripe_invoice, t.payment_method, t.code, t.action_url, \
         t.action_until, t.settled_at, t.created_at"
    };
}
pub(super) use columns;

const FIND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM topup_attempt t WHERE t.id = $1"
);

const FIND_BY_NUMBER: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM topup_attempt t WHERE t.book_id = $1 AND t.owner_kind = $2 AND t.owner_id = $3 AND t.n = $4"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[FIND, FIND_BY_NUMBER];

const INSERT: &str = "\
    INSERT INTO topup_attempt (id, book_id, owner_kind, owner_id, connection_id, n, state, pack_id, pack_version, stripe_price_id, \
        quantity, currency, amount_minor, total_minor, credits, bonus, terms, month, month_max_minor, month_max_count, try_number, \
        actor, next_at, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $24)";

const UPDATE: &str = "\
    UPDATE topup_attempt SET state = $2, total_minor = $3, try_number = $4, stripe_customer_id = $5, stripe_invoice = $6, \
        payment_method = $7, code = $8, action_url = $9, action_until = $10, next_at = $11, settled_at = $12, updated_at = $13 \
    WHERE id = $1";

/// A row of the table.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: String,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    connection_id: String,
    n: i64,
    state: String,
    pack_id: String,
    pack_version: i64,
    stripe_price_id: String,
    quantity: i64,
    currency: String,
    amount_minor: i64,
    total_minor: i64,
    credits: i64,
    bonus: i64,
    terms: String,
    month: i64,
    month_max_minor: i64,
    month_max_count: i64,
    try_number: i64,
    actor: String,
    stripe_customer_id: Option<String>,
    stripe_invoice: Option<String>,
    payment_method: Option<String>,
    code: Option<String>,
    action_url: Option<String>,
    action_until: Option<i64>,
    settled_at: Option<i64>,
    created_at: i64,
}

impl TryFrom<Row> for Attempt {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a top-up has an unknown word");
        Ok(Self {
            id: row.id,
            wallet: WalletKey {
                book_id: row.book_id,
                owner: Owner::from_row(&row.owner_kind, row.owner_id),
            },
            connection_id: row.connection_id,
            n: row.n,
            state: AttemptState::from_word(&row.state).ok_or_else(unknown)?,
            pack_id: row.pack_id,
            pack_version: row.pack_version,
            stripe_price_id: row.stripe_price_id,
            quantity: row.quantity,
            currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
            amount_minor: row.amount_minor,
            total_minor: row.total_minor,
            credits: row.credits,
            bonus: row.bonus,
            terms: TopUpTerms::parse(&row.terms)?,
            month: row.month,
            month_max_minor: row.month_max_minor,
            month_max_count: row.month_max_count,
            try_number: row.try_number,
            actor: row.actor,
            stripe_customer_id: row.stripe_customer_id,
            stripe_invoice: row.stripe_invoice,
            payment_method: row.payment_method,
            code: row.code,
            action_url: row.action_url,
            action_until: row.action_until.map(Timestamp::from_micros),
            settled_at: row.settled_at.map(Timestamp::from_micros),
            created_at: Timestamp::from_micros(row.created_at),
        })
    }
}

/// Finds an attempt by its id.
pub(in crate::billing::topups) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Attempt>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a top-up")?;
    row.map(Attempt::try_from).transpose()
}

/// Finds the attempt of an owner with a number: the last one of a rule is the only one that can be open.
pub(in crate::billing::topups) async fn find_last(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    n: i64,
) -> Result<Option<Attempt>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND_BY_NUMBER)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(n)
        .fetch_optional(c)
        .await)
    .failed("reading the last top-up")?;
    row.map(Attempt::try_from).transpose()
}

/// Finds an attempt and locks its row. The caller has locked its rule.
pub(in crate::billing::topups) async fn lock(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Attempt>, Failure> {
    let text = [FIND, row_lock(db)].concat();
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(AssertSqlSafe(text))
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("locking a top-up")?;
    row.map(Attempt::try_from).transpose()
}

/// Inserts an attempt whose first step is due; a second open one of its owner is an error.
pub(in crate::billing::topups) async fn insert(
    db: &mut Connection<'_>,
    attempt: &Attempt,
) -> Result<(), Failure> {
    let terms = attempt.terms.text()?;
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&attempt.id)
        .bind(attempt.wallet.book_id)
        .bind(attempt.wallet.owner.kind())
        .bind(attempt.wallet.owner.id())
        .bind(&attempt.connection_id)
        .bind(attempt.n)
        .bind(attempt.state.word())
        .bind(&attempt.pack_id)
        .bind(attempt.pack_version)
        .bind(&attempt.stripe_price_id)
        .bind(attempt.quantity)
        .bind(attempt.currency.code())
        .bind(attempt.amount_minor)
        .bind(attempt.total_minor)
        .bind(attempt.credits)
        .bind(attempt.bonus)
        .bind(&terms)
        .bind(attempt.month)
        .bind(attempt.month_max_minor)
        .bind(attempt.month_max_count)
        .bind(attempt.try_number)
        .bind(&attempt.actor)
        .bind(attempt.created_at.micros())
        .bind(attempt.created_at.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a top-up")
}

/// Writes an attempt whose row is locked, with the time of its next step; none for one that has ended.
pub(in crate::billing::topups) async fn update(
    db: &mut Connection<'_>,
    attempt: &Attempt,
    next_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPDATE)
        .bind(&attempt.id)
        .bind(attempt.state.word())
        .bind(attempt.total_minor)
        .bind(attempt.try_number)
        .bind(&attempt.stripe_customer_id)
        .bind(&attempt.stripe_invoice)
        .bind(&attempt.payment_method)
        .bind(&attempt.code)
        .bind(&attempt.action_url)
        .bind(attempt.action_until.map(Timestamp::micros))
        .bind(next_at.map(Timestamp::micros))
        .bind(attempt.settled_at.map(Timestamp::micros))
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing a top-up")
}

//! The table of payments: reads, locks and writes of single rows, and the lots that they have bought.

use foundation::database::{SqlResultExt, padded, row_lock};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::currency::Currency;
use crate::billing::payments::payment::{
    FraudState, Payment, PaymentReversal, PaymentSource, PaymentState,
};
use crate::billing::payments::undivided_money::UndividedMoney;
use crate::credits::{GrantedLot, Owner};

/// Columns of a payment, in the order of its row.
macro_rules! columns {
    () => {
        "p.id, p.book_id, p.owner_kind, p.owner_id, p.connection_id, p.source, p.source_id, p.stripe_payment_intent, \
         p.stripe_charge, p.stripe_invoice, p.stripe_balance_transaction, p.currency, p.amount_minor, p.tax_minor, \
         p.discount_minor, p.granted, p.state, p.reason, p.paid_at, p.created_at, p.refunded_minor, p.withdrawn_minor, p.clawed, \
         p.frozen, p.settle_n, p.waits_for_holds, p.early_fraud_warning, p.undivided_minor, p.undivided_parts, \
         p.undivided_returned, p.undivided_broken"
    };
}
pub(super) use columns;

const FIND: &str = concat!("SELECT ", columns!(), " FROM payment p WHERE p.id = $1");

const FIND_BY_SOURCE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM payment p WHERE p.connection_id = $1 AND p.source = $2 AND p.source_id = $3"
);

const FIND_BY_INTENT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM payment p WHERE p.connection_id = $1 AND p.stripe_payment_intent = $2"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[FIND, FIND_BY_SOURCE, FIND_BY_INTENT];

const INSERT: &str = "\
    INSERT INTO payment (id, book_id, owner_kind, owner_id, connection_id, source, source_id, stripe_payment_intent, stripe_charge, \
        stripe_invoice, stripe_balance_transaction, currency, amount_minor, tax_minor, discount_minor, granted, state, reason, \
        paid_at, created_at, updated_at, undivided_minor, undivided_parts, undivided_returned, undivided_broken) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $21, $22, $23, $24)";

const UPDATE: &str = "\
    UPDATE payment SET stripe_payment_intent = $2, stripe_charge = $3, stripe_invoice = $4, stripe_balance_transaction = $5, \
        amount_minor = $6, tax_minor = $7, discount_minor = $8, granted = $9, state = $10, reason = $11, paid_at = $12, \
        updated_at = $13, refunded_minor = $14, withdrawn_minor = $15, clawed = $16, frozen = $17, settle_n = $18, \
        waits_for_holds = $19, early_fraud_warning = $20, undivided_minor = $21, undivided_parts = $22, \
        undivided_returned = $23, undivided_broken = $24 \
    WHERE id = $1";

const LOT_IDS: &str = "SELECT lot_id FROM payment_lot WHERE payment_id = $1 ORDER BY lot_id";

const CAN_HAVE_REVERSALS: &str = "\
    SELECT COUNT(*) FROM payment p WHERE p.connection_id = $1 AND p.stripe_payment_intent = $2 \
        AND (p.stripe_balance_transaction IS NOT NULL OR EXISTS (SELECT 1 FROM refund r WHERE r.payment_id = p.id) \
            OR EXISTS (SELECT 1 FROM dispute d WHERE d.payment_id = p.id))";

const INTENT_OF: &str = "SELECT stripe_payment_intent FROM payment WHERE id = $1";

const WEBSITE_OF_BOOK: &str = "SELECT website_id FROM book WHERE id = $1";

const STRIPE_ID_OF_SUBSCRIPTION: &str = "SELECT stripe_id FROM subscription WHERE id = $1";

const LINK_LOTS: &str = "INSERT INTO payment_lot (payment_id, lot_id, credits)";

// A checkout whose payment is not recorded yet: its session decides.
const SESSION_OF_CHECKOUT: &str =
    "SELECT stripe_session_id FROM checkout WHERE connection_id = $1 AND id = $2";

/// A row of the table.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: String,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    connection_id: String,
    source: String,
    source_id: String,
    stripe_payment_intent: Option<String>,
    stripe_charge: Option<String>,
    stripe_invoice: Option<String>,
    stripe_balance_transaction: Option<String>,
    currency: String,
    amount_minor: i64,
    tax_minor: i64,
    discount_minor: i64,
    granted: i64,
    state: String,
    reason: Option<String>,
    paid_at: Option<i64>,
    created_at: i64,
    refunded_minor: i64,
    withdrawn_minor: i64,
    clawed: i64,
    frozen: i64,
    settle_n: i64,
    waits_for_holds: i16,
    early_fraud_warning: Option<String>,
    undivided_minor: i64,
    undivided_parts: i64,
    undivided_returned: i64,
    undivided_broken: i64,
}

impl TryFrom<Row> for Payment {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a payment has an unknown word");
        Ok(Self {
            id: row.id,
            book_id: row.book_id,
            owner: Owner::from_row(&row.owner_kind, row.owner_id),
            connection_id: row.connection_id,
            source: PaymentSource::from_word(&row.source).ok_or_else(unknown)?,
            source_id: row.source_id,
            stripe_payment_intent: row.stripe_payment_intent,
            stripe_charge: row.stripe_charge,
            stripe_invoice: row.stripe_invoice,
            stripe_balance_transaction: row.stripe_balance_transaction,
            currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
            amount_minor: row.amount_minor,
            tax_minor: row.tax_minor,
            discount_minor: row.discount_minor,
            granted: row.granted,
            state: PaymentState::from_word(&row.state).ok_or_else(unknown)?,
            reason: row.reason,
            paid_at: row.paid_at.map(Timestamp::from_micros),
            created_at: Timestamp::from_micros(row.created_at),
            reversal: PaymentReversal {
                refunded_minor: row.refunded_minor,
                withdrawn_minor: row.withdrawn_minor,
                clawed_back: row.clawed,
                frozen: row.frozen,
                settle_n: row.settle_n,
                is_waiting_for_holds: row.waits_for_holds != 0,
                fraud_warning: row
                    .early_fraud_warning
                    .as_deref()
                    .map(FraudState::from_word),
            },
            undivided: UndividedMoney {
                minor: row.undivided_minor,
                returned: row.undivided_returned,
                breakage: row.undivided_broken,
                parts: row.undivided_parts,
            },
        })
    }
}

/// A sale of one connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SaleRef<'a> {
    /// The connection.
    pub(crate) connection_id: &'a str,
    /// The part of the product that sells.
    pub(crate) source: PaymentSource,
    /// The id of the sale there.
    pub(crate) source_id: &'a str,
}

/// Finds the payment of a sale and locks its row.
pub(crate) async fn lock_payment_of(
    db: &mut Connection<'_>,
    sale: SaleRef<'_>,
) -> Result<Option<Payment>, Failure> {
    let names = [sale.connection_id, sale.source.word(), sale.source_id];
    lock(db, FIND_BY_SOURCE, &names).await
}

/// Finds the payment of a payment intent and locks its row.
pub(in crate::billing::payments) async fn lock_by_intent(
    db: &mut Connection<'_>,
    connection_id: &str,
    payment_intent: &str,
) -> Result<Option<Payment>, Failure> {
    lock(db, FIND_BY_INTENT, &[connection_id, payment_intent]).await
}

/// Finds a payment by its id and locks its row.
pub(crate) async fn lock_payment(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Payment>, Failure> {
    lock(db, FIND, &[id]).await
}

/// Finds a payment with a statement that names it, and locks its row.
async fn lock(
    db: &mut Connection<'_>,
    statement: &str,
    names: &[&str],
) -> Result<Option<Payment>, Failure> {
    let text = [statement, row_lock(db)].concat();
    let row: Option<Row> = on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text));
        for name in names {
            query = query.bind(*name);
        }
        query.fetch_optional(c).await
    })
    .failed("locking a payment")?;
    row.map(Payment::try_from).transpose()
}

/// Reads the keys of the lots that a payment has bought.
pub(crate) async fn lot_ids(
    db: &mut Connection<'_>,
    payment_id: &str,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LOT_IDS)
        .bind(payment_id)
        .fetch_all(c)
        .await)
    .failed("reading the lots of a payment")
}

/// Inserts a payment; a second one of the same sale is an error.
pub(crate) async fn insert_payment(
    db: &mut Connection<'_>,
    payment: &Payment,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&payment.id)
        .bind(payment.book_id)
        .bind(payment.owner.kind())
        .bind(payment.owner.id())
        .bind(&payment.connection_id)
        .bind(payment.source.word())
        .bind(&payment.source_id)
        .bind(&payment.stripe_payment_intent)
        .bind(&payment.stripe_charge)
        .bind(&payment.stripe_invoice)
        .bind(&payment.stripe_balance_transaction)
        .bind(payment.currency.code())
        .bind(payment.amount_minor)
        .bind(payment.tax_minor)
        .bind(payment.discount_minor)
        .bind(payment.granted)
        .bind(payment.state.word())
        .bind(&payment.reason)
        .bind(payment.paid_at.map(Timestamp::micros))
        .bind(payment.created_at.micros())
        .bind(payment.undivided.minor)
        .bind(payment.undivided.parts)
        .bind(payment.undivided.returned)
        .bind(payment.undivided.breakage)
        .execute(c)
        .await
        .map(drop))
    .failed("storing a payment")
}

/// Writes a payment whose row is locked.
pub(crate) async fn update_payment(
    db: &mut Connection<'_>,
    payment: &Payment,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPDATE)
        .bind(&payment.id)
        .bind(&payment.stripe_payment_intent)
        .bind(&payment.stripe_charge)
        .bind(&payment.stripe_invoice)
        .bind(&payment.stripe_balance_transaction)
        .bind(payment.amount_minor)
        .bind(payment.tax_minor)
        .bind(payment.discount_minor)
        .bind(payment.granted)
        .bind(payment.state.word())
        .bind(&payment.reason)
        .bind(payment.paid_at.map(Timestamp::micros))
        .bind(now.micros())
        .bind(payment.reversal.refunded_minor)
        .bind(payment.reversal.withdrawn_minor)
        .bind(payment.reversal.clawed_back)
        .bind(payment.reversal.frozen)
        .bind(payment.reversal.settle_n)
        .bind(i16::from(payment.reversal.is_waiting_for_holds))
        .bind(payment.reversal.fraud_warning.map(FraudState::word))
        .bind(payment.undivided.minor)
        .bind(payment.undivided.parts)
        .bind(payment.undivided.returned)
        .bind(payment.undivided.breakage)
        .execute(c)
        .await
        .map(drop))
    .failed("changing a payment")
}

/// Records the lots that a payment has bought.
pub(crate) async fn link_lots(
    db: &mut Connection<'_>,
    payment_id: &str,
    lots: &[GrantedLot],
) -> Result<(), Failure> {
    for portion in padded(lots, 3) {
        let text = portion.insert(db, LINK_LOTS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (lot, there) in portion.rows() {
                query = query
                    .bind(there.some(payment_id))
                    .bind(lot.lot_id)
                    .bind(lot.credits);
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing the lots of a payment")?;
    }
    Ok(())
}

/// A checkout whose payment is not recorded.
pub(in crate::billing::payments) struct NamedCheckout {
    /// Its session; none while the answer of the call that made the session is missing.
    pub(in crate::billing::payments) session_id: Option<String>,
}

/// Finds a checkout at one connection.
pub(in crate::billing::payments) async fn find_checkout(
    db: &mut Connection<'_>,
    connection_id: &str,
    checkout_id: &str,
) -> Result<Option<NamedCheckout>, Failure> {
    let found: Option<Option<String>> = on_engine!(db, |c| sqlx::query_scalar(SESSION_OF_CHECKOUT)
        .bind(connection_id)
        .bind(checkout_id)
        .fetch_optional(c)
        .await)
    .failed("finding the checkout of a payment")?;
    Ok(found.map(|session_id| NamedCheckout { session_id }))
}

/// Returns the website of a book; none for the platform's.
pub(in crate::billing::payments) async fn website_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Option<String>, Failure> {
    let found: Option<Option<String>> = on_engine!(db, |c| sqlx::query_scalar(WEBSITE_OF_BOOK)
        .bind(book_id)
        .fetch_optional(c)
        .await)
    .failed("reading the website of a book")?;
    Ok(found.flatten())
}

/// Returns true if refunds or disputes of an intent are known, or may have come since. An application after the fee was
/// recorded has another cause, such as a refund that has failed at once and left no trace at its charge.
pub(in crate::billing::payments) async fn can_have_reversals(
    db: &mut Connection<'_>,
    connection_id: &str,
    payment_intent: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(CAN_HAVE_REVERSALS)
        .bind(connection_id)
        .bind(payment_intent)
        .fetch_one(c)
        .await)
    .failed("finding refunds of a payment")?;
    Ok(count > 0)
}

/// Returns the payment intent of a payment.
pub(crate) async fn intent_of(
    db: &mut Connection<'_>,
    payment_id: &str,
) -> Result<Option<String>, Failure> {
    let found: Option<Option<String>> = on_engine!(db, |c| sqlx::query_scalar(INTENT_OF)
        .bind(payment_id)
        .fetch_optional(c)
        .await)
    .failed("finding the payment intent of a payment")?;
    Ok(found.flatten())
}

/// Returns the id at Stripe of a subscription.
pub(in crate::billing::payments) async fn stripe_id_of_subscription(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(STRIPE_ID_OF_SUBSCRIPTION)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("finding the subscription of a payment")
}

//! Pages of payments in the order of the journal, each with the sums of its transactions.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::currency::{Currency, Money};
use crate::billing::revenue::payment_line::{MovedMoney, PaymentLine, PaymentPosition};

// A row for each currency in which transactions of the payment have moved money.
const PAYMENTS: &str = "\
    WITH page AS ( \
        SELECT t.id, t.booked_at, t.payment_id FROM money_txn t \
        WHERE t.book_id = $1 AND t.booked_at >= $2 AND t.booked_at <= $4 AND (t.booked_at > $2 OR t.id > $3) AND t.kind = 'payment' \
        ORDER BY t.booked_at, t.id LIMIT $5) \
    SELECT page.id AS transaction_id, page.booked_at, p.id AS payment_id, p.source, p.source_id, p.stripe_payment_intent, \
        p.stripe_invoice, CASE WHEN p.owner_kind = 'customer' THEN p.owner_id END AS customer_id, p.currency, p.amount_minor, \
        p.tax_minor, p.discount_minor, e.currency AS moved_currency, \
        CAST(SUM(CASE WHEN e.account = 'stripe' AND m.kind IN ('refund', 'refund_undo') THEN -e.amount ELSE 0 END) AS BIGINT) \
            AS refunded, \
        CAST(SUM(CASE WHEN e.account = 'stripe' AND m.kind = 'dispute' THEN -e.amount ELSE 0 END) AS BIGINT) AS disputed, \
        CAST(SUM(CASE WHEN e.account = 'fees' THEN e.amount ELSE 0 END) AS BIGINT) AS fees, \
        CAST(SUM(CASE WHEN e.account = 'stripe' THEN e.amount ELSE 0 END) AS BIGINT) AS balance \
    FROM page CROSS JOIN payment p CROSS JOIN money_txn m CROSS JOIN money_entry e \
    WHERE p.id = page.payment_id AND m.payment_id = p.id AND e.txn_id = m.id \
    GROUP BY page.id, page.booked_at, p.id, e.currency ORDER BY page.booked_at, page.id, e.currency";

/// Limits of a page.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::revenue) struct PaymentFilter {
    /// The book.
    pub(in crate::billing::revenue) book_id: i64,
    /// The position of the last payment before the page.
    pub(in crate::billing::revenue) after: PaymentPosition,
    /// The last time of the page.
    pub(in crate::billing::revenue) until: Timestamp,
}

#[derive(sqlx::FromRow)]
struct PaymentRow {
    transaction_id: i64,
    booked_at: i64,
    payment_id: String,
    source: String,
    source_id: String,
    stripe_payment_intent: Option<String>,
    stripe_invoice: Option<String>,
    customer_id: Option<String>,
    currency: String,
    amount_minor: i64,
    tax_minor: i64,
    discount_minor: i64,
    moved_currency: String,
    refunded: i64,
    disputed: i64,
    fees: i64,
    balance: i64,
}

impl PaymentRow {
    fn moved(&self) -> Result<MovedMoney, Failure> {
        Ok(MovedMoney {
            currency: read_currency(&self.moved_currency)?,
            refunded: self.refunded,
            disputed: self.disputed,
            fees: self.fees,
            balance: self.balance,
        })
    }

    /// Returns the line without the money that was moved.
    fn into_line(self) -> Result<PaymentLine, Failure> {
        let currency = read_currency(&self.currency)?;
        let money = |minor| Money { currency, minor };
        // The payment of a subscription is named by the subscription and the invoice, with a colon between them.
        let source_id = self.source_id.split(':').next().unwrap_or_default();
        Ok(PaymentLine {
            position: PaymentPosition {
                booked_at: Timestamp::from_micros(self.booked_at),
                transaction_id: self.transaction_id,
            },
            payment_id: self.payment_id,
            source: self.source,
            source_id: source_id.to_owned(),
            customer_id: self.customer_id,
            gross: money(self.amount_minor),
            discount: money(self.discount_minor),
            tax: money(self.tax_minor),
            refunded: money(0),
            disputed: money(0),
            fee: money(0),
            net: money(0),
            stripe_payment_intent: self.stripe_payment_intent,
            stripe_invoice: self.stripe_invoice,
        })
    }
}

fn read_currency(code: &str) -> Result<Currency, Failure> {
    Currency::parse(code)
        .ok_or_else(|| Failure::defect("a payment or an entry of money has an unknown currency"))
}

/// Reads a page of the payments of a book, the earliest first.
pub(in crate::billing::revenue) async fn list_payments(
    db: &mut Connection<'_>,
    filter: PaymentFilter,
    limit: i64,
) -> Result<Vec<PaymentLine>, Failure> {
    let rows: Vec<PaymentRow> = on_engine!(db, |c| sqlx::query_as(PAYMENTS)
        .bind(filter.book_id)
        .bind(filter.after.booked_at.micros())
        .bind(filter.after.transaction_id)
        .bind(filter.until.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading payments for bookkeeping")?;
    let mut lines: Vec<PaymentLine> = Vec::new();
    for row in rows {
        let moved = row.moved()?;
        match lines.last_mut() {
            Some(line) if line.position.transaction_id == row.transaction_id => {
                line.take_over(moved);
            }
            Some(_) | None => {
                let mut line = row.into_line()?;
                line.take_over(moved);
                lines.push(line);
            }
        }
    }
    Ok(lines)
}

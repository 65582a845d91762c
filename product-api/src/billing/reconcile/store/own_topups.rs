//! Reads of our records of invoices of automatic top-ups.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use super::own_subscriptions::InvoiceRow;
use crate::billing::reconcile::own_records::RecordedInvoice;

// An attempt whose invoice is not known yet gets the one that names it.
const INVOICE: &str = "\
    SELECT t.book_id, p.state, p.reason, p.amount_minor, p.currency, CAST(NULL AS BIGINT) AS linked_at \
    FROM topup_attempt t LEFT JOIN payment p ON p.connection_id = t.connection_id AND p.source = 'topup' AND p.source_id = t.id \
    WHERE t.id = $2 AND t.connection_id = $1 AND (t.stripe_invoice IS NULL OR t.stripe_invoice = $3)";

/// An invoice at Stripe, and the attempt that it names.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::reconcile) struct TopUpKey<'a> {
    pub(in crate::billing::reconcile) connection_id: &'a str,
    pub(in crate::billing::reconcile) topup: &'a str,
    pub(in crate::billing::reconcile) invoice: &'a str,
}

/// Finds our records of an invoice of a top-up; `None` if the attempt is not ours, or has another invoice.
pub(in crate::billing::reconcile) async fn find_topup(
    db: &mut Connection<'_>,
    key: TopUpKey<'_>,
) -> Result<Option<RecordedInvoice>, Failure> {
    let row: Option<InvoiceRow> = on_engine!(db, |c| sqlx::query_as(INVOICE)
        .bind(key.connection_id)
        .bind(key.topup)
        .bind(key.invoice)
        .fetch_optional(c)
        .await)
    .failed("reading the payment of a top-up")?;
    row.map(RecordedInvoice::try_from).transpose()
}

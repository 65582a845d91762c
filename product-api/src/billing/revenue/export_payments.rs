//! Reads all payments of a period in batches, for a file.

use std::sync::Arc;

use foundation::Failure;

use super::accounting_period::AccountingPeriod;
use super::payment_line::{PaymentLine, PaymentPosition};
use super::store::{self, PaymentFilter};
use crate::app::App;

/// Payments of one batch. The memory of an export does not depend on the length of its period.
const BATCH: i64 = 500;

/// An export in progress.
pub(super) struct PaymentExport {
    app: Arc<App>,
    /// The limits of the next batch; none after the last one.
    next: Option<PaymentFilter>,
}

impl PaymentExport {
    /// Begins an export; a website that has sold nothing has no book, and an empty file.
    pub(super) fn new(app: &Arc<App>, book_id: Option<i64>, period: AccountingPeriod) -> Self {
        let filter = |book_id| PaymentFilter {
            book_id,
            after: PaymentPosition {
                booked_at: period.from.first_moment(),
                transaction_id: i64::MIN,
            },
            until: period.to.last_moment(),
        };
        Self {
            app: Arc::clone(app),
            next: book_id.map(filter),
        }
    }

    /// Returns the next payments, the earliest first; none after the last one.
    pub(super) async fn next_lines(&mut self) -> Result<Option<Vec<PaymentLine>>, Failure> {
        let Some(filter) = self.next.take() else {
            return Ok(None);
        };
        let mut reader = self.app.database.reader().await?;
        let lines = store::list_payments(&mut reader.connection(), filter, BATCH).await?;
        self.next = lines.last().map(|last| PaymentFilter {
            after: last.position,
            ..filter
        });
        Ok((!lines.is_empty()).then_some(lines))
    }
}

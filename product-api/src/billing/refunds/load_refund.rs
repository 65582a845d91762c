//! Loads a refund by its id, and its payment as responses show it.

use foundation::Failure;

use crate::app::App;
use crate::billing::payments::{PaymentDetail, Refund, find_payment_of_website, find_refund};
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// A refund with its payment.
pub(super) struct CreatedRefund {
    pub(super) refund: Refund,
    pub(super) payment: PaymentDetail,
    /// True if an earlier request with the key has made it.
    pub(super) is_replayed: bool,
}

/// Loads a refund that this request or sweep has found before; fails as a defect if it is absent.
pub(super) async fn load(app: &App, id: &str) -> Result<Refund, Failure> {
    let mut reader = app.database.reader().await?;
    let found = find_refund(&mut reader.connection(), id).await?;
    found.ok_or_else(|| Failure::defect("a refund was begun and is not there"))
}

/// Adds the payment to a refund.
pub(super) async fn with_payment(
    app: &App,
    access: &SiteAccess,
    refund: Refund,
    is_replayed: bool,
) -> Result<CreatedRefund, Problem> {
    let payment = find_payment_of_website(app, access, &refund.payment_id).await?;
    Ok(CreatedRefund {
        refund,
        payment,
        is_replayed,
    })
}

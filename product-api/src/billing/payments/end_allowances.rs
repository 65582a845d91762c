//! Ends the allowances of a payment: the money of those that are never granted is breakage.

use foundation::{Connection, Failure};

use super::payment::Payment;
use super::store;
use crate::app::App;
use crate::billing::journal::{UngrantedMoney, record_ungranted};

/// Ends the allowances of a payment, if some of them are still to be granted. Locks the payment's row. A second call changes nothing.
pub(crate) async fn end_allowances(
    app: &App,
    db: &mut Connection<'_>,
    payment_id: &str,
) -> Result<(), Failure> {
    let payment = store::lock_payment(db, payment_id).await?;
    let Some(mut payment) = payment.filter(|payment| payment.undivided.parts > 0) else {
        return Ok(());
    };
    recognize_breakage(app, db, &mut payment).await?;
    store::update_payment(db, &payment, app.clock.now()).await
}

/// Ends the allowances of a payment, and records the deferred money of those that were not granted as breakage. The caller has
/// locked the payment's row, and writes the payment.
pub(crate) async fn recognize_breakage(
    app: &App,
    db: &mut Connection<'_>,
    payment: &mut Payment,
) -> Result<(), Failure> {
    let amount_minor = payment.undivided.end_parts();
    let money = UngrantedMoney {
        payment_id: &payment.id,
        n: payment.reversal.settle_n,
        currency: payment.currency,
        amount_minor,
    };
    record_ungranted(app, db, payment.book_id, &money).await
}

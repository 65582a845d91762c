//! Records the money of allowances that are never granted, because the paid period has ended early: it is breakage.

use foundation::{Connection, Failure};

use super::legs::earning_legs;
use super::money_transaction::{MoneyTransaction, MoneyTransactionKind};
use super::record::record_at;
use crate::app::App;
use crate::billing::currency::Currency;

/// Money of a payment's allowances that are never granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UngrantedMoney<'a> {
    /// The payment.
    pub(crate) payment_id: &'a str,
    /// The number of settlements of the payment before; a second record with the number is an error.
    pub(crate) n: i64,
    /// The currency of the payment.
    pub(crate) currency: Currency,
    /// The amount without taxes, in minor units.
    pub(crate) amount_minor: i64,
}

/// Records that a website does not owe the allowances of this money any more, although the money did not go back.
pub(crate) async fn record_ungranted(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    money: &UngrantedMoney<'_>,
) -> Result<(), Failure> {
    let key = format!("ungranted:{}:{}", money.payment_id, money.n);
    let entries = earning_legs(money.currency, 0, money.amount_minor);
    let (kind, payment) = (MoneyTransactionKind::Earning, Some(money.payment_id));
    let transaction = MoneyTransaction::new(book_id, key, kind, payment, &entries);
    record_at(app, db, transaction, app.clock.now()).await
}

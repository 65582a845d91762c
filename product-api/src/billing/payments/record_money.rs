//! Records the money of a payment in the journal, and the cost of the lots that it bought.

use foundation::{Connection, Failure};

use super::payment::Payment;
use crate::app::App;
use crate::billing::journal::{
    LotCost, MoneyTransaction, MoneyTransactionKind, add_lot_costs, payment_legs, record,
    split_cost,
};
use crate::credits::GrantedLot;

/// Records the money of a payment.
pub(crate) async fn record_money(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
) -> Result<(), Failure> {
    let entries = payment_legs(payment.currency, payment.amount_minor, payment.tax_minor);
    let key = format!("pay:{}", payment.id);
    let kind = MoneyTransactionKind::Payment;
    let id = Some(payment.id.as_str());
    // A purchase with a full discount moves no money.
    if let Some(transaction) = MoneyTransaction::new(payment.book_id, key, kind, id, &entries) {
        record(app, db, &transaction).await?;
    }
    Ok(())
}

/// Divides a cost among lots: each has the part of it that its credits have of all.
pub(crate) async fn divide_cost(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    lots: &[GrantedLot],
    cost_minor: i64,
) -> Result<(), Failure> {
    let credits: Vec<i64> = lots.iter().map(|lot| lot.credits).collect();
    let costs = split_cost(cost_minor, &credits);
    let costs: Vec<LotCost> = lots
        .iter()
        .zip(costs)
        .map(|(lot, cost_minor)| LotCost {
            lot_id: lot.lot_id,
            cost_minor,
        })
        .collect();
    add_lot_costs(app, db, payment.book_id, payment.currency, &costs).await
}

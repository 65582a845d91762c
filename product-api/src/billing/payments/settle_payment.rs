//! Settles a payment: takes credits back, gives them back and freezes them, as its refunds and disputes require (`levels`).

use foundation::{Connection, Failure};

use super::dispute::Dispute;
use super::end_allowances::recognize_breakage;
use super::levels::{FreezeRules, Levels, ReversedMoney, refunded_minor};
use super::note_reversals::wallet_of;
use super::payment::{FraudState, Payment, PaymentState};
use super::record_reversals::record_reversals;
use super::refund::Refund;
use super::store;
use crate::app::App;
use crate::billing::connections::{BookBilling, Shortfall, settings_of_book};
use crate::billing::journal::{restore_cost, return_cost};
use crate::billing::marks::{MarkedObject, ObjectKind, mark};
use crate::credits::{
    PurchaseCredits, freeze_within, give_back_within, left_in_lots, take_back_within,
};

/// The refunds and disputes of a payment, as their rows are.
pub(super) struct PaymentReversals {
    pub(super) refunds: Vec<Refund>,
    pub(super) disputes: Vec<Dispute>,
}

impl PaymentReversals {
    pub(super) async fn load(db: &mut Connection<'_>, payment_id: &str) -> Result<Self, Failure> {
        Ok(Self {
            refunds: store::refunds_of(db, payment_id).await?,
            disputes: store::disputes_of(db, payment_id).await?,
        })
    }

    /// Returns true if a bank has decided a dispute for the buyer.
    fn is_lost(&self) -> bool {
        self.disputes.iter().any(|dispute| dispute.lost_minor() > 0)
    }
}

/// Brings the credits and the money journal of a payment to the state of its refunds and disputes, and writes the payment. A
/// second call changes nothing. The caller has locked the payment's row, and marks the transaction with
/// [`crate::credits::Ledger::mark_in_flight`]. Locks the wallets of the payment's credits.
pub(crate) async fn settle_payment(
    app: &App,
    db: &mut Connection<'_>,
    payment: &mut Payment,
) -> Result<(), Failure> {
    let mut reversals = PaymentReversals::load(db, &payment.id).await?;
    let before = payment.reversal;
    payment.reversal.refunded_minor = refunded_minor(&reversals.refunds);
    let withdrawn = reversals.disputes.iter();
    payment.reversal.withdrawn_minor = withdrawn.map(|one| one.withdrawn_minor).sum();
    if payment.state == PaymentState::Paid {
        let settings = settings_of_book(db, payment.book_id).await?;
        let plan = CreditPlan::new(payment, &reversals, &settings);
        let cost_minor = move_cost(app, db, payment, plan).await?;
        record_reversals(app, db, payment, &mut reversals, cost_minor).await?;
        if payment.undivided.parts == 0 {
            recognize_breakage(app, db, payment).await?;
        }
    }
    store::update_payment(db, payment, app.clock.now()).await?;
    let after = payment.reversal;
    let is_moved = after.refunded_minor != before.refunded_minor
        || after.withdrawn_minor != before.withdrawn_minor;
    if reversals.is_lost() || is_moved {
        mark_subscription(app, db, payment).await?;
    }
    Ok(())
}

/// Marks the subscription of a payment: money that went back in full ends its paid period, and a lost dispute may end it.
async fn mark_subscription(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
) -> Result<(), Failure> {
    let Some(id) = payment.subscription_id() else {
        return Ok(());
    };
    let stripe_id = store::stripe_id_of_subscription(db, id).await?;
    let Some(object_id) = &stripe_id else {
        return Ok(());
    };
    let object = MarkedObject {
        connection_id: &payment.connection_id,
        kind: ObjectKind::Subscription,
        object_id,
    };
    mark(db, object, None, app.clock.now()).await
}

/// The levels to which the credits of a payment are to move, with the money and the rule behind them.
#[derive(Clone, Copy, Debug)]
struct CreditPlan {
    back: i64,
    levels: Levels,
    shortfall: Shortfall,
}

impl CreditPlan {
    fn new(payment: &Payment, reversals: &PaymentReversals, settings: &BookBilling) -> Self {
        let rules = FreezeRules {
            is_frozen_by_inquiries: settings.is_frozen_by_inquiries,
            is_warned: payment.reversal.fraud_warning == Some(FraudState::Actionable),
        };
        let disputes = &reversals.disputes;
        let money = ReversedMoney::sum(
            payment.amount_minor,
            payment.granted,
            &reversals.refunds,
            disputes,
            rules,
        );
        // Used credits of money that a bank has taken back always become debt.
        Self {
            back: money.back,
            levels: money.levels(),
            shortfall: if reversals.is_lost() {
                Shortfall::Debt
            } else {
                settings.shortfall
            },
        }
    }
}

/// Moves the credits of a payment, and the money of those that are not granted yet. Returns the deferred money that went back, in
/// minor units; below zero if money came again.
async fn move_cost(
    app: &App,
    db: &mut Connection<'_>,
    payment: &mut Payment,
    plan: CreditPlan,
) -> Result<i64, Failure> {
    let settle_n = payment.reversal.settle_n;
    let cost = move_credits(app, db, payment, plan).await?;
    let undivided = &mut payment.undivided;
    let moved = undivided.follow_back(plan.back, payment.amount_minor);
    if moved != 0 {
        payment.reversal.settle_n = settle_n.saturating_add(1);
    }
    Ok(cost.saturating_add(moved))
}

/// Moves the credits of a payment to their levels. Returns the cost of unused credits that were taken back, in minor units;
/// below zero for credits that were given back.
async fn move_credits(
    app: &App,
    db: &mut Connection<'_>,
    payment: &mut Payment,
    plan: CreditPlan,
) -> Result<i64, Failure> {
    let (reference, wallet) = (payment.id.clone(), wallet_of(payment));
    let lots = store::lot_ids(db, &reference).await?;
    let credits = PurchaseCredits {
        wallet: &wallet,
        lots: &lots,
        reference: &reference,
    };
    let reversal = &mut payment.reversal;
    let difference = plan.levels.target.saturating_sub(reversal.clawed_back);
    let (mut cost, mut is_waiting) = (0, false);
    if difference > 0 {
        let taken = take_back_within(app, db, &credits, difference, plan.shortfall).await?;
        cost = return_cost(db, &taken.from_lots).await?;
        reversal.clawed_back = reversal.clawed_back.saturating_add(taken.taken);
        is_waiting = taken.pinned > 0;
    } else if difference < 0 {
        let given = difference.saturating_neg();
        give_back_within(app, db, &wallet, &reference, given).await?;
        cost = restore_cost(db, &lots, given).await?.saturating_neg();
        reversal.clawed_back = plan.levels.target;
    }
    if plan.levels.frozen > 0 || reversal.frozen > 0 {
        let wanted = plan.levels.frozen;
        reversal.frozen = freeze_within(app, db, &credits, wanted).await?;
        let is_short = reversal.frozen < wanted;
        is_waiting |= is_short && left_in_lots(db, &lots).await?.pinned > 0;
    }
    if difference != 0 {
        reversal.settle_n = reversal.settle_n.saturating_add(1);
    }
    reversal.is_waiting_for_holds = is_waiting;
    Ok(cost)
}

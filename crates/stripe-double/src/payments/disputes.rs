//! Disputes: inquiries and chargebacks with their money, from the first notice to the last appeal.

use serde_json::{Value, json};

use super::balance::{BalanceEntry, book};
use super::warnings::settle_warnings;
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

const DAY: i64 = 86_400;
/// Days to respond to a chargeback or an appeal, and to an inquiry.
const CHARGEBACK_DAYS: i64 = 7;
const INQUIRY_DAYS: i64 = 20;
/// Fee of a chargeback in minor units.
const FEE: i64 = 2_000;

/// A dispute that a buyer's bank opens.
#[derive(Clone, Debug)]
pub(crate) struct DisputeOpening {
    /// Minor units; what was not refunded if it is missing.
    pub(crate) amount: Option<i64>,
    /// Reason such as `fraudulent`.
    pub(crate) reason: String,
    pub(crate) is_inquiry: bool,
}

/// A step of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DisputeAction {
    /// The owner sends the evidence.
    Respond,
    /// The bank decides for the owner.
    Win,
    /// The bank decides for the buyer.
    Lose,
    /// The owner may appeal against a lost dispute.
    Appeal,
    /// An inquiry becomes a chargeback.
    Escalate,
    /// An inquiry ends without a chargeback.
    CloseInquiry,
    /// The network settles the chargeback by a refund before the bank decides.
    Prevent,
}

/// Movement of money with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Funds {
    Stay,
    Withdrawn,
    Reinstated,
}

/// Opens a dispute about a charge.
pub(crate) fn open_dispute(
    scope: &mut AccountScope<'_>,
    charge_id: &str,
    opening: &DisputeOpening,
) -> Result<Value, StripeError> {
    let charge = scope.get(ObjectKind::Charge, charge_id)?.clone();
    let left = charge.number("amount") - charge.number("amount_refunded");
    let amount = opening.amount.unwrap_or(left);
    if !charge.is_true("paid") || charge.is_true("disputed") || !(1..=left).contains(&amount) {
        let message = format!("Charge {charge_id} cannot be disputed for {amount}.");
        return Err(StripeError::invalid(message));
    }
    let (status, days) = if opening.is_inquiry {
        ("warning_needs_response", INQUIRY_DAYS)
    } else {
        ("needs_response", CHARGEBACK_DAYS)
    };
    let id = scope.new_id(ObjectKind::Dispute)?;
    let due_by = scope.now.saturating_add(days * DAY);
    let mut dispute = filled(
        "dispute",
        json!({
            "id": id,
            "amount": amount,
            "charge": charge_id,
            "created": scope.now,
            "currency": charge.text("currency"),
            "is_charge_refundable": opening.is_inquiry,
            "livemode": scope.data.is_live,
            "payment_intent": charge.member("payment_intent"),
            "payment_method_details": {
                "card": {
                    "brand": charge.member("payment_method_details.card.brand"),
                    "case_type": if opening.is_inquiry { "inquiry" } else { "chargeback" },
                    "network": charge.member("payment_method_details.card.brand"),
                    "network_reason_code": "10.4",
                },
                "type": "card",
            },
            "reason": opening.reason,
            "status": status,
        }),
    );
    dispute.put("evidence_details.due_by", due_by);
    scope.insert(ObjectKind::Dispute, dispute.clone());
    scope.change(ObjectKind::Charge, charge_id, |charge| {
        charge.put("disputed", true);
    })?;
    scope.schedule(due_by, TaskKind::EndDisputeDeadline, &id);
    events::emit(scope, "charge.dispute.created", &dispute)?;
    settle_warnings(scope, charge_id)?;
    if !opening.is_inquiry {
        dispute = move_funds(scope, &id, Funds::Withdrawn)?;
    }
    Ok(dispute)
}

/// Does a step of a dispute; 400 if its status does not allow the step.
pub(crate) fn act_on_dispute(
    scope: &mut AccountScope<'_>,
    id: &str,
    action: DisputeAction,
) -> Result<Value, StripeError> {
    let before = scope.get(ObjectKind::Dispute, id)?.clone();
    let status = before.text("status");
    let Some((next, funds)) = next_status(status, action) else {
        let message = format!("This dispute is already {status}; the step is not possible.");
        return Err(StripeError::invalid(message));
    };
    let is_closed = ["won", "lost", "warning_closed", "prevented"].contains(&next);
    let has_deadline = ["needs_response", "appeal_needs_response"].contains(&next);
    let due_by = scope.now.saturating_add(CHARGEBACK_DAYS * DAY);
    let after = scope.change(ObjectKind::Dispute, id, |dispute| {
        dispute.put("status", next);
        if action == DisputeAction::Respond {
            let submitted = dispute.number("evidence_details.submission_count") + 1;
            dispute.put("evidence_details.submission_count", submitted);
            dispute.put("evidence_details.has_evidence", true);
        }
        if action == DisputeAction::Escalate {
            dispute.put("is_charge_refundable", false);
            dispute.put("payment_method_details.card.case_type", "chargeback");
        }
        if has_deadline {
            dispute.put("evidence_details.due_by", due_by);
        }
    })?;
    if has_deadline {
        scope.schedule(due_by, TaskKind::EndDisputeDeadline, id);
    }
    events::emit_change(scope, "charge.dispute.updated", &before, &after)?;
    let after = move_funds(scope, id, funds)?;
    if is_closed {
        events::emit(scope, "charge.dispute.closed", &after)?;
    }
    Ok(after)
}

/// Returns the status after a step, and the movement of money; `None` for a step that is not possible.
fn next_status(status: &str, action: DisputeAction) -> Option<(&'static str, Funds)> {
    let next = match (action, status) {
        (DisputeAction::Respond, "needs_response") => ("under_review", Funds::Stay),
        (DisputeAction::Respond, "warning_needs_response") => ("warning_under_review", Funds::Stay),
        (DisputeAction::Respond, "appeal_needs_response") => ("appeal_under_review", Funds::Stay),
        (
            DisputeAction::Win,
            "needs_response" | "under_review" | "appeal_needs_response" | "appeal_under_review",
        ) => ("won", Funds::Reinstated),
        (
            DisputeAction::Lose,
            "needs_response" | "under_review" | "appeal_needs_response" | "appeal_under_review",
        ) => ("lost", Funds::Stay),
        (DisputeAction::Appeal, "lost") => ("appeal_needs_response", Funds::Stay),
        (DisputeAction::Escalate, "warning_needs_response" | "warning_under_review") => {
            ("needs_response", Funds::Withdrawn)
        }
        (DisputeAction::CloseInquiry, "warning_needs_response" | "warning_under_review") => {
            ("warning_closed", Funds::Stay)
        }
        (DisputeAction::Prevent, "needs_response" | "under_review") => ("prevented", Funds::Stay),
        _ => return None,
    };
    Some(next)
}

fn move_funds(scope: &mut AccountScope<'_>, id: &str, funds: Funds) -> Result<Value, StripeError> {
    let dispute = scope.get(ObjectKind::Dispute, id)?.clone();
    let amount = dispute.number("amount");
    let (amount, fee_fixed, category, event_type) = match funds {
        Funds::Stay => return Ok(dispute),
        Funds::Withdrawn => (-amount, FEE, "dispute", "charge.dispute.funds_withdrawn"),
        Funds::Reinstated => (
            amount,
            0,
            "dispute_reversal",
            "charge.dispute.funds_reinstated",
        ),
    };
    let transaction = book(
        scope,
        BalanceEntry {
            entry_type: "adjustment",
            category,
            source: id,
            currency: dispute.text("currency"),
            amount,
            fee_basis_points: 0,
            fee_fixed,
        },
    )?;
    let mut transactions = dispute.items("balance_transactions").to_vec();
    transactions.push(transaction);
    let after = scope.change(ObjectKind::Dispute, id, |dispute| {
        dispute.put("balance_transactions", transactions);
    })?;
    events::emit(scope, event_type, &after)?;
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_of_a_dispute_depends_on_its_status() {
        use DisputeAction::{Appeal, CloseInquiry, Escalate, Lose, Prevent, Respond, Win};
        let rows = [
            (
                "needs_response",
                Respond,
                Some(("under_review", Funds::Stay)),
            ),
            ("needs_response", Win, Some(("won", Funds::Reinstated))),
            ("under_review", Lose, Some(("lost", Funds::Stay))),
            ("under_review", Prevent, Some(("prevented", Funds::Stay))),
            ("lost", Appeal, Some(("appeal_needs_response", Funds::Stay))),
            (
                "appeal_needs_response",
                Respond,
                Some(("appeal_under_review", Funds::Stay)),
            ),
            ("appeal_under_review", Win, Some(("won", Funds::Reinstated))),
            ("appeal_under_review", Lose, Some(("lost", Funds::Stay))),
            (
                "warning_needs_response",
                Respond,
                Some(("warning_under_review", Funds::Stay)),
            ),
            (
                "warning_under_review",
                CloseInquiry,
                Some(("warning_closed", Funds::Stay)),
            ),
            (
                "warning_needs_response",
                Escalate,
                Some(("needs_response", Funds::Withdrawn)),
            ),
            ("won", Lose, None),
            ("won", Appeal, None),
            ("lost", Win, None),
            ("warning_needs_response", Win, None),
            ("warning_closed", Escalate, None),
        ];
        for (status, action, expected) in rows {
            assert_eq!(next_status(status, action), expected, "{status} {action:?}");
        }
    }
}

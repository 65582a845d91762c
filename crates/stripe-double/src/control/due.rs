//! Tasks that are due by the double's clock.

use crate::billing::{
    end_canceled, end_period, end_phase, expire_incomplete, expire_update, finalize_due,
    resume_collection, retry, warn_of_trial_end,
};
use crate::error::StripeError;
use crate::payments::{
    DisputeAction, DisputeOpening, act_on_dispute, end_delayed_payment, end_refund, expire_session,
    open_dispute, warn_of_fraud,
};
use crate::state::{
    AccountScope, DoubleState, Members, ModeData, ObjectKind, RequestOrigin, ScheduledTask,
    TaskKind, Tools,
};

/// Runs the due tasks of all accounts, each at its own time and oldest first. Returns true if there were any.
pub(crate) fn run_due(state: &mut DoubleState, tools: &Tools) -> Result<bool, StripeError> {
    let now = state.now(&tools.clock).seconds();
    let mut has_run = false;
    for data in state.modes.values_mut() {
        while let Some(task) = take_due(data, now) {
            has_run = true;
            let mut scope = AccountScope::new(data, tools, task.at, RequestOrigin::default());
            run(&mut scope, &task)?;
        }
    }
    Ok(has_run)
}

fn take_due(data: &mut ModeData, now: i64) -> Option<ScheduledTask> {
    let tasks = data.tasks.iter().enumerate();
    let due = tasks.filter(|(_, task)| task.at <= now);
    let (index, _) = due.min_by_key(|(_, task)| task.at)?;
    Some(data.tasks.remove(index))
}

fn run(scope: &mut AccountScope<'_>, task: &ScheduledTask) -> Result<(), StripeError> {
    let id = task.id.as_str();
    match task.kind {
        TaskKind::ExpireSession => expire_session(scope, id).map(|_session| ()),
        TaskKind::SucceedPayment => end_delayed_payment(scope, id, true),
        TaskKind::FailPayment => end_delayed_payment(scope, id, false),
        TaskKind::OpenDispute => open_if_possible(scope, id, false),
        TaskKind::OpenInquiry => open_if_possible(scope, id, true),
        TaskKind::WarnOfFraud => warn_of_fraud(scope, id).map(|_warning| ()),
        TaskKind::EndDisputeDeadline => end_deadline(scope, id),
        TaskKind::SucceedRefund => end_refund(scope, id, true),
        TaskKind::FailRefund => end_refund(scope, id, false),
        TaskKind::FinalizeInvoice => finalize_due(scope, id),
        TaskKind::RetryInvoice => retry(scope, id),
        TaskKind::EndPeriod => end_period(scope, id),
        TaskKind::CancelSubscription => end_canceled(scope, id),
        TaskKind::WarnOfTrialEnd => warn_of_trial_end(scope, id),
        TaskKind::ExpireIncomplete => expire_incomplete(scope, id),
        TaskKind::ExpireUpdate => expire_update(scope, id),
        TaskKind::EndPhase => end_phase(scope, id),
        TaskKind::ResumeCollection => resume_collection(scope, id),
    }
}

/// Opens the dispute of a test card, unless the charge was refunded or disputed.
fn open_if_possible(
    scope: &mut AccountScope<'_>,
    charge: &str,
    is_inquiry: bool,
) -> Result<(), StripeError> {
    let found = scope.get(ObjectKind::Charge, charge)?;
    if found.is_true("refunded") || found.is_true("disputed") {
        return Ok(());
    }
    let opening = DisputeOpening {
        amount: None,
        reason: "fraudulent".to_owned(),
        is_inquiry,
    };
    open_dispute(scope, charge, &opening).map(|_dispute| ())
}

/// Ends a dispute without a response in time: a chargeback is lost, an inquiry is closed.
fn end_deadline(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let dispute = scope.get(ObjectKind::Dispute, id)?;
    let is_past = dispute.number("evidence_details.due_by") <= scope.now;
    let action = match dispute.text("status") {
        "needs_response" | "appeal_needs_response" if is_past => DisputeAction::Lose,
        "warning_needs_response" if is_past => DisputeAction::CloseInquiry,
        _ => return Ok(()),
    };
    scope.change(ObjectKind::Dispute, id, |dispute| {
        dispute.put("evidence_details.past_due", true);
    })?;
    act_on_dispute(scope, id, action).map(|_dispute| ())
}

//! A model of a payment at Stripe: its refunds, its dispute, and the bank's warning of fraud.

use foundation::testing::SeededRng;

use crate::billing::payments::{
    ChargeFacts, DisputeFacts, FraudState, IntentFacts, RefundFacts, RefundState, ReversalFacts,
    WarningFacts,
};

/// Maximum number of refunds of a payment.
const MAX_REFUNDS: usize = 4;

/// A dispute at Stripe.
#[derive(Clone, Copy, Debug)]
struct MadeDispute {
    amount: i64,
    withdrawn: i64,
    status: &'static str,
}

impl MadeDispute {
    /// Returns a new dispute or inquiry over at most `left`.
    fn open(left: i64, rng: &mut SeededRng) -> Option<Self> {
        if left <= 0 {
            return None;
        }
        let amount = if rng.one_in(2) {
            left
        } else {
            rng.between(1, left)
        };
        let is_inquiry = rng.one_in(3);
        let (withdrawn, status) = if is_inquiry {
            (0, "warning_needs_response")
        } else {
            (amount, "needs_response")
        };
        Some(Self {
            amount,
            withdrawn,
            status,
        })
    }
}

/// A payment at Stripe, at one of its moments.
#[derive(Clone, Debug, Default)]
pub(in crate::billing) struct StripeMoney {
    /// The amount that was paid, in minor units.
    amount: i64,
    refunds: Vec<(i64, RefundState)>,
    dispute: Option<MadeDispute>,
    warning: Option<FraudState>,
}

/// The levels that follow from the money of a payment, by the rule of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing) struct ExpectedLevels {
    pub(in crate::billing) refunded: i64,
    pub(in crate::billing) withdrawn: i64,
    /// The money that disputes have withdrawn and no bank has decided about.
    pub(in crate::billing) disputed: i64,
    pub(in crate::billing) target: i64,
    pub(in crate::billing) frozen: i64,
}

/// The next statuses of a dispute with a status; an appeal may follow a loss.
fn next_statuses(status: &str) -> &'static [&'static str] {
    match status {
        "warning_needs_response" => &["warning_under_review", "warning_closed", "needs_response"],
        "warning_under_review" => &["warning_closed", "needs_response"],
        "needs_response" => &["under_review", "lost", "won", "prevented"],
        "under_review" | "appeal_under_review" => &["lost", "won"],
        "lost" => &["appeal_needs_response"],
        "appeal_needs_response" => &["appeal_under_review", "lost", "won"],
        _ => &[],
    }
}

impl StripeMoney {
    /// Returns a payment without refunds and disputes.
    pub(in crate::billing) fn new(amount: i64) -> Self {
        Self {
            amount,
            ..Self::default()
        }
    }

    /// Returns the moments of a payment one after the other, of which the first has no refund and no dispute.
    pub(super) fn moments(amount: i64, rng: &mut SeededRng) -> Vec<Self> {
        let mut moments = vec![Self::new(amount)];
        for _ in 0..rng.below(6) {
            let mut next = moments.last().cloned().unwrap_or_default();
            next.step(rng);
            moments.push(next);
        }
        moments
    }

    /// Performs one action of the owner, the buyer or a bank.
    pub(in crate::billing) fn step(&mut self, rng: &mut SeededRng) {
        match rng.below(6) {
            0 | 1 => self.refund(rng),
            2 => self.end_refund(rng),
            3 | 4 => self.dispute(rng),
            _ => {
                let is_quiet = self.dispute.is_none() && self.left() == self.amount;
                if is_quiet && self.warning.is_none() {
                    self.warning = Some(FraudState::Actionable);
                }
            }
        }
        if self.warning.is_some() && (self.dispute.is_some() || self.left() == 0) {
            self.warning = Some(FraudState::Closed);
        }
    }

    /// Returns the money that was not refunded.
    fn left(&self) -> i64 {
        let counted = self.refunds.iter().filter(|(_, state)| state.is_counted());
        self.amount - counted.map(|(amount, _)| amount).sum::<i64>()
    }

    fn refund(&mut self, rng: &mut SeededRng) {
        let is_charged_back = self.dispute.is_some_and(|dispute| {
            !dispute.status.starts_with("warning_") && dispute.status != "won"
        });
        let left = self.left();
        if left == 0 || is_charged_back || self.refunds.len() == MAX_REFUNDS {
            return;
        }
        let amount = if rng.one_in(3) {
            left
        } else {
            rng.between(1, left)
        };
        let state = rng.pick(&[
            RefundState::Pending,
            RefundState::Succeeded,
            RefundState::RequiresAction,
        ]);
        self.refunds.push((amount, state));
    }

    fn end_refund(&mut self, rng: &mut SeededRng) {
        if self.refunds.is_empty() {
            return;
        }
        let index = rng.below(self.refunds.len());
        let (_, state) = &mut self.refunds[index];
        if state.is_counted() {
            *state = rng.pick(&[
                RefundState::Failed,
                RefundState::Canceled,
                RefundState::Succeeded,
            ]);
        }
    }

    fn dispute(&mut self, rng: &mut SeededRng) {
        let left = self.left();
        let Some(dispute) = &mut self.dispute else {
            self.dispute = MadeDispute::open(left, rng);
            return;
        };
        let next = next_statuses(dispute.status);
        if next.is_empty() {
            return;
        }
        dispute.status = rng.pick(next);
        // A refund after the inquiry has left less to withdraw.
        dispute.withdrawn = match dispute.status {
            "won" => 0,
            status if status.starts_with("warning_") => 0,
            _ if dispute.withdrawn > 0 => dispute.withdrawn,
            _ => dispute.amount.min(left),
        };
    }

    /// Returns the intent of a sale at this moment. The name of the sale is a part of its ids at Stripe; the intent of a checkout
    /// names the checkout.
    pub(in crate::billing) fn intent(&self, name: &str, checkout: Option<&str>) -> IntentFacts {
        let refunds = self.refunds.iter().enumerate();
        let is_reversed = !self.refunds.is_empty() || self.dispute.is_some();
        let reversals = ReversalFacts {
            refunds: refunds
                .map(|(index, (amount, state))| RefundFacts {
                    stripe_id: format!("re_{name}_{index}"),
                    named: None,
                    amount_minor: *amount,
                    state: *state,
                    reason: None,
                    failure: None,
                    created_at: None,
                })
                .collect(),
            disputes: self.dispute.iter().map(|one| facts(one, name)).collect(),
            movements: Vec::new(),
        };
        let metadata = checkout.map_or_else(
            || serde_json::json!({}),
            |checkout| serde_json::json!({ "tollgate_checkout": checkout }),
        );
        let intent = serde_json::json!({"id": format!("pi_{name}"), "metadata": metadata});
        IntentFacts {
            intent: serde_json::from_value(intent).unwrap(),
            charge: ChargeFacts {
                payment_intent: Some(format!("pi_{name}")),
                charge: Some(format!("ch_{name}")),
                balance: None,
                is_reversed,
            },
            reversals: is_reversed.then_some(reversals),
        }
    }

    /// Returns the warning of a sale at this moment.
    pub(in crate::billing) fn warning(&self, name: &str) -> Option<WarningFacts> {
        self.warning.map(|state| WarningFacts {
            intent: format!("pi_{name}"),
            state,
        })
    }

    /// Returns true if all of the money went back.
    pub(in crate::billing) fn is_back(&self) -> bool {
        self.back() >= self.amount
    }

    /// Returns the money that went back: refunds, and what banks or networks have decided for the buyer.
    pub(in crate::billing) fn back(&self) -> i64 {
        let decided = self
            .dispute
            .filter(|dispute| ["lost", "prevented"].contains(&dispute.status));
        self.amount - self.left() + decided.map_or(0, |dispute| dispute.withdrawn)
    }

    /// Returns true if a bank has decided for the buyer.
    pub(in crate::billing) fn is_lost(&self) -> bool {
        self.dispute.is_some_and(|dispute| dispute.status == "lost")
    }

    /// Returns the levels of a sale that has granted this many credits.
    pub(in crate::billing) fn expected(&self, granted: i64) -> ExpectedLevels {
        let amount = self.amount;
        let refunded = amount - self.left();
        let (status, withdrawn) = match self.dispute {
            Some(dispute) => (dispute.status, dispute.withdrawn),
            None => ("", 0),
        };
        let is_lost = ["lost", "prevented"].contains(&status);
        let lost = if is_lost { withdrawn } else { 0 };
        let is_warned = self.warning == Some(FraudState::Actionable);
        let doubtful = if is_warned { amount } else { withdrawn - lost };
        let back = refunded + lost;
        let share = |part: i64| (granted * part.clamp(0, amount)).div_euclid(amount);
        ExpectedLevels {
            refunded,
            withdrawn,
            disputed: withdrawn - lost,
            target: share(back),
            frozen: share(doubtful.min(amount - back)),
        }
    }
}

fn facts(dispute: &MadeDispute, name: &str) -> DisputeFacts {
    DisputeFacts {
        stripe_id: format!("du_{name}"),
        status: dispute.status.to_owned(),
        amount_minor: dispute.amount,
        withdrawn_minor: dispute.withdrawn,
        reason: None,
        due_by: None,
        opened_at: None,
        is_refundable: false,
    }
}

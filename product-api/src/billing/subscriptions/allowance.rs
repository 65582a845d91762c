//! Allowances: the credits of a subscription for one span of time, each granted once.

use foundation::Timestamp;

use super::period::Period;
use crate::billing::catalog::SoldPlan;

/// The kind of an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum AllowanceKind {
    /// The credits of a paid period, or of a month in it.
    Paid,
    /// The credits of the trial.
    Trial,
    /// The further credits of a change within a period.
    Change,
}

impl AllowanceKind {
    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Trial => "trial",
            Self::Change => "change",
        }
    }
}

/// An allowance to be granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewAllowance {
    /// The kind.
    pub(super) kind: AllowanceKind,
    /// The span for which it is.
    pub(super) period: Period,
    /// The invoice of a change, or the code of the feature on which alone the credits can be spent; else empty.
    pub(super) reference: String,
    /// The key of that feature.
    pub(super) feature_id: Option<i64>,
    /// The number of pieces that was paid. The subscription may have another one by now.
    pub(super) quantity: i64,
    /// The credits of all pieces.
    pub(super) credits: i64,
}

impl NewAllowance {
    /// Returns the key of the grant in the ledger.
    pub(super) fn op_key(&self, subscription_id: &str) -> String {
        let Self {
            kind, reference, ..
        } = self;
        let start = self.period.start.seconds();
        match kind {
            AllowanceKind::Trial => format!("trial:{subscription_id}"),
            AllowanceKind::Change => format!("change:{subscription_id}:{reference}"),
            AllowanceKind::Paid if reference.is_empty() => {
                format!("allowance:{subscription_id}:{start}")
            }
            AllowanceKind::Paid => format!("allowance:{subscription_id}:{start}:{reference}"),
        }
    }
}

/// Returns the allowances of one span: the credits for any use, and those of single features.
pub(super) fn allowances_of_part(
    plan: &SoldPlan,
    quantity: i64,
    period: Period,
) -> Vec<NewAllowance> {
    let allowance = |reference: &str, feature_id, credits: i64| NewAllowance {
        kind: AllowanceKind::Paid,
        period,
        reference: reference.to_owned(),
        feature_id,
        quantity,
        credits: credits.saturating_mul(quantity.max(1)),
    };
    let features = plan.features.iter().filter(|feature| feature.credits > 0);
    let features = features.map(|one| allowance(&one.code, Some(one.feature_id), one.credits));
    std::iter::once(allowance("", None, plan.terms.credits))
        .chain(features)
        .collect()
}

/// Returns the allowance of a trial; `None` if it has no credits.
pub(super) fn allowance_of_trial(
    plan: &SoldPlan,
    quantity: i64,
    period: Period,
) -> Option<NewAllowance> {
    let credits = plan.terms.trial.map_or(0, |trial| trial.credits);
    (credits > 0).then(|| NewAllowance {
        kind: AllowanceKind::Trial,
        period,
        reference: String::new(),
        feature_id: None,
        quantity,
        credits,
    })
}

/// An allowance that was granted, with what is left of its lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OlderLot {
    /// The lot.
    pub(super) lot_id: i64,
    /// The start of the allowance.
    pub(super) starts_at: Timestamp,
    /// The credits that are left.
    pub(super) left: i64,
    /// The part of them that holds reserve.
    pub(super) pinned: i64,
}

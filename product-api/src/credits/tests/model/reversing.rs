//! The model of reversals: debt first, then lots in reverse order. Credits of expired lots get a new expiry.

use std::collections::BTreeMap;

use super::history::SECOND;
use super::wallet::{ModelLot, ModelRefusal, ModelTxn, ModelWallet, no, out_of_range};
use crate::credits::ledger::amount::LARGEST;

const GRACE: i64 = 30 * 86_400 * SECOND;

/// Destinations of returned credits.
#[derive(Default)]
struct ModelReversalPlan {
    /// Credits that reduce the debt.
    repaid: i64,
    /// Credits that return into their lots.
    returns: Vec<(usize, i64)>,
    /// Credits for restored lots, by feature and expiry; credits for repaid debt have no expiry.
    restored: BTreeMap<(Option<usize>, Option<i64>), i64>,
}

impl ModelWallet {
    pub(super) fn reverse(
        &mut self,
        txn: usize,
        amount: Option<i64>,
        at: i64,
    ) -> Result<usize, ModelRefusal> {
        let original = self.txns[txn].clone();
        if !["spend", "capture"].contains(&original.kind) {
            return Err(no(
                422,
                "not-reversible",
                &[("kind", original.kind.to_owned())],
            ));
        }
        let before: i64 = original.back.iter().sum();
        let left = original.amount.abs() - before;
        if left == 0 {
            return Err(no(
                409,
                "already-reversed",
                &[("reversals", format!("{:?}", original.back))],
            ));
        }
        let amount = amount.unwrap_or(left);
        if amount > left {
            return Err(no(
                422,
                "reversal-exceeds-original",
                &[("remaining", left.to_string())],
            ));
        }
        let ModelReversalPlan {
            repaid,
            returns,
            restored,
        } = self.plan_reversal(&original, (before, amount), at);
        if self.posted() + amount - repaid > LARGEST {
            return Err(out_of_range());
        }
        self.debt -= repaid;
        for (index, part) in returns {
            self.lots[index].left += part;
        }
        for ((scope, ends), part) in restored {
            self.lots.push(ModelLot {
                kind: "restored",
                priority: 50,
                amount: part,
                left: part,
                from: at,
                ends,
                scope,
                grant: None,
            });
        }
        self.txns[txn].back.push(amount);
        Ok(self.enter(ModelTxn {
            kind: "reversal",
            amount,
            at,
            reverses: Some(txn),
            ..ModelTxn::default()
        }))
    }

    /// Assigns each returned credit, after those that were returned before, to a destination.
    fn plan_reversal(
        &self,
        original: &ModelTxn,
        (before, amount): (i64, i64),
        at: i64,
    ) -> ModelReversalPlan {
        let lots = self.in_order(original.took.iter().map(|(lot, _)| *lot).collect());
        let of = |lot: usize| {
            original
                .took
                .iter()
                .find(|(one, _)| *one == lot)
                .map_or(0, |(_, part)| *part)
        };
        let way = std::iter::once((None, original.owed));
        let way = way.chain(lots.into_iter().rev().map(|lot| (Some(lot), of(lot))));
        let (mut passed, mut back) = (0, ModelReversalPlan::default());
        for (lot, length) in way {
            let from = before.max(passed);
            let part = ((before + amount).min(passed + length) - from).max(0);
            passed += length;
            let (scope, ends, part) = match lot {
                None => {
                    back.repaid = part.min(self.debt);
                    (None, None, part - back.repaid)
                }
                Some(lot) if self.lots[lot].ends.is_none_or(|ends| at < ends) => {
                    back.returns.push((lot, part));
                    continue;
                }
                Some(lot) => (self.lots[lot].scope, Some(at + GRACE), part),
            };
            if part > 0 {
                *back.restored.entry((scope, ends)).or_default() += part;
            }
        }
        back
    }
}

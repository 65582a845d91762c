//! The result of one page of a run, which is written in one transaction.

use std::collections::BTreeSet;

use super::compare_session::Difference;
use super::finding::{FindingObject, NewFinding};
use super::run::{CurrencySum, RunSums};
use crate::billing::marks::ObjectKind;

/// An object of a page that is ours.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparedObject<'a> {
    pub(super) kind: ObjectKind,
    /// The id at Stripe.
    pub(super) id: &'a str,
    pub(super) book_id: i64,
}

/// The result of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RunPage {
    /// The number of objects.
    pub(super) objects: i64,
    /// Objects that differ and are applied again.
    pub(super) repairs: BTreeSet<(ObjectKind, String)>,
    /// Objects that are applied again to find out if they have changed.
    pub(super) rechecks: BTreeSet<(ObjectKind, String)>,
    /// Differences that no repair removes.
    pub(super) findings: Vec<NewFinding>,
    /// Ids of earlier findings whose sides agree.
    pub(super) closed: Vec<String>,
    /// Payment intents whose money Stripe has.
    pub(super) seen: Vec<String>,
    /// Subscriptions at Stripe that have not ended.
    pub(super) seen_subscriptions: Vec<String>,
    pub(super) sums: RunSums,
    /// The position of the next page; none if this page was the last of its stage.
    pub(super) next: Option<String>,
}

impl RunPage {
    /// Adds the differences of an object.
    pub(super) fn add(&mut self, object: ComparedObject<'_>, differences: Vec<Difference>) {
        let key = || (object.kind, object.id.to_owned());
        for difference in differences {
            match difference {
                Difference::Repair => {
                    self.repairs.insert(key());
                }
                Difference::Recheck => {
                    self.rechecks.insert(key());
                }
                Difference::Finding(kind, ours, theirs) => self.findings.push(NewFinding {
                    kind,
                    object_kind: match object.kind {
                        ObjectKind::Session => FindingObject::Session,
                        ObjectKind::Customer => FindingObject::Customer,
                        ObjectKind::Price | ObjectKind::Product => FindingObject::Price,
                        ObjectKind::Payment => FindingObject::Payment,
                        ObjectKind::Subscription => FindingObject::Subscription,
                        ObjectKind::Invoice => FindingObject::Invoice,
                    },
                    object_id: object.id.to_owned(),
                    book_id: Some(object.book_id),
                    ours,
                    theirs,
                }),
            }
        }
    }

    /// Adds a movement to the sums of its currency.
    pub(super) fn add_sum(&mut self, currency: &str, sum: CurrencySum) {
        add_sum(&mut self.sums, currency, sum);
    }
}

/// Adds a movement to the sums of its currency.
pub(super) fn add_sum(sums: &mut RunSums, currency: &str, sum: CurrencySum) {
    let all = sums.entry(currency.to_owned()).or_default();
    all.stripe = all.stripe.saturating_add(sum.stripe);
    all.own = all.own.saturating_add(sum.own);
    all.outside = all.outside.saturating_add(sum.outside);
}

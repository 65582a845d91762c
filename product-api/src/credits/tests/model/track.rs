//! State of one running history: the sent requests, and the possible model states that explain the results so far.

use std::sync::Arc;

use super::history::History;
use super::model_ledger::ModelLedger;
use super::operations::{ModelOperation, ModelRequest};
use super::prices::Prices;
use super::sending::{Ids, Replies, Sender};
use super::wording::status_of;

#[derive(Clone)]
pub(super) struct Track {
    pub(super) sender: Sender,
    pub(super) history: History,
    pub(super) ids: Ids,
    /// Possible states of the ledger: one for each order of racing operations that explains every result.
    pub(super) ledgers: Vec<ModelLedger>,
    /// The first result that no state explains.
    pub(super) trouble: Option<String>,
    /// True if items of a batch were retried separately, so that their order is unknown and the history cannot be followed.
    pub(super) is_lost: bool,
}

impl Track {
    pub(super) fn new(sender: Sender, prices: Prices, history: History) -> Self {
        let ledgers = vec![ModelLedger::new(sender.base, prices)];
        Self {
            sender,
            history,
            ids: Ids::default(),
            ledgers,
            trouble: None,
            is_lost: false,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.trouble.is_some() || self.is_lost
    }

    /// Returns the acts of a step, without limits for customers that are not known yet.
    pub(super) fn acts(&self, step: usize) -> Vec<ModelOperation> {
        if self.is_over() {
            return Vec::new();
        }
        let is_known = |ask: &ModelRequest| match ask {
            ModelRequest::Limit { who, .. } => self.ids.customers[*who].is_some(),
            _ => true,
        };
        let acts = self.history.get(step).into_iter().flatten();
        acts.filter(|act| is_known(&act.ask)).cloned().collect()
    }

    /// Compares the results of all copies of a step's acts with the model.
    pub(super) fn judge(&mut self, acts: &[ModelOperation], replies: &[Vec<Replies>], now: i64) {
        self.is_lost |= acts.iter().zip(replies).any(|(act, copies)| {
            matches!(act.ask, ModelRequest::Batch { .. }) && copies.iter().any(|copy| copy.was_busy)
        });
        if acts.is_empty() || self.is_over() {
            return;
        }
        self.trouble = self.copies_differ(acts, replies);
        let got: Vec<&Replies> = replies.iter().map(|copies| &copies[0]).collect();
        let explains = |index: usize, outcomes: &[Arc<str>]| {
            let (shown, got) = (outcomes.iter().map(|shown| &**shown), texts(got[index]));
            // The limit is set first and the balance read later, so that a racing operation may be in between.
            let is_loose = matches!(acts[index].ask, ModelRequest::Limit { .. }) && acts.len() > 1;
            if is_loose {
                shown.map(status_of).eq(got.map(status_of))
            } else {
                shown.eq(got)
            }
        };
        let ledgers = after(&self.ledgers, acts, now, explains);
        if ledgers.is_empty() {
            let mut ledger = self.ledgers[0].clone();
            let expected: Vec<_> = acts
                .iter()
                .map(|act| ledger.respond(act.number, &act.ask, now))
                .collect();
            let got: Vec<Vec<&str>> = got.into_iter().map(|one| texts(one).collect()).collect();
            let what = format!("asked {acts:#?}\nexpected {expected:#?}\ngot {got:#?}");
            self.trouble.get_or_insert(what);
            return;
        }
        self.ledgers = ledgers;
        for (act, copies) in acts.iter().zip(replies) {
            self.remember(act, &copies[0]);
        }
    }

    /// Checks that all copies have equal results, and that at most one of them was not a replay.
    fn copies_differ(&self, acts: &[ModelOperation], replies: &[Vec<Replies>]) -> Option<String> {
        for (act, copies) in acts.iter().zip(replies) {
            if matches!(act.ask, ModelRequest::Limit { .. }) {
                continue;
            }
            if copies.iter().any(|copy| texts(copy).ne(texts(&copies[0]))) {
                return Some(format!(
                    "copies of {act:?} got different responses: {copies:#?}"
                ));
            }
            if copies.iter().any(|copy| copy.was_busy) {
                continue;
            }
            if let Some(wrong) = self.firsts_differ(act, copies) {
                return Some(wrong);
            }
        }
        None
    }

    /// Checks that exactly one copy of each new operation is the first.
    fn firsts_differ(&self, act: &ModelOperation, copies: &[Replies]) -> Option<String> {
        for (index, item) in copies[0].items.iter().enumerate() {
            let is_new = !self.ledgers[0].is_known((act.number, index));
            let expected = usize::from(is_new && item.is_replayed.is_some());
            let is_first = |copy: &&Replies| copy.items[index].is_replayed == Some(false);
            let fresh = copies.iter().filter(is_first).count();
            if fresh != expected {
                return Some(format!(
                    "{fresh} copies of {act:?}, not {expected}, say that they are the first: {copies:#?}"
                ));
            }
        }
        None
    }

    fn remember(&mut self, act: &ModelOperation, replies: &Replies) {
        for (index, item) in replies.items.iter().enumerate() {
            if item.made.customer.is_none() {
                continue;
            }
            let made = self.ids.made.entry((act.number, index));
            made.or_insert_with(|| item.made.clone());
            let who = match &act.ask {
                ModelRequest::Grant { who, .. }
                | ModelRequest::Spend { who, .. }
                | ModelRequest::Hold { who, .. } => *who,
                ModelRequest::Batch { items, .. } => items[index].0,
                _ => continue,
            };
            self.ids.customers[who].clone_from(&item.made.customer);
        }
    }
}

fn texts(replies: &Replies) -> impl Iterator<Item = &str> {
    replies.items.iter().map(|item| item.text.as_str())
}

/// Returns the states that are possible after some concurrent acts, in any order that explains all results. Equal states after
/// a set of acts are kept once, because there are many more orders.
fn after(
    ledgers: &[ModelLedger],
    acts: &[ModelOperation],
    now: i64,
    explains: impl Fn(usize, &[Arc<str>]) -> bool,
) -> Vec<ModelLedger> {
    let all = (1_usize << acts.len()) - 1;
    let mut done: Vec<Vec<ModelLedger>> = vec![Vec::new(); all + 1];
    done[0] = ledgers.to_vec();
    for set in 0..all {
        let before = std::mem::take(&mut done[set]);
        for (index, act) in acts.iter().enumerate() {
            let with = set | (1 << index);
            if with == set {
                continue;
            }
            let shown = before.iter().map(|ledger| {
                let mut ledger = ledger.clone();
                (ledger.respond(act.number, &act.ask, now), ledger)
            });
            let explained = shown.filter(|(shown, _)| explains(index, shown));
            for (_, ledger) in explained {
                put(&mut done[with], ledger);
            }
        }
    }
    done.swap_remove(all)
}

/// Adds a state unless an equal one exists.
fn put(ledgers: &mut Vec<ModelLedger>, ledger: ModelLedger) {
    if !ledgers.contains(&ledger) {
        ledgers.push(ledger);
    }
}

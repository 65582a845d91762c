//! One history under way: what of it was sent, and which of its possible worlds explain the answers so far.

use super::asked::{Act, Ask};
use super::history::History;
use super::house::House;
use super::sending::{Ids, Replies, Sender};

#[derive(Clone)]
pub(super) struct Track {
    pub(super) sender: Sender,
    pub(super) history: History,
    pub(super) ids: Ids,
    /// What the ledger may look like: one for each order of racing operations that explains every answer.
    pub(super) houses: Vec<House>,
    /// The first answer that nothing explains.
    pub(super) trouble: Option<String>,
    /// The items of a batch had to come again in an order of their own, so that nothing can be told any more.
    pub(super) is_lost: bool,
}

impl Track {
    pub(super) fn new(sender: Sender, history: History) -> Self {
        let houses = vec![House::of(sender.base)];
        Self {
            sender,
            history,
            ids: Ids::default(),
            houses,
            trouble: None,
            is_lost: false,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.trouble.is_some() || self.is_lost
    }

    /// What is sent in a step: nobody sets a limit for a customer who was not heard of yet.
    pub(super) fn acts(&self, step: usize) -> Vec<Act> {
        if self.is_over() {
            return Vec::new();
        }
        let is_known = |ask: &Ask| match ask {
            Ask::Limit { who, .. } => self.ids.customers[*who].is_some(),
            _ => true,
        };
        let acts = self.history.get(step).into_iter().flatten();
        acts.filter(|act| is_known(&act.ask)).cloned().collect()
    }

    /// Compares what the copies of each act of a step were answered with what the model says. `is_now` is false while
    /// the clock stands before an instant at which something was done: looks at balances then see the past.
    pub(super) fn judge(
        &mut self,
        acts: &[Act],
        replies: &[Vec<Replies>],
        (now, is_now): (i64, bool),
    ) {
        self.is_lost |= acts.iter().zip(replies).any(|(act, copies)| {
            matches!(act.ask, Ask::Batch { .. }) && copies.iter().any(|copy| copy.was_busy)
        });
        if acts.is_empty() || self.is_over() {
            return;
        }
        self.trouble = self.copies_differ(acts, replies);
        let got: Vec<Vec<&str>> = replies.iter().map(|copies| texts(&copies[0])).collect();
        let mut next: Vec<House> = Vec::new();
        let mut expected = None;
        let orders = orders(acts.len());
        let tries = self
            .houses
            .iter()
            .flat_map(|house| orders.iter().map(move |order| (house, order)));
        for (house, order) in tries {
            let mut house = house.clone();
            let told = in_order(&mut house, acts, order, now);
            if !explains(acts, &told, &got, is_now) {
                expected.get_or_insert(told);
            } else if !next.contains(&house) {
                next.push(house);
            }
        }
        if next.is_empty() {
            let what = format!("asked {acts:#?}\nexpected {expected:#?}\ngot {got:#?}");
            self.trouble.get_or_insert(what);
            return;
        }
        self.houses = next;
        for (act, copies) in acts.iter().zip(replies) {
            self.remember(act, &copies[0]);
        }
    }

    /// All copies have the same answer, and one of them at most was not a repeat.
    fn copies_differ(&self, acts: &[Act], replies: &[Vec<Replies>]) -> Option<String> {
        for (act, copies) in acts.iter().zip(replies) {
            let is_limit = matches!(act.ask, Ask::Limit { .. });
            if !is_limit && copies.iter().any(|copy| texts(copy) != texts(&copies[0])) {
                return Some(format!(
                    "copies of {act:?} were answered differently: {copies:#?}"
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

    /// Of each thing that was not known before, one copy is the first.
    fn firsts_differ(&self, act: &Act, copies: &[Replies]) -> Option<String> {
        for (place, item) in copies[0].items.iter().enumerate() {
            let is_new = !self.houses[0].is_known((act.number, place));
            let expected = usize::from(is_new && item.is_replayed.is_some());
            let is_first = |copy: &&Replies| copy.items[place].is_replayed == Some(false);
            let fresh = copies.iter().filter(is_first).count();
            if fresh != expected {
                return Some(format!(
                    "{fresh} copies of {act:?}, not {expected}, say that they are the first: {copies:#?}"
                ));
            }
        }
        None
    }

    fn remember(&mut self, act: &Act, replies: &Replies) {
        for (place, item) in replies.items.iter().enumerate() {
            if item.customer.is_none() {
                continue;
            }
            self.ids
                .made
                .entry((act.number, place))
                .or_insert_with(|| (item.txn.clone(), item.hold.clone()));
            let who = match &act.ask {
                Ask::Grant { who, .. } | Ask::Spend { who, .. } | Ask::Hold { who, .. } => *who,
                Ask::Batch { items, .. } => items[place].0,
                _ => continue,
            };
            self.ids.customers[who].clone_from(&item.customer);
        }
    }
}

fn texts(replies: &Replies) -> Vec<&str> {
    replies
        .items
        .iter()
        .map(|item| item.text.as_str())
        .collect()
}

/// What each act is told when they come in this order.
fn in_order(house: &mut House, acts: &[Act], order: &[usize], now: i64) -> Vec<Vec<String>> {
    let mut told = vec![Vec::new(); acts.len()];
    for place in order {
        let act = &acts[*place];
        told[*place] = house.answer(act.number, &act.ask, now);
    }
    told
}

fn explains(acts: &[Act], told: &[Vec<String>], got: &[Vec<&str>], is_now: bool) -> bool {
    acts.iter().zip(told).zip(got).all(|((act, told), got)| {
        // A limit is set, and then the balance is looked at: what raced with it may have come between.
        if matches!(act.ask, Ask::Limit { .. }) && (acts.len() > 1 || !is_now) {
            return told[0].get(..3) == got[0].get(..3);
        }
        told.iter().eq(got.iter())
    })
}

/// All orders of up to three things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for order in orders(count - 1) {
        for place in 0..count {
            let mut longer = order.clone();
            longer.insert(place, count - 1);
            all.push(longer);
        }
    }
    all
}

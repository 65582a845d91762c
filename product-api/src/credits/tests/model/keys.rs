//! The model of idempotency keys and of batches: results of first requests and of retries.

use std::sync::Arc;

use super::model_ledger::ModelLedger;
use super::operations::{CustomerName, ModelRequest, Price};
use super::wallet::no;

/// The request of a key, and its result.
pub(super) type StoredKey = (ModelRequest, Arc<str>);

impl ModelLedger {
    /// Returns the results of an act at a time: one, or one per item of a batch.
    pub(super) fn respond(&mut self, number: usize, ask: &ModelRequest, now: i64) -> Vec<Arc<str>> {
        match ask {
            ModelRequest::Batch {
                items,
                all_or_none: false,
            } => {
                let items = items.iter().enumerate();
                items
                    .map(|(index, item)| self.keyed((number, index), &one(*item), now))
                    .collect()
            }
            ModelRequest::Batch {
                items,
                all_or_none: true,
            } => self.together(number, items, now),
            _ => vec![self.keyed((number, 0), ask, now)],
        }
    }

    /// Returns the result of a key: the stored one, or that of executing the request now.
    fn keyed(&mut self, name: CustomerName, ask: &ModelRequest, now: i64) -> Arc<str> {
        if let Some(known) = self.known(name, ask) {
            return known;
        }
        let done = self.act(name, ask, now);
        // Results of invalid requests, and of requests without a key, are not stored.
        let is_kept = !matches!(ask, ModelRequest::Limit { .. })
            && done
                .as_ref()
                .map_or_else(|no| !no.starts_with("400"), |_| true);
        let response: Arc<str> = done.unwrap_or_else(|refused| refused).into();
        if is_kept {
            self.stored
                .insert(name, (ask.clone(), Arc::clone(&response)));
        }
        response
    }

    /// Returns true if a key was used before.
    pub(super) fn is_known(&self, name: CustomerName) -> bool {
        self.stored.contains_key(&name)
    }

    fn known(&self, name: CustomerName, ask: &ModelRequest) -> Option<Arc<str>> {
        if matches!(ask, ModelRequest::Limit { .. }) {
            return None;
        }
        let (query, response) = self.stored.get(&name)?;
        if query == ask {
            return Some(Arc::clone(response));
        }
        Some(no(422, "idempotency-key-reused", &[]).into())
    }

    /// Executes an atomic batch.
    fn together(&mut self, number: usize, items: &[(usize, i64)], now: i64) -> Vec<Arc<str>> {
        let numbered = items.iter().enumerate();
        let known: Vec<Option<Arc<str>>> = numbered
            .map(|(index, item)| self.known((number, index), &one(*item)))
            .collect();
        let is_refused = |response: &Arc<str>| !response.starts_with("200");
        if let Some(index) = known
            .iter()
            .position(|one| one.as_ref().is_some_and(is_refused))
        {
            return stopped_by(index, known);
        }
        let mut after = self.clone();
        let mut shown = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let response = after.keyed((number, index), &one(*item), now);
            if is_refused(&response) {
                let mut all = stopped_by(index, known);
                all[index] = response;
                return all;
            }
            shown.push(response);
        }
        *self = after;
        shown
    }
}

/// Returns the results of a batch that one item aborted; items that were known before keep their results.
fn stopped_by(index: usize, known: Vec<Option<Arc<str>>>) -> Vec<Arc<str>> {
    let stopped = || no(424, "batch-aborted", &[("refused_item", index.to_string())]);
    let known = known.into_iter();
    known
        .map(|known| known.unwrap_or_else(|| stopped().into()))
        .collect()
}

/// Returns a batch item as a single request.
pub(super) fn one((who, amount): (usize, i64)) -> ModelRequest {
    ModelRequest::Spend {
        who,
        price: Price::Plain(amount),
    }
}

//! What was sent, and what is known of it: written down before it leaves.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::sync::watch;

use super::shop::{Answer, Caller};

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) path: String,
    /// Its key; none for a batch.
    pub(crate) key: Option<String>,
    /// The keys of a batch.
    pub(crate) items: Vec<String>,
    pub(crate) body: Value,
    /// What it was answered, once it is settled.
    pub(crate) answer: Option<Answer>,
}

impl Sent {
    /// Everything that is done once for it.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &String> {
        self.key.iter().chain(&self.items)
    }

    /// Sends it to one of the servers.
    pub(crate) async fn send(&self, caller: &Caller) -> Result<Answer, reqwest::Error> {
        caller
            .post(&self.path, self.key.as_deref(), &self.body)
            .await
    }

    /// The keys that were answered with a transaction, and with none; what was refused and kept counts as none. Of a batch
    /// that was stopped nothing is kept but what was done before.
    pub(crate) fn outcome(&self) -> (Vec<String>, Vec<String>) {
        let Some(answer) = &self.answer else {
            return Default::default();
        };
        let told = answer.json();
        if let Some(key) = &self.key {
            let is_booked = told["transaction"].is_object();
            return if is_booked {
                (vec![key.clone()], Vec::new())
            } else {
                (Vec::new(), vec![key.clone()])
            };
        }
        let results = told["results"].as_array().unwrap();
        let done = self
            .items
            .iter()
            .zip(results)
            .filter(|(_, result)| result["status"] == 200);
        (done.map(|(key, _)| key.clone()).collect(), Vec::new())
    }
}

/// All that was sent, and how many of it were acknowledged so far.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    sent: Arc<Mutex<Vec<Sent>>>,
    acknowledged: watch::Sender<usize>,
}

impl Journal {
    pub(crate) fn new() -> Self {
        Self {
            sent: Arc::default(),
            acknowledged: watch::Sender::new(0),
        }
    }

    /// Writes down what is about to be sent.
    pub(crate) fn write(&self, sent: Sent) -> usize {
        let mut all = self.sent.lock().unwrap();
        all.push(sent);
        all.len() - 1
    }

    /// Writes down what it was answered.
    pub(crate) fn acknowledge(&self, place: usize, answer: &Answer) {
        self.sent.lock().unwrap()[place].answer = Some(answer.clone());
        self.acknowledged.send_modify(|count| *count += 1);
    }

    /// How many were acknowledged.
    pub(crate) fn count(&self) -> usize {
        *self.acknowledged.borrow()
    }

    /// Waits until so many were acknowledged.
    pub(crate) async fn reaches(&self, count: usize) {
        let mut acknowledged = self.acknowledged.subscribe();
        acknowledged
            .wait_for(|so_far| *so_far >= count)
            .await
            .unwrap();
    }

    /// A copy of all.
    pub(crate) fn all(&self) -> Vec<Sent> {
        self.sent.lock().unwrap().clone()
    }

    /// Every key that was sent.
    pub(crate) fn keys(&self) -> BTreeSet<String> {
        self.all()
            .iter()
            .flat_map(|sent| sent.keys().cloned().collect::<Vec<_>>())
            .collect()
    }

    /// The keys that are known to be booked, and those that are known to be answered otherwise.
    pub(crate) fn known(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let (mut booked, mut others) = (BTreeSet::new(), BTreeSet::new());
        for sent in self.all() {
            let (with, without) = sent.outcome();
            booked.extend(with);
            others.extend(without);
        }
        (booked, others)
    }

    /// What the answers say that each customer's transactions come to, by our id of the customer.
    pub(crate) fn sums(&self) -> BTreeMap<String, i64> {
        let mut sums = BTreeMap::new();
        for sent in self.all() {
            let Some(answer) = &sent.answer else { continue };
            let told = answer.json();
            let results: Vec<Value> = match told["results"].as_array() {
                Some(results) => results
                    .iter()
                    .map(|result| result["answer"].clone())
                    .collect(),
                None => vec![told],
            };
            for transaction in results
                .iter()
                .map(|result| &result["transaction"])
                .filter(|one| one.is_object())
            {
                let whose = transaction["customer_id"].as_str().unwrap().to_owned();
                *sums.entry(whose).or_default() += transaction["amount"].as_i64().unwrap();
            }
        }
        sums
    }
}

//! Clients that move credits of a few customers, all kinds of operations mixed, until they are told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foundation::testing::Dice;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::journal::{Journal, Sent};
use super::shop::{Answer, Caller};

/// How long whoever is told to come again, or finds nobody, waits.
const PAUSE: Duration = Duration::from_millis(20);
/// How often somebody comes again: for minutes, because a machine may be busy.
const TRIES: usize = 6_000;
/// Customers that all clients share.
const CUSTOMERS: usize = 6;

/// What is told to all clients.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn now(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_now(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// One client: what it has made and may use.
pub(crate) struct Client {
    name: String,
    /// The servers that it may ask.
    callers: Vec<Caller>,
    dice: Dice,
    sent: usize,
    holds: Vec<String>,
    spends: Vec<String>,
    grants: Vec<String>,
}

impl Client {
    pub(crate) fn new(name: String, callers: Vec<Caller>, seed: u64) -> Self {
        Self {
            name,
            callers,
            dice: Dice::of(seed),
            sent: 0,
            holds: Vec::new(),
            spends: Vec::new(),
            grants: Vec::new(),
        }
    }

    /// Sends until it is told to stop. What is lost or told to come again is settled later, by its key.
    pub(crate) async fn run(mut self, journal: Journal, stop: Stop) -> Self {
        while !stop.is_now() {
            let sent = self.next(&journal);
            let place = journal.write(sent.clone());
            let caller = self.dice.below(self.callers.len());
            match sent.send(&self.callers[caller]).await {
                Ok(answer) if answer.is_final() => {
                    journal.acknowledge(place, &answer);
                    self.remember(&answer);
                }
                Ok(_) | Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
        self
    }

    /// Sends so many requests, each until it has an answer; every answer that was seen on the way.
    pub(crate) async fn insist(mut self, journal: Journal, requests: usize) -> Vec<Answer> {
        let mut seen = Vec::new();
        for _ in 0..requests {
            let sent = self.next(&journal);
            let place = journal.write(sent.clone());
            let answer = self.until_final(&sent, &mut seen).await;
            journal.acknowledge(place, &answer);
            self.remember(&answer);
        }
        seen
    }

    /// Sends a request to one server or another until it has an answer that stays.
    async fn until_final(&mut self, sent: &Sent, seen: &mut Vec<Answer>) -> Answer {
        for _ in 0..TRIES {
            let answers = self.ask(sent).await;
            seen.extend(answers.clone());
            let mut finals = answers.into_iter().filter(Answer::is_final);
            if let Some(answer) = finals.next() {
                let told = (answer.status, &answer.body);
                assert!(finals.all(|other| told == (other.status, &other.body)));
                return answer;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("{sent:?} got no answer that stays");
    }

    /// Asks one of the servers; who is in doubt whether it was heard asks all of them at once.
    async fn ask(&mut self, sent: &Sent) -> Vec<Answer> {
        let first = self.dice.below(self.callers.len());
        // A whole batch that is stopped may be done the next time, so that only single operations are sure to be twins.
        let is_in_doubt = sent.key.is_some() && self.dice.one_in(4);
        let asked = if is_in_doubt {
            self.callers.as_slice()
        } else {
            &self.callers[first..=first]
        };
        let answers = join_all(asked.iter().map(|caller| sent.send(caller))).await;
        answers.into_iter().map(Result::unwrap).collect()
    }

    fn remember(&mut self, answer: &Answer) {
        let told = answer.json();
        let id_if = |what: &str, member: &str, value: &str| {
            let is_so = told[what][member] == value;
            told[what]["id"].as_str().filter(|_| is_so)
        };
        let hold = id_if("hold", "state", "open").map(ToOwned::to_owned);
        self.holds.extend(hold);
        for (kind, made) in [("spend", &mut self.spends), ("grant", &mut self.grants)] {
            made.extend(id_if("transaction", "kind", kind).map(ToOwned::to_owned));
        }
    }

    fn next(&mut self, journal: &Journal) -> Sent {
        let key = format!("{}{}-{}", journal.name, self.name, self.sent);
        self.sent += 1;
        let (path, body) = match self.dice.below(100) {
            0..=19 => self.grant("promo"),
            20..=54 => self.spend(),
            55..=69 => {
                // Some run out by themselves while something is killed.
                let ttl = if self.dice.one_in(4) { 1 } else { 3600 };
                let body = self.body(&json!({"ttl_seconds": ttl}), 9);
                ("/v1/holds".to_owned(), body)
            }
            70..=79 => self.of_hold(),
            80..=87 => self.of_spend(),
            _ => return self.batch(&key),
        };
        Sent {
            path,
            key: Some(key),
            items: Vec::new(),
            body,
            answer: None,
        }
    }

    fn customer(&mut self) -> Value {
        json!({"external_id": format!("c{}", self.dice.below(CUSTOMERS))})
    }

    fn body(&mut self, more: &Value, most: i64) -> Value {
        let mut body = json!({"customer": self.customer(), "amount": self.dice.between(1, most)});
        let members = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(members);
        body
    }

    fn grant(&mut self, kind: &str) -> (String, Value) {
        (
            "/v1/grants".to_owned(),
            self.body(&json!({"kind": kind}), 60),
        )
    }

    fn spend(&mut self) -> (String, Value) {
        ("/v1/spends".to_owned(), self.body(&json!({}), 9))
    }

    fn of_hold(&mut self) -> (String, Value) {
        let Some(hold) = self.holds.pop() else {
            return self.spend();
        };
        let (what, body) = match self.dice.below(6) {
            0 | 1 => ("void", json!({})),
            2 => ("extend", json!({"ttl_seconds": 7200})),
            3 => ("capture", json!({"amount": 1, "final": false})),
            _ => ("capture", json!({})),
        };
        (format!("/v1/holds/{hold}/{what}"), body)
    }

    fn of_spend(&mut self) -> (String, Value) {
        if self.dice.one_in(4)
            && let Some(grant) = self.grants.pop()
        {
            return (format!("/v1/grants/{grant}/void"), json!({}));
        }
        let Some(spend) = self.spends.pop() else {
            return self.grant("purchase");
        };
        let body = if self.dice.one_in(3) {
            json!({"amount": 1})
        } else {
            json!({})
        };
        (format!("/v1/transactions/{spend}/reverse"), body)
    }

    /// A batch over several customers, in any order.
    fn batch(&mut self, key: &str) -> Sent {
        let items: Vec<String> = (0..self.dice.below(4) + 2)
            .map(|place| format!("{key}.{place}"))
            .collect();
        let spends: Vec<Value> = items
            .iter()
            .map(|key| json!({"idempotency_key": key, "spend": self.body(&json!({}), 5)}))
            .collect();
        let body = json!({"atomic": !self.dice.one_in(3), "items": spends});
        Sent {
            path: "/v1/spends:batch".to_owned(),
            key: None,
            items,
            body,
            answer: None,
        }
    }
}

/// Sends a request until it has an answer that stays.
pub(crate) async fn patiently(caller: &Caller, sent: &Sent) -> Answer {
    let mut last = None;
    for _ in 0..TRIES {
        match sent.send(caller).await {
            Ok(answer) if answer.is_final() => return answer,
            other => last = Some(other),
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("{sent:?} is not settled: {last:?}");
}

/// Runs everything at once and waits for all.
pub(crate) async fn crowd<T: Send + 'static>(
    work: impl Iterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let mut running = JoinSet::new();
    for one in work {
        running.spawn(one);
    }
    running.join_all().await
}

//! Requests to the ledger.

use std::cell::Cell;
use std::rc::Rc;

use serde_json::json;

use crate::load::Scenario;
use crate::request::{get, post};

/// The customer with the hot account.
pub(super) const ONE: &str = "one@example.com";
/// Number of spends in a batch.
pub(super) const BATCH: usize = 100;
/// Number of keys that are repeated.
const KEYS: usize = 512;
/// Distance between successive customers in a scattered order. It shares no divisor with the number of any
/// measurement's customers, so that all are used.
const STEP: usize = 617;

/// The customers with the threshold of a top-up, or as many without one.
#[derive(Clone, Copy)]
pub(super) enum CustomerHalf {
    /// Customers with an even number.
    WithThreshold,
    /// Customers with an odd number.
    WithoutThreshold,
}

impl CustomerHalf {
    /// Returns the number of a customer by its index among those of its half.
    const fn number(self, index: usize) -> usize {
        match self {
            Self::WithThreshold => 2 * index,
            Self::WithoutThreshold => 2 * index + 1,
        }
    }
}

/// Requests of a website.
#[derive(Clone)]
pub(super) struct RequestFactory {
    key: String,
    customers: usize,
}

impl RequestFactory {
    /// Creates the requests of a website with an API key and this many customers, in addition to the hot one.
    pub(super) fn new(key: &str, customers: usize) -> Self {
        Self {
            key: key.to_owned(),
            customers,
        }
    }

    /// Credits for every customer, once.
    pub(super) fn grants(&self, amount: i64) -> Scenario {
        let (requests, given) = (self.clone(), Rc::new(Cell::new(0)));
        Scenario::limited("grants", "", move |_| {
            let number = given.get();
            given.set(number + 1);
            let body = json!({"customer": {"email": customer(number)}, "amount": amount, "kind": "promo", "reason": "Welcome"});
            let key = format!("grant-{number}");
            (number < requests.customers)
                .then(|| requests.post("/v1/grants", &key, &body.to_string()))
        })
    }

    /// Grants of a few credits for one customer: one lot each.
    pub(super) fn lots_of(&self, email: &'static str, lots: usize) -> Scenario {
        let (requests, given) = (self.clone(), Rc::new(Cell::new(0)));
        Scenario::limited("lots", "", move |_| {
            let number = given.get();
            given.set(number + 1);
            let body = json!({"customer": {"email": email}, "amount": 20, "kind": "promo"});
            let key = format!("lot-{number}");
            (number < lots).then(|| requests.post("/v1/grants", &key, &body.to_string()))
        })
    }

    /// Spends of the hot customer.
    pub(super) fn spends_of_one(&self, name: &'static str) -> Scenario {
        self.spends_of(name, ONE)
    }

    /// Spends of one customer.
    pub(super) fn spends_of(&self, name: &'static str, email: &'static str) -> Scenario {
        let requests = self.clone();
        Scenario::numbered(name, move |number| {
            requests.post("/v1/spends", &format!("one-{number}"), &spend(email))
        })
    }

    /// Spends of all customers, one after the other.
    pub(super) fn spends_of_many(&self, name: &'static str) -> Scenario {
        let requests = self.clone();
        Scenario::numbered(name, move |number| {
            let email = customer(number % requests.customers);
            requests.post("/v1/spends", &format!("many-{number}"), &spend(&email))
        })
    }

    /// Spends of all customers in a scattered order: rows of successively created customers share pages while a book is
    /// young, and real spends do not come in that order.
    pub(super) fn spends_of_many_in_no_order(&self, name: &'static str) -> Scenario {
        let requests = self.clone();
        Scenario::numbered(name, move |number| {
            let email = customer(number * STEP % requests.customers);
            requests.post("/v1/spends", &format!("many-{number}"), &spend(&email))
        })
    }

    /// This many spends of each customer of a half, in a scattered order, until all are done.
    pub(super) fn spends_of_half(&self, half: CustomerHalf, times: usize) -> Scenario {
        let (requests, sent) = (self.clone(), Rc::new(Cell::new(0)));
        let customers = self.customers.div_euclid(2);
        Scenario::limited("spends of a half", "", move |unique| {
            let number = sent.get();
            sent.set(number + 1);
            let email = customer(half.number((number * STEP).rem_euclid(customers)));
            let key = format!("half-{unique}");
            (number < customers * times).then(|| requests.post("/v1/spends", &key, &spend(&email)))
        })
    }

    /// Spends that were all done before.
    pub(super) fn repeated(&self, name: &'static str) -> Scenario {
        let requests = self.clone();
        Scenario::numbered(name, move |number| {
            requests.post(
                "/v1/spends",
                &format!("again-{}", number % KEYS),
                &spend(ONE),
            )
        })
    }

    /// First use of each key that is repeated.
    pub(super) fn first(&self) -> Scenario {
        let (requests, sent) = (self.clone(), Rc::new(Cell::new(0)));
        Scenario::limited("first", "", move |_| {
            let number = sent.get();
            sent.set(number + 1);
            let key = format!("again-{number}");
            (number < KEYS).then(|| requests.post("/v1/spends", &key, &spend(ONE)))
        })
    }

    /// Batches of spends of the hot customer.
    pub(super) fn batches_of_one(&self, name: &'static str) -> Scenario {
        let requests = self.clone();
        Scenario::numbered(name, move |number| {
            requests.batch((0..BATCH).map(|index| (format!("b1-{number}-{index}"), ONE.to_owned())))
        })
        .with_items(BATCH)
    }

    /// Batches of spends of many customers.
    pub(super) fn batches_of_many(&self, name: &'static str) -> Scenario {
        let requests = self.clone();
        Scenario::numbered(name, move |number| {
            requests.batch((0..BATCH).map(|index| {
                let email = customer((number * BATCH + index) % requests.customers);
                (format!("bm-{number}-{index}"), email)
            }))
        })
        .with_items(BATCH)
    }

    /// This many spends in batches, every second one of the hot customer, until all are done.
    pub(super) fn history(&self, spends: usize, batch: usize) -> Scenario {
        let (requests, sent) = (self.clone(), Rc::new(Cell::new(0)));
        let batches = spends.div_ceil(batch);
        Scenario::limited("history", "", move |unique| {
            let number = sent.get();
            sent.set(number + 1);
            let one = |index: usize| {
                let email = requests.in_turn(number * batch + index);
                (format!("h-{unique}-{index}"), email)
            };
            (number < batches).then(|| requests.batch((0..batch).map(one)))
        })
        .with_items(batch)
    }

    /// Returns the hot customer and another one in turn.
    fn in_turn(&self, number: usize) -> String {
        if number.is_multiple_of(2) {
            ONE.to_owned()
        } else {
            customer(number % self.customers)
        }
    }

    /// Checks if a spend would be allowed.
    pub(super) fn checks(&self, name: &'static str) -> Scenario {
        let requests = self.clone();
        Scenario::checked(name, r#""allowed":true"#, move |number| {
            let email = customer(number % requests.customers);
            let headers = format!("{}{JSON}", requests.bearer());
            post("/v1/check", &headers, &spend(&email))
        })
    }

    /// A page about the customer with the hot account: `balance`, `transactions`.
    pub(super) fn page(&self, name: &'static str, customer: &str, page: &str) -> Scenario {
        let request = get(&format!("/v1/customers/{customer}/{page}"), &self.bearer());
        Scenario::numbered(name, move |_| request.clone())
    }

    fn batch(&self, items: impl Iterator<Item = (String, String)>) -> String {
        let items = items.map(|(key, email)| {
            let spend = spend(&email);
            format!(r#"{{"idempotency_key":"{key}","spend":{spend}}}"#)
        });
        let items = items.collect::<Vec<_>>().join(",");
        let headers = format!("{}{JSON}", self.bearer());
        post(
            "/v1/spends:batch",
            &headers,
            &format!(r#"{{"items":[{items}]}}"#),
        )
    }

    fn post(&self, path: &str, key: &str, body: &str) -> String {
        let headers = format!("{}Idempotency-Key: {key}\r\n{JSON}", self.bearer());
        post(path, &headers, body)
    }

    fn bearer(&self) -> String {
        format!("Authorization: Bearer {}\r\n", self.key)
    }
}

const JSON: &str = "Content-Type: application/json\r\n";

fn customer(number: usize) -> String {
    format!("customer-{number}@example.com")
}

fn spend(email: &str) -> String {
    format!(r#"{{"customer":{{"email":"{email}"}},"amount":1}}"#)
}

//! Property test of sales: events in any order and shape, repeated or lost, leave the books that the buyers' deeds make.

use std::time::Duration;

use foundation::testing::{SeededRng, TestEngine};
use serde_json::{Value, json};
use stripe_double::{ApiVersion, DeliveryFaults, EventForm};

use super::sales::{PATH, Seller, session_of, text};
use super::stripe::{ACCOUNT, with_deliveries};
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

/// Histories of each world.
const HISTORIES: u64 = 25;
/// Maximum number of purchases of a history.
const MAX_PURCHASES: usize = 5;
/// Customers that buy; each may start 20 checkouts an hour, and a history takes more than an hour.
const CUSTOMERS: usize = 3;

/// The deed that ends a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Pays,
    ConfirmsAndPays,
    /// Pays by a method that takes minutes.
    PaysLater,
    /// Pays by such a method, and the bank refuses.
    FailsLater,
    IsDeclined,
    Leaves,
}

impl Deed {
    const ALL: [Self; 6] = [
        Self::Pays,
        Self::ConfirmsAndPays,
        Self::PaysLater,
        Self::FailsLater,
        Self::IsDeclined,
        Self::Leaves,
    ];

    /// Returns the double's test method.
    const fn method(self) -> Option<&'static str> {
        match self {
            Self::Pays => Some("pays"),
            Self::ConfirmsAndPays => Some("must_confirm"),
            Self::PaysLater => Some("delayed_success"),
            Self::FailsLater => Some("delayed_failure"),
            Self::IsDeclined => Some("declined"),
            Self::Leaves => None,
        }
    }

    /// Returns the state in which the checkout must end.
    const fn state(self) -> &'static str {
        match self {
            Self::Pays | Self::ConfirmsAndPays | Self::PaysLater => "completed",
            Self::FailsLater => "failed",
            Self::IsDeclined | Self::Leaves => "expired",
        }
    }
}

/// A purchase of a history.
#[derive(Debug)]
struct Purchase {
    customer: usize,
    quantity: i64,
    deed: Deed,
    checkout: Value,
    is_done: bool,
}

/// A world that sells, and its dice.
struct Market<'a> {
    world: &'a TestApi,
    seller: Seller,
    dice: SeededRng,
    /// Credits that each customer has bought.
    bought: [i64; CUSTOMERS],
    /// Number and sum of the payments.
    paid: (i64, i64),
}

impl Market<'_> {
    /// Lives through one history and checks the books after it.
    async fn live(&mut self) {
        let mut purchases: Vec<Purchase> = Vec::new();
        let number = 1 + self.dice.below(MAX_PURCHASES);
        while purchases.len() < number || purchases.iter().any(|purchase| !purchase.is_done) {
            self.set_faults();
            match self.dice.below(5) {
                0 => self.deliver().await,
                1 => {
                    let seconds = self.dice.between(1, 240).unsigned_abs();
                    self.world.clock.advance(Duration::from_secs(seconds));
                }
                2 if purchases.len() < number => {
                    let next = self.start().await;
                    purchases.push(next);
                }
                _ => self.act(&mut purchases),
            }
        }
        self.settle(&purchases).await;
        self.check(&purchases).await;
    }

    /// Sets how the events that follow are delivered: up to five times, in any order and shape, up to half of them lost.
    fn set_faults(&mut self) {
        let faults = DeliveryFaults {
            duplicates: u32::try_from(self.dice.below(5)).unwrap(),
            drop_one_in: self.dice.pick(&[0, 0, 2, 3]),
            delay_seconds: self.dice.between(0, 300),
            shuffle: self.dice.one_in(2),
            signature_skew_seconds: self.dice.between(-250, 250),
            form: self
                .dice
                .pick(&[None, Some(EventForm::Snapshot), Some(EventForm::Thin)]),
            version: Some(self.dice.pick(&ApiVersion::ALL)),
        };
        self.world.stripe.set_delivery_faults(&faults).unwrap();
    }

    async fn start(&mut self) -> Purchase {
        let (customer, quantity) = (self.dice.below(CUSTOMERS), self.dice.between(1, 3));
        let buyer =
            json!({"customer": {"external_id": format!("buyer-{customer}")}, "quantity": quantity});
        Purchase {
            customer,
            quantity,
            deed: self.dice.pick(&Deed::ALL),
            checkout: self.seller.started(self.world, &buyer).await,
            is_done: false,
        }
    }

    /// Does the deed of one purchase.
    fn act(&mut self, purchases: &mut [Purchase]) {
        let mut waiting: Vec<&mut Purchase> = purchases
            .iter_mut()
            .filter(|purchase| !purchase.is_done)
            .collect();
        if waiting.is_empty() {
            return;
        }
        let purchase = waiting.swap_remove(self.dice.below(waiting.len()));
        purchase.is_done = true;
        let session = session_of(&purchase.checkout);
        let Some(method) = purchase.deed.method() else {
            return;
        };
        let result = self.world.stripe.pay_session(&session, method).unwrap();
        if result == "must_confirm" {
            let confirmed = json!({"session": session, "is_confirmed": true});
            self.world
                .stripe
                .control("confirm_session", &confirmed)
                .unwrap();
        }
    }

    /// Delivers the due events, and applies the objects that they mark.
    async fn deliver(&self) {
        self.world.stripe.deliver_due().await.unwrap();
        product_api::billing::inbox::once(&self.world.app)
            .await
            .unwrap();
    }

    /// Lets the time pass in which everything ends, and finds lost events.
    async fn settle(&mut self, purchases: &[Purchase]) {
        for minutes in [6, 62, 6] {
            self.world.clock.advance(Duration::from_mins(minutes));
            self.deliver().await;
            product_api::sweep::once(&self.world.app).await.unwrap();
        }
        // The last event of a payment that takes days may be lost, and then the buyer's next look finds its end.
        for purchase in purchases {
            if self.state(purchase).await == "processing" {
                self.seller.synced(self.world, &purchase.checkout).await;
            }
        }
    }

    /// Returns the state of a checkout as it is known, without a look at Stripe.
    async fn state(&self, purchase: &Purchase) -> String {
        let path = format!("{PATH}/{}", text(&purchase.checkout["id"]));
        let found = self.world.get(&path, self.seller.test_key()).await.json();
        text(&found["state"])
    }

    async fn check(&mut self, purchases: &[Purchase]) {
        for purchase in purchases {
            let state = self.state(purchase).await;
            assert_eq!(state, purchase.deed.state(), "{purchases:#?}");
            if state == "completed" {
                self.bought[purchase.customer] += 550 * purchase.quantity;
                self.paid.0 += 1;
                self.paid.1 += 1_000 * purchase.quantity;
            }
        }
        for purchase in purchases {
            let available = self.seller.available(self.world, &purchase.checkout).await;
            let bought = self.bought[purchase.customer];
            assert_eq!(available, bought, "{purchases:#?}");
        }
        self.check_books(purchases).await;
    }

    /// Compares the books with the payments, and with the money that the double has.
    async fn check_books(&self, purchases: &[Purchase]) {
        let (number, sum) = self.paid;
        let deferred = "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'deferred'";
        let gross = "SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM payment WHERE state = 'paid'";
        let rows = [
            (
                "SELECT count(*) FROM payment WHERE state = 'paid' AND granted > 0",
                number,
            ),
            ("SELECT count(*) FROM lot", 2 * number),
            ("SELECT count(*) FROM payment_lot", 2 * number),
            (
                "SELECT count(*) FROM outbox WHERE type = 'payment.succeeded'",
                number,
            ),
            (
                "SELECT count(*) FROM money_txn WHERE kind = 'payment'",
                number,
            ),
            ("SELECT count(*) FROM money_txn WHERE kind = 'fee'", number),
            ("SELECT count(*) FROM stripe_object WHERE state = 'dead'", 0),
            (gross, sum),
            (deferred, sum),
        ];
        for (statement, expected) in rows {
            let found = self.world.count(statement).await;
            assert_eq!(found, expected, "{statement}: {purchases:#?}");
        }
        let figures = self.world.stripe.figures().unwrap();
        let charges = &figures[format!("{ACCOUNT}/test")]["charges"]["succeeded"]["eur"];
        let at_stripe = (charges["count"].as_i64(), charges["amount"].as_i64());
        assert_eq!(
            (
                at_stripe.0.unwrap_or_default(),
                at_stripe.1.unwrap_or_default()
            ),
            self.paid
        );
    }
}

/// Lives through many histories in one world.
async fn live_through_histories(world: &TestApi, seed: u64) {
    let seller = Seller::open(world).await;
    let mut market = Market {
        world,
        seller,
        dice: SeededRng::new(seed),
        bought: [0; CUSTOMERS],
        paid: (0, 0),
    };
    for _history in 0..HISTORIES {
        market.live().await;
    }
    assert_sound(world).await;
}

on_both_engines! {
    async fn deliveries_in_any_order_leave_the_same_books(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        live_through_histories(&world, 1).await;
    }

    async fn readings_of_events_leave_the_same_books(world: TestApi) {
        live_through_histories(&world, 2).await;
    }
}

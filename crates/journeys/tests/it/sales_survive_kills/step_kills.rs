//! Kills at the steps of a purchase and of what follows it.

use journeys::selling_website::{PACK_CREDITS, SaleResponse, session_of};
use journeys::stripe_server::CallOnHold;
use journeys::stripe_server::HoldMoment::{self, AfterEffect, BeforeEffect};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::killed_shop::{KilledShop, pay};
use crate::sale_steps::{completes, finish, refunded, started, takes_back, text};

const CUSTOMER: &str = "POST /v1/customers";
const SESSION: &str = "POST /v1/checkout/sessions";
const REFUND: &str = "POST /v1/refunds";
const INTENT: &str = "GET /v1/payment_intents/";

/// Steps at which a process is killed while the server opens a session: each call with its moment.
pub(super) const OPENING: [(&str, HoldMoment); 4] = [
    (CUSTOMER, BeforeEffect),
    (CUSTOMER, AfterEffect),
    (SESSION, BeforeEffect),
    (SESSION, AfterEffect),
];

/// The way in which a payment goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reversal {
    /// A refund by the product; the process is killed before or after its effect at Stripe.
    Here(HoldMoment),
    /// A refund in the dashboard of Stripe; the process is killed while it applies the event.
    Dashboard,
    None,
}

const REVERSALS: [Reversal; 4] = [
    Reversal::Here(BeforeEffect),
    Reversal::Here(AfterEffect),
    Reversal::Dashboard,
    Reversal::None,
];

/// A request that a task sends while the process is killed.
pub(super) type Sending = JoinSet<Result<SaleResponse, reqwest::Error>>;

impl KilledShop {
    /// Buys, and refunds most purchases, with a kill at each step.
    pub(super) async fn kill_at_steps(&mut self, kills: usize) {
        let mut round = 0;
        while self.kills < kills {
            let checkout = self.start_under_kill(OPENING[round % OPENING.len()]).await;
            pay(&self.stripe, &checkout);
            let payment = self
                .complete_under_kill(&checkout, round.is_multiple_of(2))
                .await;
            let reversal = REVERSALS[(round + round.div_euclid(4)) % REVERSALS.len()];
            self.reverse_under_kill(&payment, reversal).await;
            let left = if reversal == Reversal::None {
                PACK_CREDITS
            } else {
                0
            };
            let available = self.site.available(&text(&checkout["customer_id"])).await;
            assert_eq!(available, left, "round {round}: {reversal:?}");
            round += 1;
        }
    }

    /// Opens a session, with a kill at a step of the opening.
    pub(super) async fn start_under_kill(&mut self, (call, moment): (&str, HoldMoment)) -> Value {
        let buyer = format!("buyer-{}", self.purchases);
        self.purchases += 1;
        let held = self.stripe.hold(call, moment);
        let (site, name) = (self.site.clone(), buyer.clone());
        let mut asking = Sending::new();
        asking.spawn(async move { site.start(&name, &name).await });
        self.kill_while_held(held, asking).await;
        started(&self.site, &buyer).await
    }

    /// Applies the paid session by an event or on a request, with a kill after the look at it. Returns the payment.
    async fn complete_under_kill(&mut self, checkout: &Value, is_by_event: bool) -> String {
        let id = text(&checkout["id"]);
        let look = format!("GET /v1/checkout/sessions/{}", session_of(checkout));
        let held = self.stripe.hold(&look, AfterEffect);
        let mut looking = Sending::new();
        if is_by_event {
            self.stripe.double.deliver_due().await.unwrap();
        } else {
            let (site, id) = (self.site.clone(), id.clone());
            looking.spawn(async move { site.sync(&id).await });
        }
        self.kill_while_held(held, looking).await;
        if is_by_event {
            completes(&self.site, &id).await
        } else {
            finish(&self.site, &id).await
        }
    }

    /// Gives the money back, with a kill.
    async fn reverse_under_kill(&mut self, payment: &str, reversal: Reversal) {
        match reversal {
            Reversal::None => return,
            Reversal::Here(moment) => {
                let held = self.stripe.hold(REFUND, moment);
                let (site, name) = (self.site.clone(), payment.to_owned());
                let mut asking = Sending::new();
                asking.spawn(async move { site.refund(&name, &name).await });
                self.kill_while_held(held, asking).await;
                refunded(&self.site, payment).await;
            }
            Reversal::Dashboard => {
                let found = self.site.payment(payment).await.unwrap();
                let charge = json!({"charge": found.body["stripe_charge"]});
                // Events of the purchase would be applied in place of the refund's.
                self.stripe.double.deliver_due().await.unwrap();
                self.stripe
                    .double
                    .control("refund_charge", &charge)
                    .unwrap();
                let held = self.stripe.hold(INTENT, AfterEffect);
                self.stripe.double.deliver_due().await.unwrap();
                self.kill_while_held(held, Sending::new()).await;
                takes_back(&self.site, payment).await;
            }
        }
        self.refunds += 1;
    }

    /// Kills the process while a call is held. A killed server sends no response; one whose database was killed gets Stripe's
    /// response afterwards.
    pub(super) async fn kill_while_held(&mut self, mut held: CallOnHold, sending: Sending) {
        held.reached().await;
        self.kill().await;
        if self.kills_server() {
            let ended = sending.join_all().await;
            assert!(ended.iter().all(Result::is_err), "{ended:?}");
            return;
        }
        held.release();
        // Its response depends on the moment at which the server sees the database again.
        let _responses = sending.join_all().await;
        self.end_leases().await;
    }
}

//! A purchase of a history, and its money as it is at Stripe.

use serde_json::{Value, json};

use super::buyer_action::BuyerAction;
use crate::billing::sales::session_of;
use crate::harness::TestApi;

/// Price of one pack in cents, and its credits with the bonus.
pub(in crate::billing) const PRICE: i64 = 1_000;
pub(in crate::billing) const CREDITS: i64 = 550;

/// A purchase of a history.
#[derive(Debug)]
pub(super) struct Purchase {
    /// The customer's external id.
    pub(super) customer: String,
    pub(super) quantity: i64,
    pub(super) action: BuyerAction,
    pub(super) checkout: Value,
    /// True once the buyer has performed the action.
    pub(super) is_done: bool,
    /// The dispute about the charge, if there was one.
    pub(super) dispute: Option<String>,
    /// The bank's warning of fraud, if there was one.
    pub(super) warning: Option<String>,
    /// The refunds that the owner has made in the dashboard of Stripe.
    pub(super) refunds: Vec<String>,
}

/// The levels of a purchase that follow from its money at Stripe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::billing) struct ExpectedLevels {
    pub(in crate::billing) refunded: i64,
    pub(in crate::billing) withdrawn: i64,
    /// The credits that are taken back.
    pub(in crate::billing) target: i64,
    /// The credits that are frozen, as far as they are left.
    pub(in crate::billing) frozen: i64,
}

impl Purchase {
    pub(super) const fn is_paid(&self) -> bool {
        matches!(
            self.action,
            BuyerAction::Pays
                | BuyerAction::ConfirmsAndPays
                | BuyerAction::PaysLater
                | BuyerAction::PaysWithoutRefunds
        )
    }

    /// Returns the credits that were granted.
    pub(super) const fn credits(&self) -> i64 {
        CREDITS * self.quantity
    }

    /// Returns the charge at Stripe, if there is one.
    pub(super) fn charge(&self, world: &TestApi) -> Option<String> {
        let session = object(world, &session_of(&self.checkout));
        let intent = object(world, session["payment_intent"].as_str()?);
        intent["latest_charge"].as_str().map(ToOwned::to_owned)
    }

    /// Returns the levels by the rule of the specification, from the objects at Stripe.
    pub(super) fn expected(&self, world: &TestApi) -> ExpectedLevels {
        let Some(charge) = self.charge(world) else {
            return ExpectedLevels::default();
        };
        let sold = SoldCharge {
            charge: &charge,
            amount: PRICE * self.quantity,
            granted: self.credits(),
            dispute: self.dispute.as_deref(),
            warning: self.warning.as_deref(),
        };
        sold.expected(world)
    }

    /// Returns the status of the dispute and the money that it has withdrawn.
    pub(super) fn dispute_at(&self, world: &TestApi) -> (String, i64) {
        dispute_at(world, self.dispute.as_deref())
    }
}

/// A charge at Stripe, and the credits that it has bought.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing) struct SoldCharge<'a> {
    pub(in crate::billing) charge: &'a str,
    pub(in crate::billing) amount: i64,
    pub(in crate::billing) granted: i64,
    pub(in crate::billing) dispute: Option<&'a str>,
    pub(in crate::billing) warning: Option<&'a str>,
}

impl SoldCharge<'_> {
    /// Returns the levels by the rule of the specification, from the objects at Stripe.
    pub(in crate::billing) fn expected(self, world: &TestApi) -> ExpectedLevels {
        let (amount, granted) = (self.amount, self.granted);
        let charge = object(world, self.charge);
        let refunded = charge["amount_refunded"].as_i64().unwrap();
        let (status, withdrawn) = dispute_at(world, self.dispute);
        let is_lost = ["lost", "prevented"].contains(&status.as_str());
        let is_open = status.ends_with("needs_response") || status.ends_with("under_review");
        let is_inquiry = status.starts_with("warning_");
        let back = refunded + if is_lost { withdrawn } else { 0 };
        let open = match (self.warning, status.as_str()) {
            (Some(warning), "") if object(world, warning)["actionable"] == true => amount,
            _ if is_open && !is_inquiry => withdrawn,
            _ => 0,
        };
        let share = |part: i64| (granted * part.clamp(0, amount)).div_euclid(amount);
        ExpectedLevels {
            refunded,
            withdrawn,
            target: share(back),
            frozen: share(open.min(amount - back)),
        }
    }
}

fn dispute_at(world: &TestApi, dispute: Option<&str>) -> (String, i64) {
    let Some(dispute) = dispute else {
        return (String::new(), 0);
    };
    let dispute = object(world, dispute);
    let rows = dispute["balance_transactions"].as_array().unwrap();
    let moved: i64 = rows.iter().filter_map(|one| one["amount"].as_i64()).sum();
    (dispute["status"].as_str().unwrap().to_owned(), -moved)
}

/// Returns an object as it is at Stripe.
pub(in crate::billing) fn object(world: &TestApi, id: &str) -> Value {
    world
        .stripe
        .control("get_object", &json!({ "id": id }))
        .unwrap()
}

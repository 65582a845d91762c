//! A purchase of a history, and its money as it is at Stripe.

use serde_json::{Value, json};

use super::deed::Deed;
use crate::billing::sales::session_of;
use crate::harness::TestApi;

/// Price of one pack in cents, and its credits with the bonus.
pub(super) const PRICE: i64 = 1_000;
pub(super) const CREDITS: i64 = 550;

/// A purchase of a history.
#[derive(Debug)]
pub(super) struct Purchase {
    /// The customer's external id.
    pub(super) customer: String,
    pub(super) quantity: i64,
    pub(super) deed: Deed,
    pub(super) checkout: Value,
    /// True once the buyer has done the deed.
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
pub(super) struct ExpectedLevels {
    pub(super) refunded: i64,
    pub(super) withdrawn: i64,
    /// The credits that are taken back.
    pub(super) target: i64,
    /// The credits that are frozen, as far as they are left.
    pub(super) frozen: i64,
}

impl Purchase {
    pub(super) const fn is_paid(&self) -> bool {
        matches!(
            self.deed,
            Deed::Pays | Deed::ConfirmsAndPays | Deed::PaysLater | Deed::PaysWithoutRefunds
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
        let (amount, granted) = (PRICE * self.quantity, self.credits());
        let refunded = object(world, &charge)["amount_refunded"].as_i64().unwrap();
        let (status, withdrawn) = self.dispute_at(world);
        let is_lost = ["lost", "prevented"].contains(&status.as_str());
        let is_open = status.ends_with("needs_response") || status.ends_with("under_review");
        let is_inquiry = status.starts_with("warning_");
        let back = refunded + if is_lost { withdrawn } else { 0 };
        let open = match (&self.warning, status.as_str()) {
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

    /// Returns the status of the dispute and the money that it has withdrawn.
    pub(super) fn dispute_at(&self, world: &TestApi) -> (String, i64) {
        let Some(dispute) = &self.dispute else {
            return (String::new(), 0);
        };
        let dispute = object(world, dispute);
        let rows = dispute["balance_transactions"].as_array().unwrap();
        let moved: i64 = rows.iter().filter_map(|one| one["amount"].as_i64()).sum();
        (dispute["status"].as_str().unwrap().to_owned(), -moved)
    }
}

/// Returns an object as it is at Stripe.
pub(super) fn object(world: &TestApi, id: &str) -> Value {
    world
        .stripe
        .control("get_object", &json!({ "id": id }))
        .unwrap()
}

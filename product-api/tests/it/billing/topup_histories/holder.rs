//! A user with a rule, and the objects of the user at Stripe.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::billing::histories::{CREDITS, PRICE, SoldCharge};
use crate::billing::sales::{call, text};
use crate::billing::stripe::{ACCOUNT, call_stripe};
use crate::harness::{HttpResponse, TestApi, change};

pub(super) const RULE: &str = "/v1/me/top-up";

/// The dispute and the warning about a charge.
#[derive(Clone, Debug, Default)]
pub(super) struct ChargeReversals {
    pub(super) dispute: Option<String>,
    pub(super) warning: Option<String>,
}

/// A user with a rule.
#[derive(Debug)]
pub(super) struct RuleHolder {
    pub(super) user: String,
    pub(super) website: String,
    /// The id of the customer.
    pub(super) customer: String,
    /// The id of the customer at Stripe.
    pub(super) at_stripe: String,
    /// The number of purchases, and the sum of their prices, that a month may have.
    pub(super) caps: (i64, i64),
    /// Credits that the user has spent.
    pub(super) spent: i64,
    /// What banks have said about each charge.
    pub(super) reversals: BTreeMap<String, ChargeReversals>,
}

impl RuleHolder {
    /// Returns a token of the user, which is valid for ten minutes.
    pub(super) fn token(&self, world: &TestApi) -> String {
        let scope = json!({"scope": "openid credits.read credits.buy"});
        world.token_with(&self.user, &scope)
    }

    /// Turns the rule on, or changes it. A user who is merged into another one may be refused.
    pub(super) async fn set(&self, world: &TestApi, changes: &Value) -> HttpResponse {
        let (count, minor) = self.caps;
        let mut rule = json!({
            "website": self.website, "mode": "test", "pack": "small", "threshold": 200, "month_max_minor": minor,
            "month_max_count": count, "min_seconds": 60, "consent": "Buy 500 credits for 10.00 euros when few are left.",
        });
        change(&mut rule, changes);
        call(world, &format!("PUT {RULE}"), &self.token(world), "", &rule).await
    }

    /// Turns the rule off.
    pub(super) async fn turn_off(&self, world: &TestApi) -> HttpResponse {
        let operation = format!("DELETE {RULE}?website={}&mode=test", self.website);
        call(world, &operation, &self.token(world), "", &Value::Null).await
    }

    /// Returns the user's objects of a kind at Stripe, newest first.
    pub(super) async fn objects(&self, world: &TestApi, path: &str) -> Vec<Value> {
        let operation = format!("GET {path}?customer={}&limit=100", self.at_stripe);
        let page = call_stripe(world, ACCOUNT, false, &operation).await;
        page["data"].as_array().unwrap().clone()
    }

    /// Returns the ids of the charges that were paid.
    pub(super) async fn charges(&self, world: &TestApi) -> Vec<String> {
        let charges = self.objects(world, "/v1/charges").await;
        let paid = charges
            .iter()
            .filter(|charge| charge["status"] == "succeeded");
        paid.map(|charge| text(&charge["id"])).collect()
    }

    /// Returns a charge with what banks have said about it. Each has bought one pack.
    pub(super) fn sold<'a>(&'a self, charge: &'a str) -> SoldCharge<'a> {
        let known = self.reversals.get(charge);
        SoldCharge {
            charge,
            amount: PRICE,
            granted: CREDITS,
            dispute: known.and_then(|known| known.dispute.as_deref()),
            warning: known.and_then(|known| known.warning.as_deref()),
        }
    }
}

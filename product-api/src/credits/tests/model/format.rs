//! Formats the ledger's results like those of the model.

use foundation::Timestamp;
use serde_json::Value;

use super::wallet::no;
use super::wording::{ShownBalance, ShownConsumption, ShownHold, ShownTxn, done};
use crate::credits::execution::request::{OperationOutcome, OperationResponse};
use crate::credits::ledger::consumption::LotConsumption;
use crate::credits::store::hold_view::HoldView;
use crate::credits::store::rows::Balance;
use crate::credits::store::rows::Transaction;
use crate::problem::{Problem, ProblemInstance};

/// Result of one item.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) text: String,
    /// True for a replay; none if nothing is stored under the key.
    pub(super) is_replayed: Option<bool>,
    pub(super) made: ResultIds,
}

/// Ids of the objects that an operation created or used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ResultIds {
    pub(super) txn: Option<String>,
    pub(super) hold: Option<String>,
    pub(super) customer: Option<String>,
}

pub(super) fn reply(outcome: &Result<OperationResponse, Problem>) -> Reply {
    let (is_replayed, status) = match outcome {
        Ok(response) => (Some(response.is_replayed), response.stored.status),
        Err(problem) => (None, problem.kind().status()),
    };
    let (text, made) = match outcome {
        Ok(response) if status == 200 => read(&response.stored.body),
        Ok(response) => (
            refusal(status, response.stored.body.as_bytes()),
            ResultIds::default(),
        ),
        Err(problem) => (
            refusal(status, &problem.body(&instance())),
            ResultIds::default(),
        ),
    };
    Reply {
        text,
        is_replayed,
        made,
    }
}

/// Parses a body that `written` has rendered.
fn read(body: &str) -> (String, ResultIds) {
    let mut parts = body.split('\n');
    let mut id = || {
        parts
            .next()
            .filter(|id| !id.is_empty())
            .map(ToOwned::to_owned)
    };
    let made = ResultIds {
        txn: id(),
        hold: id(),
        customer: id(),
    };
    (id().unwrap(), made)
}

fn instance() -> ProblemInstance {
    ProblemInstance {
        issuer: String::new(),
        resource_metadata: None,
        instance: String::new(),
        request_id: String::new(),
        is_bound: false,
    }
}

fn refusal(status: u16, body: &[u8]) -> String {
    const COMMON: [&str; 8] = [
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "request_id",
        "errors",
        "limit",
    ];
    let body: Value = serde_json::from_slice(body).unwrap();
    let members = body.as_object().unwrap().iter();
    let members = members.filter(|(name, _)| !COMMON.contains(&name.as_str()));
    let members: Vec<(&str, String)> = members
        .map(|(name, value)| (name.as_str(), format_member(value)))
        .collect();
    let slug = body["type"].as_str().unwrap().rsplit('/').next();
    no(status, slug.unwrap_or_default(), &members)
}

/// Formats texts and numbers unchanged, and lists as their amounts.
fn format_member(value: &Value) -> String {
    if let Some(list) = value.as_array() {
        let amounts = list.iter().map(|one| one["amount"].as_i64().unwrap());
        return format!("{:?}", amounts.collect::<Vec<_>>());
    }
    let text = value.as_str().map(ToOwned::to_owned);
    text.unwrap_or_else(|| value.to_string())
}

/// Renders a result: the ids of the transaction, the hold and the customer, and the outcome, one per line.
#[expect(
    clippy::unnecessary_wraps,
    reason = "every kind of response has the same signature; some need no member"
)]
pub(super) fn written(of: &OperationOutcome) -> Option<String> {
    let (txn, hold) = (of.transaction.as_ref(), of.hold.as_ref());
    let id = |id: Option<&String>| id.cloned().unwrap_or_default();
    let ids = [
        id(txn.map(|txn| &txn.id)),
        id(hold.map(|hold| &hold.id)),
        id(of.balance.customer_id.as_ref()),
    ];
    let is_spend = txn.is_some_and(|txn| txn.kind == "spend");
    let taken = of.taken.iter().filter(|_| is_spend).map(shown_consumption);
    let shown = done(
        txn.map(shown_txn).as_ref(),
        taken,
        hold.map(shown_hold).as_ref(),
        &shown_balance(&of.balance),
    );
    Some(format!("{}\n{shown}", ids.join("\n")))
}

/// Formats a balance as a result without effects.
pub(super) fn format_read(balance: &Balance) -> String {
    done(None, [], None, &shown_balance(balance))
}

fn shown_txn(txn: &Transaction) -> ShownTxn<'_> {
    let billed = txn.billed.as_ref();
    let usage = billed.and_then(|billed| billed.usage);
    ShownTxn {
        kind: &txn.kind,
        amount: txn.amount,
        after: txn.balance_after,
        at: txn.booked_at.micros(),
        feature: billed.map(|billed| billed.code.as_str()),
        usage: usage.map(|usage| (usage.quantity, usage.price_version)),
    }
}

fn shown_consumption(taken: &LotConsumption) -> ShownConsumption<'_> {
    ShownConsumption {
        kind: taken.kind.name(),
        amount: taken.amount,
        left: taken.remaining,
        is_scoped: taken.is_scoped,
        until: taken.expires_at.map(Timestamp::micros),
    }
}

fn shown_hold(hold: &HoldView) -> ShownHold<'_> {
    ShownHold {
        state: hold.state,
        amount: hold.amount,
        captured: hold.captured,
        released: hold.released,
        until: hold.expires_at.unwrap().micros(),
        closed: hold.closed_at.map(Timestamp::micros),
    }
}

fn shown_balance(balance: &Balance) -> ShownBalance {
    ShownBalance {
        posted: balance.posted,
        held: balance.held,
        debt: balance.debt,
        available: balance.available,
    }
}

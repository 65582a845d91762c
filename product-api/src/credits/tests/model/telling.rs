//! What the ledger answered, told as the model tells it.

use foundation::Timestamp;
use serde_json::{Value, json};

use super::wallet::no;
use crate::credits::balance::Balance;
use crate::credits::charge::Billed;
use crate::credits::execute::{Answer, Done};
use crate::problem::{Place, Problem};

/// What one item was answered.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) text: String,
    /// None where nothing is kept under the key.
    pub(super) is_replayed: Option<bool>,
    pub(super) txn: Option<String>,
    pub(super) hold: Option<String>,
    pub(super) customer: Option<String>,
}

pub(super) fn reply(outcome: &Result<Answer, Problem>) -> Reply {
    let (is_replayed, status, bytes) = match outcome {
        Ok(answer) => (
            Some(answer.is_replayed),
            answer.stored.status,
            answer.stored.body.clone().into_bytes(),
        ),
        Err(problem) => (None, problem.kind().status(), problem.body(&place())),
    };
    let body: Value = serde_json::from_slice(&bytes).unwrap();
    let member = |name: &str| body[name].as_str().map(ToOwned::to_owned);
    let text = match (status, member("told")) {
        (200, Some(told)) => told,
        // What a limit was answered has no form of its own.
        _ if body["detail"]
            .as_str()
            .is_some_and(|detail| detail.starts_with("200 txn ")) =>
        {
            member("detail").unwrap()
        }
        _ => refusal(status, &body),
    };
    Reply {
        text,
        is_replayed,
        txn: member("txn"),
        hold: member("hold"),
        customer: member("customer"),
    }
}

fn place() -> Place {
    Place {
        issuer: String::new(),
        resource_metadata: None,
        instance: String::new(),
        request_id: String::new(),
    }
}

fn refusal(status: u16, body: &Value) -> String {
    let common = [
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "request_id",
        "errors",
        "limit",
    ];
    let members = body
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, _)| !common.contains(&name.as_str()));
    let members: Vec<(&str, String)> = members
        .map(|(name, value)| {
            let list = value.as_array().map(|list| {
                list.iter()
                    .map(|one| one["amount"].as_i64().unwrap())
                    .collect::<Vec<_>>()
            });
            let text = value.as_str().map(ToOwned::to_owned);
            (
                name.as_str(),
                list.map(|list| format!("{list:?}"))
                    .or(text)
                    .unwrap_or_else(|| value.to_string()),
            )
        })
        .collect();
    let slug = body["type"]
        .as_str()
        .unwrap()
        .rsplit('/')
        .next()
        .unwrap_or_default();
    no(status, slug, &members)
}

/// Writes an answer as the model tells it.
#[expect(
    clippy::unnecessary_wraps,
    reason = "as every answer is written: some have nothing to tell"
)]
pub(super) fn told(done: &Done) -> Option<String> {
    let txn = done.transaction.as_ref();
    let hold = done.hold.as_ref();
    let told_txn = txn.map(|txn| {
        let at = txn.booked_at.micros();
        format!(
            "{} {} after {} at {at} {}",
            txn.kind,
            txn.amount,
            txn.balance_after,
            told_bill(txn.billed.as_ref())
        )
    });
    let told_hold = hold.map(|hold| {
        let closed = hold.closed_at.map(Timestamp::micros);
        let until = hold.expires_at.unwrap().micros();
        let (state, captured, released, amount) =
            (hold.state, hold.captured, hold.released, hold.amount);
        format!("{state} {captured}/{released} of {amount} until {until} closed {closed:?}")
    });
    let body = json!({
        "told": told_all(told_txn.as_ref(), told_hold.as_ref(), &done.balance),
        "txn": txn.map(|txn| &txn.id),
        "hold": hold.map(|hold| &hold.id),
        "customer": done.balance.customer_id,
    });
    Some(body.to_string())
}

fn told_bill(billed: Option<&Billed>) -> String {
    let code = billed.map_or("", |billed| billed.code.as_str());
    let usage = billed.and_then(|billed| billed.usage);
    let usage = usage.map(|usage| format!("{}@{}", usage.quantity, usage.price_version));
    format!("[{code} {}]", usage.unwrap_or_default())
}

pub(super) fn told_all(txn: Option<&String>, hold: Option<&String>, balance: &Balance) -> String {
    format!(
        "200 txn {txn:?} hold {hold:?} posted {} held {} debt {} available {}",
        balance.posted, balance.held, balance.debt, balance.available
    )
}

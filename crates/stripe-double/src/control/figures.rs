//! Figures of the double: numbers of calls and objects, and sums of money.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the table of controls takes functions that can refuse"
)]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::arguments::{Arguments, ControlRefusal};
use crate::state::{Members, ModeData, ObjectKind};

/// Returns the figures of each account in each mode.
pub(super) fn get_figures(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let modes = arguments.state.modes.iter();
    let figures = modes.map(|(name, data)| (name.clone(), mode_figures(data)));
    Ok(Value::Object(figures.collect()))
}

fn mode_figures(data: &ModeData) -> Value {
    json!({
        "calls": data.calls,
        "objects": data.sizes(),
        "charges": by_status(data, ObjectKind::Charge),
        "refunds": by_status(data, ObjectKind::Refund),
        "disputes": by_status(data, ObjectKind::Dispute),
        "pending_deliveries": data.deliveries.len(),
    })
}

/// Returns the number and the sum of the amounts by status and currency.
fn by_status(data: &ModeData, kind: ObjectKind) -> Value {
    let mut sums: BTreeMap<String, BTreeMap<String, [i64; 2]>> = BTreeMap::new();
    for object in data.objects(kind) {
        let currencies = sums.entry(object.text("status").to_owned()).or_default();
        let [count, amount] = currencies
            .entry(object.text("currency").to_owned())
            .or_default();
        *count += 1;
        *amount = amount.saturating_add(object.number("amount"));
    }
    let status = |(status, currencies): (String, BTreeMap<String, [i64; 2]>)| {
        let currencies = currencies.into_iter().map(|(currency, [count, amount])| {
            (currency, json!({"count": count, "amount": amount}))
        });
        (status, Value::Object(currencies.collect()))
    };
    Value::Object(sums.into_iter().map(status).collect())
}

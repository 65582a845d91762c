//! The account, its balance and its tax settings.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the table of operations takes functions that can refuse"
)]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::calls::{ApiOperation, Call};
use crate::error::StripeError;
use crate::shapes::filled;
use crate::state::{Members, ObjectKind};

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/account", "accounts_kyc_basic_read", account),
    ApiOperation::get("/v1/balance", "balance_read", balance),
    ApiOperation::get("/v1/tax/settings", "tax_settings_read", tax_settings),
];

fn account(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let facts = &call.scope.data.account;
    let mut account = filled(
        "account",
        json!({
            "id": facts.id,
            "country": facts.country,
            "default_currency": facts.default_currency,
        }),
    );
    account.put("business_profile.name", facts.name.as_str());
    account.put("settings.dashboard.display_name", facts.name.as_str());
    account.put("settings.dashboard.timezone", "Etc/UTC");
    Ok(account)
}

fn balance(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let mut sums: BTreeMap<String, [i64; 2]> = BTreeMap::new();
    sums.insert(call.scope.data.account.default_currency.clone(), [0, 0]);
    for transaction in call.scope.data.objects(ObjectKind::BalanceTransaction) {
        let currency = transaction.text("currency").to_owned();
        let [available, pending] = sums.entry(currency).or_default();
        let sum = if transaction.number("available_on") <= call.scope.now {
            available
        } else {
            pending
        };
        *sum = sum.saturating_add(transaction.number("net"));
    }
    let amount = |currency: &str, amount: i64| json!({"amount": amount, "currency": currency, "source_types": {"card": amount}});
    let available: Vec<Value> = sums
        .iter()
        .map(|(name, [sum, _])| amount(name, *sum))
        .collect();
    let pending: Vec<Value> = sums
        .iter()
        .map(|(name, [_, sum])| amount(name, *sum))
        .collect();
    Ok(json!({
        "object": "balance",
        "available": available,
        "livemode": call.scope.data.is_live,
        "pending": pending,
        "refund_and_dispute_prefunding": {"available": [], "pending": []},
    }))
}

fn tax_settings(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let country = call.scope.data.account.country.as_str();
    Ok(json!({
        "object": "tax.settings",
        "defaults": {"provider": "stripe", "tax_behavior": null, "tax_code": "txcd_10000000"},
        "head_office": {"address": {
            "city": "Berlin",
            "country": country,
            "line1": "Beispielstraße 1",
            "line2": null,
            "postal_code": "10115",
            "state": null,
        }},
        "livemode": call.scope.data.is_live,
        "status": "active",
        "status_details": {"active": {}},
    }))
}

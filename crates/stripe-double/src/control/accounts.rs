//! Controls of accounts, keys and promotion codes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::arguments::{Arguments, ControlRefusal};
use crate::state::{
    AccountFacts, AccountScope, ApiKey, Members, ObjectKind, RequestOrigin, random_text,
};

/// Adds an API key and its account. A key with `permissions` is restricted, one without them may do everything.
pub(super) fn add_key(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let account = arguments.required("account")?.to_owned();
    let given = arguments.given;
    let is_live = given.is_true("is_live");
    let permissions = given.member("permissions").as_array().map(|names| {
        let names = names.iter().filter_map(Value::as_str);
        names.map(str::to_owned).collect()
    });
    let key = match given.text("key") {
        "" => {
            let kind = if permissions.is_some() { "rk" } else { "sk" };
            let mode = if is_live { "live" } else { "test" };
            format!(
                "{kind}_{mode}_{}",
                random_text(&arguments.tools.random, 24)?
            )
        }
        key => key.to_owned(),
    };
    arguments.state.mode(&account, is_live);
    let added = ApiKey {
        account,
        is_live,
        permissions,
        is_revoked: false,
    };
    arguments.state.keys.insert(key.clone(), added);
    Ok(json!({ "key": key }))
}

/// Revokes an API key.
pub(super) fn revoke_key(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let key = arguments.required("key")?.to_owned();
    let found = arguments.state.keys.get_mut(&key);
    let unknown = || ControlRefusal("There is no such key.".to_owned());
    found.ok_or_else(unknown)?.is_revoked = true;
    Ok(json!({}))
}

/// Changes facts of an account in both modes.
pub(super) fn set_account(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let account = arguments.required("account")?.to_owned();
    let given = arguments.given;
    let rates: Option<BTreeMap<String, i64>> =
        given.member("exchange_rates").as_object().map(|rates| {
            let rates = rates.iter();
            rates
                .filter_map(|(currency, rate)| Some((currency.clone(), rate.as_i64()?)))
                .collect()
        });
    let tax = given.member("tax_basis_points").as_i64();
    let after_retries = given.text("after_retries");
    if !["", "canceled", "past_due", "unpaid"].contains(&after_retries) {
        let message = "`after_retries` is `canceled`, `past_due` or `unpaid`.";
        return Err(ControlRefusal(message.to_owned()));
    }
    let text = |name: &str, to: &mut String| {
        if !given.text(name).is_empty() {
            given.text(name).clone_into(to);
        }
    };
    arguments.state.mode(&account, false);
    let modes = arguments.state.modes.values_mut();
    for data in modes.filter(|data| data.account.id == account) {
        let facts: &mut AccountFacts = &mut data.account;
        text("name", &mut facts.name);
        text("country", &mut facts.country);
        text("default_currency", &mut facts.default_currency);
        text("after_retries", &mut facts.after_retries);
        facts.tax_basis_points = tax.unwrap_or(facts.tax_basis_points);
        if let Some(rates) = &rates {
            facts.exchange_rates.clone_from(rates);
        }
    }
    Ok(json!({}))
}

/// Adds a promotion code with a discount in whole percent.
pub(super) fn add_promotion_code(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let account = arguments.required("account")?.to_owned();
    let code = arguments.required("code")?.to_owned();
    let percent_off = arguments.given.number("percent_off");
    if !(1..=100).contains(&percent_off) {
        return Err(ControlRefusal("`percent_off` is from 1 to 100.".to_owned()));
    }
    let is_live = arguments.given.is_true("is_live");
    let tools = arguments.tools;
    let now = arguments.state.now(&tools.clock).seconds();
    let data = arguments.state.mode(&account, is_live);
    let mut scope = AccountScope::new(data, tools, now, RequestOrigin::default());
    let promotion = json!({
        "id": scope.new_id(ObjectKind::PromotionCode)?,
        "object": "promotion_code",
        "active": true,
        "code": code,
        "created": now,
        "customer": null,
        "expires_at": null,
        "livemode": is_live,
        "max_redemptions": null,
        "metadata": {},
        "promotion": {"coupon": format!("percent_{percent_off}"), "type": "coupon"},
        "restrictions": {
            "first_time_transaction": false,
            "minimum_amount": null,
            "minimum_amount_currency": null,
        },
        "times_redeemed": 0,
        "_percent_off": percent_off,
    });
    scope.insert(ObjectKind::PromotionCode, promotion.clone());
    Ok(promotion)
}

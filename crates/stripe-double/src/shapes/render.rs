//! Objects as a version of the API shows them.
//!
//! The double keeps one form of each object: the newest, with members that begin with `_` for what other versions need.

use serde_json::{Map, Value, json};

use super::ApiVersion;
use crate::state::Members;

/// Returns an object in the shape of a version, without internal members.
pub(crate) fn render(stored: &Value, version: ApiVersion) -> Value {
    match stored {
        Value::Object(_) => {
            let mut shaped = stored.clone();
            reshape(&mut shaped, version);
            let members = shaped.as_object().into_iter().flatten();
            let shown = members
                .filter(|(name, _)| !name.starts_with('_'))
                .map(|(name, member)| (name.clone(), render(member, version)));
            Value::Object(shown.collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(|item| render(item, version)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => stored.clone(),
    }
}

fn reshape(object: &mut Value, version: ApiVersion) {
    let kind = object.text("object").to_owned();
    match kind.as_str() {
        "charge" if version == ApiVersion::Acacia => copy(object, "_invoice", "invoice"),
        "payment_intent" => {
            if version == ApiVersion::Acacia {
                copy(object, "_invoice", "invoice");
            }
            without_method_types(object, version);
        }
        "setup_intent" => without_method_types(object, version),
        "checkout.session" => {
            let ui_mode = match version {
                ApiVersion::Acacia => "hosted",
                ApiVersion::Dahlia | ApiVersion::Endive => "hosted_page",
            };
            object.put("ui_mode", ui_mode);
            without_method_types(object, version);
        }
        "invoice" if version == ApiVersion::Acacia => reshape_invoice(object),
        "line_item" if version == ApiVersion::Acacia => reshape_line(object),
        "subscription" if version == ApiVersion::Acacia => reshape_subscription(object),
        "subscription_item" if version == ApiVersion::Acacia => {
            remove(object, &["current_period_end", "current_period_start"]);
        }
        "dispute" if version != ApiVersion::Endive => hide_appeal(object),
        "promotion_code" if version == ApiVersion::Acacia => reshape_promotion(object),
        "event" => object.put("api_version", version.text()),
        _ => {}
    }
}

fn copy(object: &mut Value, from: &str, to: &str) {
    let value = object.member(from).clone();
    object.put(to, value);
}

fn remove(object: &mut Value, names: &[&str]) {
    if let Value::Object(members) = object {
        members.retain(|name, _| !names.contains(&name.as_str()));
    }
}

fn without_method_types(object: &mut Value, version: ApiVersion) {
    if version == ApiVersion::Endive {
        remove(object, &["payment_method_types"]);
    }
}

/// Path of an invoice's subscription since 2025-03-31.
const SUBSCRIPTION_OF_INVOICE: &str = "parent.subscription_details.subscription";

/// Before 2025-03-31 a subscription had the period, and not its items.
fn reshape_subscription(subscription: &mut Value) {
    let first = subscription.items("items.data").first().cloned();
    let first = first.unwrap_or_default();
    for name in ["current_period_end", "current_period_start"] {
        subscription.put(name, first.member(name).clone());
    }
    remove(subscription, &["billing_mode", "billing_schedules"]);
}

/// Before 2025-03-31 an invoice named its payment itself.
fn reshape_invoice(invoice: &mut Value) {
    let is_paid = invoice.text("status") == "paid";
    let taxes = invoice.items("total_taxes").to_owned();
    let tax: i64 = taxes.iter().map(|tax| tax.number("amount")).sum();
    let tax = if taxes.is_empty() {
        Value::Null
    } else {
        tax.into()
    };
    copy(invoice, "_payment_intent", "payment_intent");
    copy(invoice, "_charge", "charge");
    invoice.put("paid", is_paid);
    invoice.put("paid_out_of_band", false);
    copy(invoice, SUBSCRIPTION_OF_INVOICE, "subscription");
    invoice.put("tax", tax);
    invoice.put("total_tax_amounts", old_taxes(&taxes));
    remove(invoice, &["parent", "payments", "total_taxes"]);
}

fn reshape_line(line: &mut Value) {
    let taxes = old_taxes(line.items("taxes"));
    let kind = line.text("parent.type").to_owned();
    let parent = line.member(&format!("parent.{kind}")).clone();
    let is_proration = parent.is_true("proration");
    let is_of_item = kind == "subscription_item_details" && !is_proration;
    copy(line, "_price", "price");
    line.put("proration", is_proration);
    line.put("subscription", parent.member("subscription").clone());
    if kind == "subscription_item_details" {
        let item = parent.member("subscription_item").clone();
        line.put("subscription_item", item);
    }
    line.put(
        "type",
        if is_of_item {
            "subscription"
        } else {
            "invoiceitem"
        },
    );
    line.put("tax_amounts", taxes);
    remove(line, &["parent", "pricing", "taxes"]);
}

fn old_taxes(taxes: &[Value]) -> Value {
    let taxes = taxes.iter().map(|tax| {
        let is_inclusive = tax.text("tax_behavior") == "inclusive";
        json!({"amount": tax.number("amount"), "inclusive": is_inclusive, "tax_rate": null})
    });
    taxes.collect()
}

/// Before 2025-09-30 a promotion code had its coupon as a member.
fn reshape_promotion(code: &mut Value) {
    let coupon = json!({
        "id": code.member("promotion.coupon"),
        "object": "coupon",
        "percent_off": code.number("_percent_off"),
        "valid": true,
    });
    code.put("coupon", coupon);
    remove(code, &["promotion"]);
}

/// Versions before endive have no words for appeals.
fn hide_appeal(dispute: &mut Value) {
    let status = match dispute.text("status") {
        "appeal_needs_response" => "needs_response",
        "appeal_under_review" => "under_review",
        other => other,
    };
    let status = status.to_owned();
    dispute.put("status", status);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn member_of_an_object_depends_on_the_version() {
        let [old, middle, new] = [
            [true, false, false],
            [true, true, false],
            [false, true, true],
        ];
        let types = json!(["card"]);
        let rows = [
            ("charge", "_invoice", "invoice", old),
            ("payment_intent", "_invoice", "invoice", old),
            (
                "payment_intent",
                "payment_method_types",
                "payment_method_types",
                middle,
            ),
            (
                "setup_intent",
                "payment_method_types",
                "payment_method_types",
                middle,
            ),
            (
                "checkout.session",
                "payment_method_types",
                "payment_method_types",
                middle,
            ),
            ("invoice", "_charge", "charge", old),
            ("invoice", "_payment_intent", "payment_intent", old),
            ("invoice", "parent", "parent", new),
            ("line_item", "pricing", "pricing", new),
            ("line_item", "_price", "price", old),
            ("charge", "_any", "_any", [false; 3]),
        ];
        for (kind, stored, member, expected) in rows {
            let stored = json!({"object": kind, stored: types});
            for (version, is_there) in ApiVersion::ALL.into_iter().zip(expected) {
                let shown = render(&stored, version);
                assert_eq!(
                    shown.get(member).is_some(),
                    is_there,
                    "{stored} {version:?}"
                );
            }
        }
    }

    #[test]
    fn word_of_an_object_depends_on_the_version() {
        let session = json!({"object": "checkout.session"});
        let appeal = json!({"object": "dispute", "status": "appeal_under_review"});
        let rows = [
            (ApiVersion::Acacia, "hosted", "under_review"),
            (ApiVersion::Dahlia, "hosted_page", "under_review"),
            (ApiVersion::Endive, "hosted_page", "appeal_under_review"),
        ];
        for (version, ui_mode, status) in rows {
            assert_eq!(render(&session, version)["ui_mode"], ui_mode);
            assert_eq!(render(&appeal, version)["status"], status);
            let event = render(
                &json!({"object": "event", "data": {"object": session}}),
                version,
            );
            assert_eq!(event["api_version"], version.text());
            assert_eq!(event["data"]["object"]["ui_mode"], ui_mode);
        }
    }
}

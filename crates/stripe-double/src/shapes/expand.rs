//! Expansion: ids in a response are replaced by their objects (`expand[]=payment_intent.latest_charge`).

use serde_json::{Value, json};

use super::{ApiVersion, render};
use crate::error::StripeError;
use crate::state::{Members, ModeData, ObjectKind};

/// Maximum depth of an expansion.
const MAX_LEVELS: usize = 4;

/// Objects of the account and the version of the response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expansion<'s> {
    pub(crate) data: &'s ModeData,
    pub(crate) version: ApiVersion,
}

/// Expands a response by the paths of a request.
pub(crate) fn expand(
    response: &mut Value,
    paths: &[&str],
    expansion: Expansion<'_>,
) -> Result<(), StripeError> {
    for path in paths {
        let names: Vec<&str> = path.split('.').collect();
        let levels = names.iter().filter(|name| **name != "data").count();
        if levels > MAX_LEVELS {
            let message = format!(
                "You cannot expand more than {MAX_LEVELS} levels of a property. Property: {path}"
            );
            return Err(StripeError::early(400, message).about("expand"));
        }
        expansion.apply(response, &names)?;
    }
    Ok(())
}

impl Expansion<'_> {
    fn apply(self, value: &mut Value, path: &[&str]) -> Result<(), StripeError> {
        let Some((name, rest)) = path.split_first() else {
            return Ok(());
        };
        if let Value::Array(items) = value {
            return items.iter_mut().try_for_each(|item| self.apply(item, path));
        }
        if let Some(included) = self.included(value, name) {
            value.put(name, included);
        }
        let refused = || {
            let message = format!("This property cannot be expanded ({name}).");
            StripeError::early(400, message).about("expand")
        };
        if value.get(*name).is_none() && is_optional(value.text("object"), name) {
            return Ok(());
        }
        let member = value.get_mut(*name).ok_or_else(refused)?;
        if let Some(id) = member.as_str() {
            let kind = target(name, id).ok_or_else(refused)?;
            if let Some(object) = self.data.find(kind, id) {
                *member = render(object, self.version);
            }
        }
        match member {
            Value::Object(_) | Value::Array(_) => self.apply(member, rest),
            Value::Null => Ok(()),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => Err(refused()),
        }
    }

    /// Returns a list that an object has only if a request asks for it.
    fn included(self, object: &Value, name: &str) -> Option<Value> {
        let id = object.text("id");
        let (items, path) = match (object.text("object"), name) {
            ("checkout.session", "line_items") => {
                let session = self.data.find(ObjectKind::CheckoutSession, id)?;
                let items = session.items("_line_items").iter().collect();
                (items, format!("checkout/sessions/{id}/line_items"))
            }
            ("invoice", "payments") if self.version != ApiVersion::Acacia => {
                let payments = self.data.objects_of(ObjectKind::InvoicePayment, id);
                (payments.collect(), format!("invoice_payments?invoice={id}"))
            }
            ("charge", "refunds") => {
                let refunds = self.data.objects_of(ObjectKind::Refund, id).rev();
                (refunds.collect(), format!("charges/{id}/refunds"))
            }
            ("customer", "subscriptions") => {
                let all = self.data.objects_of(ObjectKind::Subscription, id).rev();
                let live = all.filter(|found| found.text("status") != "canceled");
                (live.collect(), format!("customers/{id}/subscriptions"))
            }
            ("customer", "sources" | "tax_ids") => (Vec::new(), format!("customers/{id}/{name}")),
            _ => return None,
        };
        let items: Vec<Value> = items
            .into_iter()
            .map(|item: &Value| render(item, self.version))
            .collect();
        let url = format!("/v1/{path}");
        Some(json!({"object": "list", "data": items, "has_more": false, "url": url}))
    }
}

/// Returns true for a member that can be expanded and that an object has only for a time.
fn is_optional(object: &str, name: &str) -> bool {
    (object, name) == ("refund", "failure_balance_transaction")
}

/// Returns the kind of the object that a member names.
fn target(name: &str, id: &str) -> Option<ObjectKind> {
    let kind = match name {
        "customer" => ObjectKind::Customer,
        "payment_intent" => ObjectKind::PaymentIntent,
        "setup_intent" | "pending_setup_intent" => ObjectKind::SetupIntent,
        "charge" | "latest_charge" => ObjectKind::Charge,
        "payment_method" | "default_payment_method" => ObjectKind::PaymentMethod,
        "balance_transaction" | "failure_balance_transaction" => ObjectKind::BalanceTransaction,
        "invoice" | "latest_invoice" => ObjectKind::Invoice,
        "subscription" | "released_subscription" => ObjectKind::Subscription,
        "schedule" => ObjectKind::SubscriptionSchedule,
        "product" => ObjectKind::Product,
        "price" | "default_price" => ObjectKind::Price,
        "configuration" => ObjectKind::PortalConfiguration,
        "promotion_code" => ObjectKind::PromotionCode,
        "source" => return ObjectKind::from_id(id),
        _ => return None,
    };
    Some(kind)
}

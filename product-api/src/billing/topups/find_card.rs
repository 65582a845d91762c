//! Finds the card with which an owner pays: the default payment method of the owner's customer at Stripe.

use super::rule::TopUpCard;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{Priority, StripeAccount, StripeError};
use crate::billing::stripe_customers::find_customer;
use crate::credits::Owner;

/// A saved payment method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedMethod {
    /// The customer at Stripe.
    pub(super) customer_id: String,
    /// The payment method at Stripe.
    pub(super) method_id: String,
    /// The card, if it is one.
    pub(super) card: Option<TopUpCard>,
}

/// Returns the default payment method of an owner; none for an owner without one.
pub(super) async fn find_card(
    app: &App,
    connection: &StripeConnection,
    owner: &Owner,
    priority: Priority,
) -> Result<Option<SavedMethod>, ApplyError> {
    let Some(customer_id) = find_customer(app, connection, owner).await? else {
        return Ok(None);
    };
    let account = open_account(app, connection, priority)?;
    Ok(default_method(&account, &customer_id).await?)
}

/// Returns the default payment method of a customer at Stripe.
pub(super) async fn default_method(
    account: &StripeAccount<'_>,
    customer_id: &str,
) -> Result<Option<SavedMethod>, StripeError> {
    let customer = match account.get_customer(customer_id).await {
        Ok(customer) => customer,
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some(method_id) = customer.default_payment_method() else {
        return Ok(None);
    };
    let method = match account.get_payment_method(method_id).await {
        Ok(method) => method,
        // It was removed since.
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(error),
    };
    let card = method.card.and_then(|card| {
        let (brand, last4) = card.brand.zip(card.last4)?;
        Some(TopUpCard { brand, last4 })
    });
    Ok(Some(SavedMethod {
        customer_id: customer_id.to_owned(),
        method_id: method.id,
        card,
    }))
}

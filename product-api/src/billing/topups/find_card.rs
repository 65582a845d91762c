//! Finds the card with which an owner pays: the default payment method of the owner's customer at Stripe, or else the newest one.

use super::rule::TopUpCard;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{PageQuery, Priority, SavedPaymentMethod, StripeAccount, StripeError};
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
    /// True if a newer payment method was left out, and this one is not the default.
    pub(super) is_older: bool,
}

/// Returns the payment method that an owner's top-ups use; none for an owner without a saved one. Declined ones are used only if
/// there is no other.
pub(super) async fn find_card(
    app: &App,
    connection: &StripeConnection,
    owner: &Owner,
    declined: &[String],
    priority: Priority,
) -> Result<Option<SavedMethod>, ApplyError> {
    let Some(customer_id) = find_customer(app, connection, owner).await? else {
        return Ok(None);
    };
    let account = open_account(app, connection, priority)?;
    Ok(method_of_customer(&account, &customer_id, declined).await?)
}

async fn method_of_customer(
    account: &StripeAccount<'_>,
    customer_id: &str,
    declined: &[String],
) -> Result<Option<SavedMethod>, StripeError> {
    let is_declined = |method: &SavedPaymentMethod| declined.contains(&method.id);
    let saved = |method: SavedPaymentMethod, is_older: bool| SavedMethod {
        customer_id: customer_id.to_owned(),
        card: method.card.and_then(|card| {
            let (brand, last4) = card.brand.zip(card.last4)?;
            Some(TopUpCard { brand, last4 })
        }),
        method_id: method.id,
        is_older,
    };
    let default = default_method(account, customer_id).await?;
    if let Some(method) = default.clone().filter(|method| !is_declined(method)) {
        return Ok(Some(saved(method, false)));
    }
    let listed = newest_methods(account, customer_id).await?;
    let index = listed.iter().position(|method| !is_declined(method));
    let is_older = index.is_some_and(|index| index > 0);
    let newest = listed.first().cloned();
    let other = listed.into_iter().find(|method| !is_declined(method));
    let method = other.or(default).or(newest);
    Ok(method.map(|method| saved(method, is_older)))
}

async fn default_method(
    account: &StripeAccount<'_>,
    customer_id: &str,
) -> Result<Option<SavedPaymentMethod>, StripeError> {
    let customer = match account.get_customer(customer_id).await {
        Ok(customer) => customer,
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some(method_id) = customer.default_payment_method() else {
        return Ok(None);
    };
    match account.get_payment_method(method_id).await {
        Ok(method) => Ok(Some(method)),
        // It was removed since.
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the saved payment methods, newest first: a checkout saves a card, and makes it the default of nothing.
async fn newest_methods(
    account: &StripeAccount<'_>,
    customer_id: &str,
) -> Result<Vec<SavedPaymentMethod>, StripeError> {
    let query = PageQuery::default();
    match account.list_payment_methods(customer_id, &query).await {
        // Stripe lists the newest first.
        Ok(page) => Ok(page.data),
        Err(error) if error.is_missing() => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

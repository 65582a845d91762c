//! Pays renewals that failed with a card that their customer has saved since: each card once.

use super::store::{self, UnpaidRenewal};
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::stripe::{Priority, StripeAccount, StripeError};

/// The default payment method of a customer.
struct SavedCard {
    id: String,
    /// The time at which it was saved, in seconds since the epoch.
    created: i64,
}

impl SavedCard {
    /// Returns true if it was saved after a renewal had failed, and was not tried for it.
    fn is_new(&self, renewal: &UnpaidRenewal) -> bool {
        let is_tried = renewal.retried_method.as_ref() == Some(&self.id);
        self.created >= renewal.since.seconds() && !is_tried
    }
}

/// Pays the renewals of a customer at Stripe that failed, if the customer has saved another card since.
pub(crate) async fn retry_renewals(
    app: &App,
    connection: &StripeConnection,
    customer_id: &str,
) -> Result<(), ApplyError> {
    let unpaid = {
        let mut reader = app.database.reader().await?;
        store::list_unpaid(&mut reader.connection(), &connection.id, customer_id).await?
    };
    if unpaid.is_empty() {
        return Ok(());
    }
    let account = open_account(app, connection, Priority::Inbox)?;
    let Some(card) = default_card(&account, customer_id).await? else {
        return Ok(());
    };
    for renewal in unpaid.iter().filter(|renewal| card.is_new(renewal)) {
        pay(&account, renewal, &card).await?;
        note(app, connection, renewal, &card).await?;
    }
    Ok(())
}

/// Returns the default card of a customer; `None` for a customer who has none, or who was deleted.
async fn default_card(
    account: &StripeAccount<'_>,
    customer_id: &str,
) -> Result<Option<SavedCard>, StripeError> {
    let customer = match account.get_customer(customer_id).await {
        Ok(customer) => customer,
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some(id) = customer.default_payment_method() else {
        return Ok(None);
    };
    match account.get_payment_method(id).await {
        Ok(method) => Ok(Some(SavedCard {
            created: method.created.unwrap_or_default(),
            id: method.id,
        })),
        // It was removed since.
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Pays a renewal with a card, and uses this card for later ones if it works. A card that is declined changes nothing.
async fn pay(
    account: &StripeAccount<'_>,
    renewal: &UnpaidRenewal,
    card: &SavedCard,
) -> Result<(), StripeError> {
    let key = format!("tg:retry:{}:{}", renewal.invoice, card.id);
    let paid = account.pay_invoice(&key, &renewal.invoice, &card.id).await;
    match paid {
        Ok(_) => {}
        Err(StripeError::Refused(refusal)) => {
            tracing::info!(subscription = renewal.id, %refusal, "a new card did not pay a renewal");
            return Ok(());
        }
        Err(error) => return Err(error),
    }
    let set = account.set_payment_method(&renewal.stripe_id, &card.id);
    match set.await {
        // A refusal does not undo the payment; the customer's default card may still pay later ones.
        Ok(_) | Err(StripeError::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Notes that a card was tried, and marks the invoice, which may be paid now.
async fn note(
    app: &App,
    connection: &StripeConnection,
    renewal: &UnpaidRenewal,
    card: &SavedCard,
) -> Result<(), ApplyError> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::note_retry(&mut db, &renewal.id, &card.id).await?;
    let invoice = MarkedObject {
        connection_id: &connection.id,
        kind: ObjectKind::Invoice,
        object_id: &renewal.invoice,
    };
    mark(&mut db, invoice, None, app.clock.now()).await?;
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    #[test]
    fn card_is_new_if_it_was_saved_after_the_failure_and_not_tried() {
        let renewal = |retried: Option<&str>| UnpaidRenewal {
            id: "sbs_1".to_owned(),
            stripe_id: "sub_1".to_owned(),
            invoice: "in_1".to_owned(),
            since: Timestamp::from_seconds(100),
            retried_method: retried.map(ToOwned::to_owned),
        };
        let rows = [
            (99, None, false),
            (100, None, true),
            (101, Some("pm_1"), false),
            (101, Some("pm_0"), true),
        ];
        for (created, retried, expected) in rows {
            let id = "pm_1".to_owned();
            let card = SavedCard { id, created };
            assert_eq!(
                card.is_new(&renewal(retried)),
                expected,
                "{created} {retried:?}"
            );
        }
    }
}

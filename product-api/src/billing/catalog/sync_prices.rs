//! Brings claimed prices to Stripe, item by item: first the product, then its prices.

use foundation::Failure;
use futures_util::future::join_all;
use futures_util::{StreamExt, stream};

use super::price_facts::{FoundRecurrence, PriceFacts};
use super::price_state::{PriceReason, PriceState};
use super::price_work::{PriceChange, PriceTrouble, PriceWork};
use super::store::prices;
use super::sync_product::{CONNECTION, sync_product};
use crate::app::App;
use crate::billing::connections::{
    ConnectionState, StripeConnection, find_connection, note_error, open_account, settings_of_book,
};
use crate::billing::stripe::{
    NewPrice, NewRecurrence, Priority, StripeAccount, StripeError, StripePrice,
};

/// Metadata of a price: our key of it.
pub(super) const PRICE: &str = "tollgate_price";
/// Number of items on which one server works at a time.
const MAX_CONCURRENT: usize = 8;
/// Maximum length of Stripe's own words, in characters.
const MAX_DETAIL: usize = 300;

/// Works on claimed prices, and records the results. A failure of one item does not keep the others from being worked on.
pub(super) async fn sync_prices(
    app: &App,
    claimed: &[i64],
    priority: Priority,
) -> Result<(), Failure> {
    if claimed.is_empty() {
        return Ok(());
    }
    let work = {
        let mut reader = app.database.reader().await?;
        prices::read(&mut reader.connection(), claimed).await?
    };
    let items = work.chunk_by(|one, next| {
        one.connection_id == next.connection_id && one.item_id == next.item_id
    });
    // A closure that borrows would not live in a task that is sent between threads.
    let mut working = Vec::new();
    for item in items {
        working.push(sync_item(app, item, priority));
    }
    let results: Vec<Result<(), Failure>> = stream::iter(working)
        .buffer_unordered(MAX_CONCURRENT)
        .collect()
        .await;
    results.into_iter().collect()
}

/// Works on the claimed prices of one item at one connection.
async fn sync_item(app: &App, work: &[PriceWork], priority: Priority) -> Result<(), Failure> {
    let mut pending = work.iter().filter(|work| work.state == PriceState::Pending);
    let Some(first) = pending.next().or_else(|| work.first()) else {
        return Ok(());
    };
    let changes = match connection_for(app, first).await? {
        Ok(connection) => {
            let account = open_account(app, &connection, priority)?;
            call_stripe(app, &account, first, work).await?
        }
        Err(trouble) => {
            let now = app.clock.now();
            let after = |work: &PriceWork| work.after(trouble.clone(), now);
            work.iter().map(after).collect()
        }
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    for (work, change) in work.iter().zip(&changes) {
        prices::record(&mut db, work, change, app.clock.now()).await?;
    }
    transaction.commit().await
}

/// Returns the connection of a price, if its book still sells through it and its key works.
async fn connection_for(
    app: &App,
    work: &PriceWork,
) -> Result<Result<StripeConnection, PriceTrouble>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let settings = settings_of_book(&mut db, work.book_id).await?;
    let is_linked = settings.connection_id.as_ref() == Some(&work.connection_id);
    let connection = find_connection(&mut db, &work.connection_id).await?;
    let Some(connection) = connection.filter(|_| is_linked) else {
        return Ok(Err(trouble(PriceReason::Disconnected, true)));
    };
    let reason = match connection.state {
        ConnectionState::Active | ConnectionState::Degraded => return Ok(Ok(connection)),
        ConnectionState::Disconnected => return Ok(Err(trouble(PriceReason::Disconnected, true))),
        ConnectionState::Revoked => PriceReason::KeyRefused,
        ConnectionState::Checking => PriceReason::Unavailable,
    };
    Ok(Err(trouble(reason, false)))
}

const fn trouble(reason: PriceReason, is_final: bool) -> PriceTrouble {
    PriceTrouble {
        reason,
        detail: None,
        is_final,
        is_stored: false,
    }
}

/// Writes the product and the prices of an item; returns the change of each price.
async fn call_stripe(
    app: &App,
    account: &StripeAccount<'_>,
    first: &PriceWork,
    work: &[PriceWork],
) -> Result<Vec<PriceChange>, Failure> {
    let results: Vec<Result<Option<String>, StripeError>> = match sync_product(account, first).await
    {
        Ok(()) => {
            let mut making = Vec::new();
            for work in work {
                making.push(sync_price(account, work));
            }
            join_all(making).await
        }
        Err(error) => vec![Err(error); work.len()],
    };
    let error = results.iter().find_map(|result| result.as_ref().err());
    if let Some(error) = error {
        note_error(app, &first.connection_id, error).await?;
    }
    let now = app.clock.now();
    let changes = work.iter().zip(results).map(|(work, result)| match result {
        Ok(stripe_price_id) => PriceChange::synced(stripe_price_id),
        Err(error) => work.after(trouble_from(&error), now),
    });
    Ok(changes.collect())
}

/// Makes a price that is pending, and returns its id. For a synced one only the product was to be written.
async fn sync_price(
    account: &StripeAccount<'_>,
    work: &PriceWork,
) -> Result<Option<String>, StripeError> {
    if work.state != PriceState::Pending {
        return Ok(None);
    }
    if let Some(found) = find_made(account, work).await? {
        if !found.is_active {
            account.set_price_active(&found.id, true).await?;
        }
        return Ok(Some(found.id));
    }
    let id = work.id.to_string();
    let price = NewPrice {
        product: &work.product_id(),
        currency: work.money.currency.code(),
        unit_amount: work.money.minor,
        recurrence: work.recurrence.map(|period| NewRecurrence {
            interval: period.interval.word(),
            interval_count: period.count,
        }),
        tax_behavior: work.tax_behavior.word(),
        lookup_key: &work.lookup_key(),
        metadata: &[(CONNECTION, &work.connection_id), (PRICE, &id)],
    };
    let made = account
        .create_price(&work.idempotency_key(), &price)
        .await?;
    Ok(Some(made.id))
}

/// Finds the price that an earlier attempt made, or an earlier connection of the same account.
async fn find_made(
    account: &StripeAccount<'_>,
    work: &PriceWork,
) -> Result<Option<PriceFacts>, StripeError> {
    if let Some(id) = &work.stripe_price_id
        && let Some(found) = find_price(account, id).await?
    {
        return Ok(Some(facts(found)));
    }
    let page = account.list_prices(&[&work.lookup_key()]).await?;
    let mut found = page
        .data
        .into_iter()
        .filter(|price| !price.deleted)
        .map(facts);
    Ok(found.find(|found| found.is_made_for(work)))
}

/// Returns a price; `None` if Stripe has none of this id.
pub(super) async fn find_price(
    account: &StripeAccount<'_>,
    id: &str,
) -> Result<Option<StripePrice>, StripeError> {
    match account.get_price(id).await {
        Ok(price) => Ok((!price.deleted).then_some(price)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

fn facts(price: StripePrice) -> PriceFacts {
    let is_one_time = price.price_type.as_deref() == Some("one_time");
    let recurrence = (!is_one_time).then(|| {
        let period = price.recurring.unwrap_or_default();
        FoundRecurrence {
            interval: period.interval.unwrap_or_default(),
            count: period.interval_count.unwrap_or(1),
        }
    });
    PriceFacts {
        id: price.id,
        is_active: price.active != Some(false),
        currency: price.currency.unwrap_or_default(),
        amount_minor: price.unit_amount,
        tax_behavior: price.tax_behavior.unwrap_or_default(),
        recurrence,
        product_id: price.product.map(|product| product.id).unwrap_or_default(),
    }
}

fn trouble_from(error: &StripeError) -> PriceTrouble {
    let (reason, detail) = match error {
        StripeError::Refused(refusal) => (PriceReason::Refused, refusal.message.as_deref()),
        StripeError::MissingPermission { .. } => {
            (PriceReason::PermissionMissing, error.permission())
        }
        StripeError::Unauthorized => (PriceReason::KeyRefused, None),
        StripeError::RateLimited
        | StripeError::Unavailable
        | StripeError::StoredFailure
        | StripeError::InvalidResponse => (PriceReason::Unavailable, None),
    };
    PriceTrouble {
        reason,
        detail: detail.map(|text| text.chars().take(MAX_DETAIL).collect()),
        is_final: reason == PriceReason::Refused,
        is_stored: *error == StripeError::StoredFailure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::stripe::StripeRefusal;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one row for each error")]
    fn errors_of_stripe_are_repeated_unless_it_refused() {
        let refusal = StripeRefusal {
            message: Some("No such currency".to_owned()),
            ..StripeRefusal::default()
        };
        let forbidden = StripeError::MissingPermission {
            message: "on account 'acct_1'. Having the 'rak_product_write' permission".to_owned(),
        };
        let rows = [
            // error; reason, words, is final, is stored
            (
                StripeError::Refused(Box::new(refusal)),
                PriceReason::Refused,
                Some("No such currency"),
                true,
                false,
            ),
            (
                forbidden,
                PriceReason::PermissionMissing,
                Some("rak_product_write"),
                false,
                false,
            ),
            (
                StripeError::Unauthorized,
                PriceReason::KeyRefused,
                None,
                false,
                false,
            ),
            (
                StripeError::RateLimited,
                PriceReason::Unavailable,
                None,
                false,
                false,
            ),
            (
                StripeError::Unavailable,
                PriceReason::Unavailable,
                None,
                false,
                false,
            ),
            (
                StripeError::StoredFailure,
                PriceReason::Unavailable,
                None,
                false,
                true,
            ),
            (
                StripeError::InvalidResponse,
                PriceReason::Unavailable,
                None,
                false,
                false,
            ),
        ];
        for (error, reason, words, is_final, is_stored) in rows {
            let expected = PriceTrouble {
                reason,
                detail: words.map(ToOwned::to_owned),
                is_final,
                is_stored,
            };
            assert_eq!(trouble_from(&error), expected, "{error}");
        }
    }
}

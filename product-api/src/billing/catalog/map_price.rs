//! Maps a price that was made at Stripe to a version of a plan: its subscriptions get the allowances of the plan.

use foundation::{Connection, Failure};
use serde_json::json;

use super::item::ItemCode;
use super::plan_terms::PlanTerms;
use super::read_items::{find_version, no_item};
use super::store::mapped_prices::{self, MappedPrice};
use super::store::{items, prices};
use super::version::ItemVersion;
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::{StripeConnection, connection_of_book, note_error, open_account};
use crate::billing::currency::Currency;
use crate::billing::marks::{MarkedObject, ObjectKind, mark};
use crate::billing::stripe::{Priority, StripeError, StripePrice};
use crate::credits::open_site_book;
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// A price at Stripe, and the version of a plan to which it is to belong.
#[derive(Clone, Copy, Debug)]
pub(super) struct PriceMapping<'a> {
    /// The plan.
    pub(super) item: ItemCode<'a>,
    /// The number of the version.
    pub(super) version: i64,
    /// Stripe's id of the price.
    pub(super) stripe_price_id: &'a str,
}

/// Maps a price to a version with the same money and period. Subscriptions with this price and paid invoices that wait for a plan are
/// applied again. Rejects with 422 another price, and with 409 one that belongs to a version already.
pub(super) async fn map_price(
    app: &App,
    access: &SiteAccess,
    asked: PriceMapping<'_>,
) -> Result<ItemVersion, Problem> {
    let book_id = open_site_book(app, access.scope()).await?;
    let version = find_version(app, access, asked.item, asked.version).await?;
    let connection = {
        let mut reader = app.database.reader().await?;
        connection_of_book(&mut reader.connection(), book_id).await?
    };
    let connection = connection.filter(|connection| connection.state.is_usable());
    let connection = connection.ok_or_else(|| {
        let detail = "There is no Stripe account that works. Nothing was done.";
        Problem::new(Kind::BillingNotConnected, detail)
    })?;
    let price = fetch(app, &connection, asked.stripe_price_id).await?;
    if let Some(difference) = difference_of(&price, &version, version.plan_terms()?) {
        let detail =
            "The price has other money or another period than the version. Nothing was done.";
        let problem = Problem::new(Kind::AmountMismatch, detail);
        return Err(problem.with("difference", difference));
    }
    let checked = CheckedPrice {
        book_id,
        connection: &connection,
        price: &price,
    };
    write(app, access, checked, asked).await?;
    find_version(app, access, asked.item, asked.version).await
}

async fn fetch(
    app: &App,
    connection: &StripeConnection,
    stripe_price_id: &str,
) -> Result<StripePrice, Problem> {
    let account = open_account(app, connection, Priority::Buyer)?;
    match account.get_price(stripe_price_id).await {
        Ok(price) => Ok(price),
        Err(StripeError::Refused(_)) => Err(Problem::not_found("price")),
        Err(error) => {
            note_error(app, &connection.id, &error).await?;
            let detail = "Stripe does not answer at the moment. Send the same request again.";
            let problem = Problem::new(Kind::PaymentProviderError, detail);
            Err(problem.with("retryable", error.is_retryable()))
        }
    }
}

/// Returns the member in which a price differs from a version; `None` if it can belong to the version.
fn difference_of(
    price: &StripePrice,
    version: &ItemVersion,
    terms: &PlanTerms,
) -> Option<&'static str> {
    let currency = price.currency.as_deref().and_then(Currency::parse);
    let mut own = version.prices.iter();
    let Some(own) = own.find(|own| Some(own.money.currency) == currency) else {
        return Some("currency");
    };
    if price.unit_amount != Some(own.money.minor) {
        return Some("amount");
    }
    let recurring = price.recurring.as_ref();
    let is_same = recurring.is_some_and(|recurring| {
        recurring.interval.as_deref() == Some(terms.interval.word())
            && recurring.interval_count.unwrap_or(1) == terms.interval_count
    });
    (!is_same).then_some("interval")
}

/// A price that can belong to a version of the book.
#[derive(Clone, Copy)]
struct CheckedPrice<'a> {
    book_id: i64,
    connection: &'a StripeConnection,
    price: &'a StripePrice,
}

/// Writes the mapping, and marks what waits for it.
async fn write(
    app: &App,
    access: &SiteAccess,
    checked: CheckedPrice<'_>,
    asked: PriceMapping<'_>,
) -> Result<(), Problem> {
    let CheckedPrice {
        book_id,
        connection,
        price,
    } = checked;
    let conflict = || {
        let detail = "The price belongs to another version already.";
        Problem::new(Kind::Conflict, detail)
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let item = items::find(&mut db, book_id, asked.item).await?;
    let item = item.ok_or_else(|| no_item(asked.item.kind))?;
    if prices::find(&mut db, &connection.id, &price.id)
        .await?
        .is_some()
    {
        return Err(conflict());
    }
    let mapped = MappedPrice {
        item_id: item.id,
        version: asked.version,
        currency: price.currency.clone().unwrap_or_default(),
    };
    let now = app.clock.now();
    mapped_prices::insert(&mut db, &connection.id, &price.id, &mapped, now).await?;
    let stored = mapped_prices::find(&mut db, &connection.id, &price.id).await?;
    if stored.is_none_or(|stored| stored != mapped) {
        return Err(conflict());
    }
    mark_waiting(app, &mut db, book_id, connection, &price.id).await?;
    let details = json!({
        "mode": access.mode.word(), "version": asked.version, "stripe_price": price.id,
    });
    let entry = Action::PlanPriceMapped.on(asked.item.code, details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await?;
    Ok(())
}

/// Marks the subscriptions of a price, and the invoices whose payments wait for a plan.
async fn mark_waiting(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    connection: &StripeConnection,
    stripe_price_id: &str,
) -> Result<(), Failure> {
    let id = connection.id.as_str();
    let subscriptions = mapped_prices::subscriptions_of(db, id, stripe_price_id).await?;
    let invoices = mapped_prices::unmapped_invoices(db, id, book_id).await?;
    let subscriptions = subscriptions
        .iter()
        .map(|object_id| (ObjectKind::Subscription, object_id));
    let invoices = invoices
        .iter()
        .map(|object_id| (ObjectKind::Invoice, object_id));
    for (kind, object_id) in subscriptions.chain(invoices) {
        let object = MarkedObject {
            connection_id: id,
            kind,
            object_id,
        };
        mark(db, object, None, app.clock.now()).await?;
    }
    Ok(())
}

//! Reads and saves the settings of the book of a website.

use foundation::{Connection, Failure};
use serde_json::json;

use super::account_calls::has_permission;
use super::book_billing::{BookBilling, Tax};
use super::connection::StripeConnection;
use super::find::{connection_of_book, settings_of_book};
use super::inspect_key::{missing_permissions, provider_problem};
use super::list::{is_own, not_found};
use super::note::note_error;
use super::open_account::open_account;
use super::permission::{PROMOTION_CODES, Permission, TAX};
use super::store::{books, connections};
use crate::app::App;
use crate::audit::Action;
use crate::billing::currency::Currency;
use crate::billing::stripe::{Priority, StripeError};
use crate::credits;
use crate::problem::{FieldError, Kind, Problem};
use crate::websites::SiteAccess;

/// New settings of a book.
pub(super) struct SettingsRequest {
    /// The code of the currency.
    pub(super) currency: String,
    /// The other settings; the link stays if it is absent.
    pub(super) settings: BookBilling,
}

/// Returns the settings of the caller's book; the defaults if it has none.
pub(super) async fn read_settings(app: &App, access: &SiteAccess) -> Result<BookBilling, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    match credits::find_site_book(&mut db, access.scope()).await? {
        Some(book) => settings_of_book(&mut db, book.id).await,
        None => Ok(BookBilling::default()),
    }
}

/// Replaces the settings of the owner's book.
pub(super) async fn save_settings(
    app: &App,
    access: &SiteAccess,
    request: SettingsRequest,
) -> Result<BookBilling, Problem> {
    let currency = Currency::parse(&request.currency).ok_or_else(|| {
        let detail = "Must be a currency that Stripe charges, as three lower-case letters.";
        Problem::invalid(&[FieldError::body("/currency", detail)])
    })?;
    check_topup_limit(currency, request.settings.topup_month_max)?;
    let book_id = credits::open_site_book(app, access.scope()).await?;
    let wanted = request.settings.connection_id.as_deref();
    let (before, connection) = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        let before = settings_of_book(&mut db, book_id).await?;
        let connection = find_connection(&mut db, access, book_id, wanted).await?;
        (before, connection)
    };
    let settings = BookBilling {
        connection_id: Some(connection.id.clone()),
        currency,
        ..request.settings
    };
    require_permissions(app, &connection, &before, &settings).await?;
    write(app, access, book_id, &settings).await?;
    Ok(settings)
}

/// Rejects with 400 a limit of automatic top-ups that is no amount of the currency.
fn check_topup_limit(currency: Currency, limit: Option<i64>) -> Result<(), Problem> {
    let checked = limit.map_or(Ok(()), |limit| currency.check_amount(limit));
    checked.map_err(|refusal| {
        let error = FieldError::body("/topup_month_max", refusal.to_string());
        Problem::invalid(&[error])
    })
}

/// Returns the owner's connection with an id, or the one through which the book sells already.
async fn find_connection(
    db: &mut Connection<'_>,
    access: &SiteAccess,
    book_id: i64,
    wanted: Option<&str>,
) -> Result<StripeConnection, Problem> {
    let linked = connection_of_book(db, book_id).await?;
    let Some(wanted) = wanted else {
        return linked.ok_or_else(|| {
            let detail = "Connect a Stripe account first, or name a connection.";
            Problem::new(Kind::BillingNotConnected, detail)
        });
    };
    if let Some(linked) = linked.filter(|linked| linked.id == wanted) {
        return Ok(linked);
    }
    let connection = connections::find(db, wanted).await?;
    let connection = connection.ok_or_else(not_found)?;
    let is_own = is_own(db, &connection, access).await?;
    if is_own && connection.mode == access.mode && connection.state.is_usable() {
        Ok(connection)
    } else {
        Err(not_found())
    }
}

/// Refuses settings that need a permission which the key lacks. Settings that were on before are not checked again.
async fn require_permissions(
    app: &App,
    connection: &StripeConnection,
    before: &BookBilling,
    after: &BookBilling,
) -> Result<(), Problem> {
    let is_same = before.connection_id == after.connection_id;
    let mut needed: Vec<Permission> = Vec::new();
    if after.tax == Tax::Automatic && !(is_same && before.tax == Tax::Automatic) {
        needed.push(TAX);
    }
    if after.has_promotion_codes && !(is_same && before.has_promotion_codes) {
        needed.push(PROMOTION_CODES);
    }
    if needed.is_empty() {
        return Ok(());
    }
    if !connection.state.is_usable() {
        return Err(provider_problem(&StripeError::Unavailable));
    }
    let account = open_account(app, connection, Priority::Buyer)?;
    let mut missing = Vec::new();
    for permission in needed {
        match has_permission(&account, permission).await {
            Ok(true) => {}
            Ok(false) => missing.push(permission.name),
            Err(error) => {
                note_error(app, &connection.id, &error).await?;
                return Err(provider_problem(&StripeError::Unavailable));
            }
        }
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(missing_permissions(&missing))
    }
}

async fn write(
    app: &App,
    access: &SiteAccess,
    book_id: i64,
    settings: &BookBilling,
) -> Result<(), Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let connection_id = settings.connection_id.as_deref().unwrap_or_default();
    let connection = connections::lock(&mut db, connection_id).await?;
    // It may have been disconnected at the same time.
    if connection.is_none_or(|connection| connection.sealed_key.is_empty()) {
        return Err(not_found());
    }
    books::save(&mut db, book_id, settings, app.clock.now()).await?;
    let details = json!({
        "mode": access.mode.word(),
        "connection": connection_id,
        "currency": settings.currency.code(),
        "tax": settings.tax.word(),
        "tax_behavior": settings.tax_behavior.word(),
        "documents": settings.documents.word(),
        "promotion_codes": settings.has_promotion_codes,
        "adaptive_pricing": settings.has_adaptive_pricing,
        "shortfall": settings.shortfall.word(),
        "inquiry_freezes": settings.is_frozen_by_inquiries,
        "change_mode": settings.subscriptions.change_mode.word(),
        "grace_days": settings.subscriptions.grace_days,
        "renewal_grace_hours": settings.subscriptions.renewal_grace_hours,
        "dispute_cancels": settings.subscriptions.is_ended_by_disputes,
        "repeat_trial": settings.subscriptions.repeat_trial.word(),
        "topup_month_max": settings.topup_month_max,
    });
    let entry = Action::BillingSettingsSet.on(&access.website_id, details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await?;
    Ok(())
}

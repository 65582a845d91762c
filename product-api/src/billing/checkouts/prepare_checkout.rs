//! Prepares a checkout of what the catalogue offers now; from then on its price and its terms are fixed.

use foundation::{Connection, Failure, Timestamp, id};

use super::buyer::Sale;
use super::checkout::{Checkout, CheckoutState, LIFETIME};
use super::checkout_offer::{CheckoutOffer, RequestedItem};
use super::checkout_terms::CheckoutTerms;
use super::choose_price::{CurrencyChoice, choose_price, find_bound_currency};
use super::store;
use crate::app::App;
use crate::billing::catalog::{ItemKind, OfferPrice, PriceState, find_offer, find_plan_offer};
use crate::billing::connections::{
    BookBilling, BuyerDocument, StripeConnection, Tax, connection_of_book, settings_of_book,
};
use crate::billing::currency::MAX_AMOUNT_MINOR;
use crate::billing::topups::RuleNumbers;
use crate::billing::trials::has_used_trial;
use crate::credits::WalletKey;
use crate::problem::{FieldError, Kind, Problem};

/// Maximum number of credits of one lot, 2^53 - 1.
const MAX_CREDITS: i64 = 9_007_199_254_740_991;

/// A request for a checkout; its addresses have been checked.
#[derive(Clone, Debug)]
pub(super) struct CheckoutRequest {
    /// The pack or the plan; the pack of an automatic top-up.
    pub(super) item: RequestedItem,
    /// The numbers of an automatic top-up, if the buyer is to agree to one; nothing is sold then.
    pub(super) top_up: Option<RuleNumbers>,
    /// The number of packs, or of pieces of the plan.
    pub(super) quantity: i64,
    /// The code of the currency; none for the book's own.
    pub(super) currency: Option<String>,
    /// The address after the payment.
    pub(super) success_url: String,
    /// The address of a buyer who leaves.
    pub(super) cancel_url: String,
    /// The language of Stripe's page; none for the one of the browser.
    pub(super) locale: Option<String>,
    /// True if Stripe saves the card for automatic top-ups.
    pub(super) saves_card: bool,
    /// The website's own data, as JSON.
    pub(super) metadata: String,
}

/// Languages of Stripe's pages.
const LOCALES: &[&str] = &[
    "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA",
    "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR",
    "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW",
];

impl CheckoutRequest {
    /// Returns the error of a language that Stripe's pages do not have.
    pub(super) fn locale_error(&self) -> Option<FieldError> {
        let locale = self.locale.as_deref()?;
        let detail = "Must be a language of Stripe's pages, such as de, en-GB or pt-BR.";
        (!LOCALES.contains(&locale)).then(|| FieldError::body("/locale", detail))
    }
}

/// Returns the checkout that a request would start, not stored yet. Rejects what is not sold, or not to this buyer.
pub(super) async fn prepare_checkout(
    app: &App,
    db: &mut Connection<'_>,
    sale: &Sale,
    wallet: &WalletKey,
    request: &CheckoutRequest,
) -> Result<Checkout, Problem> {
    let connection = usable_connection(db, sale).await?;
    let settings = settings_of_book(db, sale.book_id).await?;
    let offer = find_item(db, sale.book_id, &connection.id, &request.item).await?;
    let mut offer = offer.ok_or_else(unknown_offer)?;
    if offer.trial.is_some() && !can_try(app, db, wallet).await? {
        offer.trial = None;
    }
    let bound = match offer.kind {
        ItemKind::Pack => None,
        ItemKind::Plan => {
            check_family(app, db, wallet, &offer.item_id).await?;
            find_bound_currency(db, wallet, &connection.id).await?
        }
    };
    let choice = CurrencyChoice {
        asked: request.currency.as_deref(),
        usual: settings.currency,
        bound,
    };
    let price = choose_price(&offer, &choice)?;
    let stripe_price_id = price.stripe_price_id.clone();
    let stripe_price_id = stripe_price_id.filter(|_| price.state == PriceState::Synced);
    let stripe_price_id = stripe_price_id.ok_or_else(price_unavailable)?;
    check_quantity(&offer, price, request.quantity)?;
    if offer.is_first_only && store::has_bought(db, wallet).await? {
        return Err(Problem::new(
            Kind::FirstPurchaseOnly,
            "The buyer has bought here before. Nothing was done.",
        ));
    }
    let priced = PricedOffer {
        wallet,
        connection_id: &connection.id,
        offer: &offer,
        price,
        terms: terms_of(&offer, &settings, stripe_price_id, request),
    };
    Ok(new_checkout(app, sale, request, priced)?)
}

/// Returns true if a buyer may begin with a trial. One who has subscribed, or had a trial under any name, may not.
pub(super) async fn can_try(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<bool, Failure> {
    let is_known = store::has_subscribed(db, wallet).await?;
    Ok(!is_known && !has_used_trial(app, db, wallet).await?)
}

/// Finds what the book offers now.
async fn find_item(
    db: &mut Connection<'_>,
    book_id: i64,
    connection_id: &str,
    item: &RequestedItem,
) -> Result<Option<CheckoutOffer>, Failure> {
    Ok(match item.kind {
        ItemKind::Pack => {
            let found = find_offer(db, book_id, connection_id, &item.code).await?;
            found.map(CheckoutOffer::from)
        }
        ItemKind::Plan => {
            let found = find_plan_offer(db, book_id, connection_id, &item.code).await?;
            found.map(CheckoutOffer::from)
        }
    })
}

/// Rejects with 409 a second live subscription in the family of a plan.
pub(super) async fn check_family(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    plan_id: &str,
) -> Result<(), Problem> {
    match store::find_live_subscription(db, wallet, plan_id, app.clock.now()).await? {
        Some(id) => Err(subscription_exists(&id)),
        None => Ok(()),
    }
}

/// Returns the problem of a buyer who has subscribed already; `object` is the subscription, or the checkout that was paid.
pub(super) fn subscription_exists(object: &str) -> Problem {
    let detail = "The buyer has a subscription of this kind. Nothing was done.";
    Problem::new(Kind::SubscriptionExists, detail).with("object", object)
}

/// Returns the connection of a seller. Rejects with 409 one without an account that works.
pub(super) async fn usable_connection(
    db: &mut Connection<'_>,
    sale: &Sale,
) -> Result<StripeConnection, Problem> {
    let connection = connection_of_book(db, sale.book_id).await?;
    let usable = connection
        .filter(|connection| connection.state.is_usable() && connection.mode == sale.mode);
    usable.ok_or_else(|| {
        Problem::new(
            Kind::BillingNotConnected,
            "There is no Stripe account that works. Nothing was done.",
        )
    })
}

fn unknown_offer() -> Problem {
    Problem::new(
        Kind::UnknownOffer,
        "There is no pack or plan with this code that is sold. Nothing was done.",
    )
}

/// Returns the problem of a price that cannot be sold at the moment.
pub(super) fn price_unavailable() -> Problem {
    Problem::new(
        Kind::PriceUnavailable,
        "The price is not at Stripe, or was archived there. Nothing was done.",
    )
}

/// Rejects a quantity whose price or credits are too large for one payment.
fn check_quantity(offer: &CheckoutOffer, price: &OfferPrice, quantity: i64) -> Result<(), Problem> {
    if let Some(most) = offer.max_quantity.filter(|most| quantity > *most) {
        let detail = format!("Must be at most {most} for this plan.");
        return Err(Problem::invalid(&[FieldError::body("/quantity", detail)]));
    }
    let is_within = |one: i64, most: i64| one.checked_mul(quantity).is_some_and(|all| all <= most);
    let largest = offer.credits.saturating_add(offer.bonus);
    if is_within(price.amount_minor, MAX_AMOUNT_MINOR) && is_within(largest, MAX_CREDITS) {
        return Ok(());
    }
    let detail = format!(
        "Must be smaller: a payment is at most {MAX_AMOUNT_MINOR} in minor units, for at most {MAX_CREDITS} credits."
    );
    Err(Problem::invalid(&[FieldError::body("/quantity", detail)]))
}

fn terms_of(
    offer: &CheckoutOffer,
    settings: &BookBilling,
    stripe_price_id: String,
    request: &CheckoutRequest,
) -> CheckoutTerms {
    CheckoutTerms {
        code: offer.code.clone(),
        name: offer.name.clone(),
        expires_days: offer.expires_days,
        bonus_expires_days: offer.bonus_expires_days,
        feature_id: offer.feature_id,
        stripe_price_id,
        has_promotion_codes: settings.has_promotion_codes,
        has_tax: settings.tax == Tax::Automatic,
        has_invoice: settings.documents == BuyerDocument::Invoice,
        has_adaptive_pricing: settings.has_adaptive_pricing,
        locale: request.locale.clone(),
        saves_card: request.saves_card,
        trial: offer.trial,
        top_up: None,
    }
}

/// An offer at one of its prices, for a buyer.
struct PricedOffer<'a> {
    wallet: &'a WalletKey,
    connection_id: &'a str,
    offer: &'a CheckoutOffer,
    price: &'a OfferPrice,
    terms: CheckoutTerms,
}

fn new_checkout(
    app: &App,
    sale: &Sale,
    request: &CheckoutRequest,
    priced: PricedOffer<'_>,
) -> Result<Checkout, Failure> {
    let now = app.clock.now();
    Ok(Checkout {
        id: id::new("chk", &app.clock, &app.random)?,
        book_id: priced.wallet.book_id,
        owner: priced.wallet.owner.clone(),
        kind: priced.offer.kind.into(),
        item_id: priced.offer.item_id.clone(),
        version: priced.offer.version,
        price_id: priced.price.id,
        quantity: request.quantity,
        currency: priced.price.currency,
        amount_minor: priced.price.amount_minor,
        credits: priced.offer.credits,
        bonus: priced.offer.bonus,
        terms: priced.terms,
        metadata: request.metadata.clone(),
        connection_id: priced.connection_id.to_owned(),
        stripe_customer_id: None,
        stripe_session_id: None,
        attempt: 1,
        state: CheckoutState::New,
        reason: None,
        url: None,
        success_url: request.success_url.clone(),
        cancel_url: request.cancel_url.clone(),
        actor: sale.actor.clone(),
        // Stripe counts in seconds.
        expires_at: Timestamp::from_seconds(now.plus(LIFETIME).seconds()),
        closed_at: None,
        created_at: now,
    })
}

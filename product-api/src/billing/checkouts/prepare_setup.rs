//! Prepares a checkout that saves a card for an automatic top-up; the rule is fixed from then on, with its sentence of consent.

use foundation::{Connection, Timestamp, id};

use super::buyer::Sale;
use super::checkout::{Checkout, CheckoutState, LIFETIME};
use super::checkout_kind::CheckoutKind;
use super::checkout_terms::CheckoutTerms;
use super::prepare_checkout::{CheckoutRequest, price_unavailable, usable_connection};
use super::store;
use crate::app::App;
use crate::billing::connections::settings_of_book;
use crate::billing::topups::{RuleNumbers, RuleOffer, RuleRequest, ShownSeller, offer_rule};
use crate::credits::WalletKey;
use crate::problem::Problem;

/// A request for a rule, whose texts and numbers have been checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetupRequest<'a> {
    /// The pack and the addresses.
    pub(super) checkout: &'a CheckoutRequest,
    /// The numbers of the rule.
    pub(super) numbers: RuleNumbers,
}

/// Returns the checkout that a request would start, not stored yet. Rejects a rule that the buyer could not set.
pub(super) async fn prepare_setup(
    app: &App,
    db: &mut Connection<'_>,
    sale: &Sale,
    wallet: &WalletKey,
    request: SetupRequest<'_>,
) -> Result<Checkout, Problem> {
    let connection = usable_connection(db, sale).await?;
    let settings = settings_of_book(db, sale.book_id).await?;
    let seller = store::seller_of(db, sale.book_id).await?;
    let asked = RuleRequest {
        book_id: sale.book_id,
        seller: ShownSeller {
            name: seller.website_name.as_deref(),
            scale: seller.scale,
        },
        code: &request.checkout.item.code,
        currency: request.checkout.currency.as_deref(),
        numbers: request.numbers,
    };
    let offer = offer_rule(db, &connection, &settings, asked).await?;
    let terms = terms_of(&offer, request.checkout)?;
    let now = app.clock.now();
    Ok(Checkout {
        id: id::new("chk", &app.clock, &app.random)?,
        book_id: wallet.book_id,
        owner: wallet.owner.clone(),
        kind: CheckoutKind::Setup,
        item_id: offer.pack.pack_id,
        version: offer.pack.version,
        price_id: offer.price.id,
        // Nothing is sold now: the rule has the quantity, the price and the credits of a purchase.
        quantity: 1,
        currency: offer.price.currency,
        amount_minor: 0,
        credits: 0,
        bonus: 0,
        terms,
        metadata: request.checkout.metadata.clone(),
        connection_id: connection.id,
        stripe_customer_id: None,
        stripe_session_id: None,
        attempt: 1,
        state: CheckoutState::New,
        reason: None,
        url: None,
        success_url: request.checkout.success_url.clone(),
        cancel_url: request.checkout.cancel_url.clone(),
        actor: sale.actor.clone(),
        // Stripe counts in seconds.
        expires_at: Timestamp::from_seconds(now.plus(LIFETIME).seconds()),
        closed_at: None,
        created_at: now,
    })
}

/// Returns the terms. Taxes, invoices and codes are those of later purchases.
fn terms_of(offer: &RuleOffer, request: &CheckoutRequest) -> Result<CheckoutTerms, Problem> {
    let pack = &offer.pack;
    let stripe_price_id = offer.price.stripe_price_id.clone();
    Ok(CheckoutTerms {
        code: pack.code.clone(),
        name: pack.name.clone(),
        expires_days: pack.expires_days,
        bonus_expires_days: pack.bonus_expires_days,
        feature_id: pack.feature_id,
        stripe_price_id: stripe_price_id.ok_or_else(price_unavailable)?,
        has_promotion_codes: false,
        has_tax: false,
        has_invoice: false,
        has_adaptive_pricing: false,
        locale: request.locale.clone(),
        saves_card: true,
        trial: None,
        top_up: Some(offer.rule.clone()),
    })
}

//! Turns a buyer's own automatic top-up on, or changes it. Only the buyer may raise it, with consent.

use foundation::{Connection, Failure};
use serde_json::json;

use super::check_request::{RuleNumbers, text_errors};
use super::choose_pack::{ChosenPack, NamedPack, choose_pack};
use super::find_card::{SavedMethod, find_card};
use super::find_owner::{TopUpOwner, find_own_owner};
use super::kept_pause::kept_pause;
use super::locked_topup::save_rule;
use super::meet_owner::meet_owner;
use super::needs_consent::{WantedRule, consent_problem, needs_consent};
use super::own_seller::OwnSeller;
use super::record_by_buyer::record_by_buyer;
use super::rule::TopUpRule;
use super::rule_state::RuleState;
use super::store;
use super::terms::TopUpTerms;
use super::views::{TopUpView, load_view};
use crate::app::App;
use crate::audit::Action;
use crate::billing::buyer_requests::AskedWebsite;
use crate::billing::connections::{
    BookBilling, StripeConnection, connection_of_book, note_error, settings_of_book,
};
use crate::billing::marks::ApplyError;
use crate::billing::payments::provider_problem;
use crate::billing::stripe::Priority;
use crate::billing::stripe_customers::{CustomerError, ensure_customer};
use crate::caller::CreditsBuy;
use crate::credits::{Owner, WalletKey};
use crate::idempotency::key_in_flight;
use crate::problem::{Kind, Problem};
use crate::users::AuthenticatedUser;

/// A buyer's wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TopUpRequest {
    /// The code of the pack.
    pub(super) pack: String,
    /// The number of packs that are bought at once.
    pub(super) quantity: i64,
    /// Credits below which packs are bought.
    pub(super) threshold: i64,
    /// The most that a month may cost, in minor units.
    pub(super) month_max_minor: i64,
    /// Maximum number of purchases in a month.
    pub(super) month_max_count: i64,
    /// Seconds between two purchases.
    pub(super) min_seconds: i64,
    /// The code of the currency; none for the book's own.
    pub(super) currency: Option<String>,
    /// The sentence to which the buyer consents.
    pub(super) consent: Option<String>,
}

impl TopUpRequest {
    const fn numbers(&self) -> RuleNumbers {
        RuleNumbers {
            quantity: self.quantity,
            threshold: self.threshold,
            month_max_minor: self.month_max_minor,
            month_max_count: self.month_max_count,
            min_seconds: self.min_seconds,
        }
    }

    fn wanted<'a>(
        &self,
        connection: &'a StripeConnection,
        chosen: &'a ChosenPack,
    ) -> WantedRule<'a> {
        WantedRule {
            pack_id: &chosen.offer.pack_id,
            pack_version: chosen.offer.version,
            connection_id: &connection.id,
            currency: chosen.price.currency.code(),
            price_minor: chosen.total_minor(self.quantity),
            numbers: self.numbers(),
        }
    }
}

/// What a rule is made of.
struct Ingredients<'a> {
    wallet: WalletKey,
    connection: StripeConnection,
    chosen: ChosenPack,
    method: Option<SavedMethod>,
    request: &'a TopUpRequest,
    user_id: &'a str,
}

impl Ingredients<'_> {
    fn wanted(&self) -> WantedRule<'_> {
        self.request.wanted(&self.connection, &self.chosen)
    }
}

/// Sets the rule of the user who asks. Rejects with 409 a rule that buys more than the user has consented to.
pub(super) async fn set_own_topup(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    seller: &OwnSeller,
    request: &TopUpRequest,
) -> Result<TopUpView, Problem> {
    let mut errors = request.numbers().errors();
    errors.extend(text_errors(&request.pack, request.consent.as_deref()));
    if !errors.is_empty() {
        return Err(Problem::invalid(&errors));
    }
    let mut owner = find_own_owner(app, holder, seller, AskedWebsite::Active).await?;
    let (connection, settings) = read_seller(app, &owner).await?;
    let chosen = {
        let named = NamedPack {
            book_id: owner.book_id,
            code: &request.pack,
            currency: request.currency.as_deref(),
        };
        let mut reader = app.database.reader().await?;
        choose_pack(&mut reader.connection(), &connection, &settings, named).await?
    };
    let checked = chosen.check(&request.numbers(), &settings);
    checked.map_err(|refusal| refusal.into_problem(""))?;
    let wallet = meet_owner(app, &holder.user.id, &mut owner).await?;
    let wanted = request.wanted(&connection, &chosen);
    check_consent(app, &wallet, &wanted, request).await?;
    let method = find_method(app, &connection, &wallet.owner).await?;
    let ingredients = Ingredients {
        wallet,
        connection,
        chosen,
        method,
        request,
        user_id: &holder.user.id,
    };
    write(app, holder, &owner, &ingredients).await?;
    load_view(app, &owner).await
}

/// Returns the connection and the settings of a seller. Rejects with 409 one without an account that works.
async fn read_seller(
    app: &App,
    owner: &TopUpOwner,
) -> Result<(StripeConnection, BookBilling), Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let connection = connection_of_book(&mut db, owner.book_id).await?;
    let settings = settings_of_book(&mut db, owner.book_id).await?;
    let usable = connection
        .filter(|connection| connection.state.is_usable() && connection.mode == owner.mode);
    let connection = usable.ok_or_else(|| {
        let detail = "There is no Stripe account that works. Nothing was done.";
        Problem::new(Kind::BillingNotConnected, detail)
    })?;
    Ok((connection, settings))
}

/// Rejects with 409 a change that lacks a consent, before Stripe is called.
async fn check_consent(
    app: &App,
    wallet: &WalletKey,
    wanted: &WantedRule<'_>,
    request: &TopUpRequest,
) -> Result<(), Problem> {
    let before = {
        let mut reader = app.database.reader().await?;
        store::find_rule(&mut reader.connection(), wallet).await?
    };
    require_consent(before.as_ref(), wanted, request)
}

fn require_consent(
    before: Option<&TopUpRule>,
    wanted: &WantedRule<'_>,
    request: &TopUpRequest,
) -> Result<(), Problem> {
    if request.consent.is_none() && needs_consent(before, wanted) {
        return Err(consent_problem());
    }
    Ok(())
}

/// Finds the buyer's card. The customer at Stripe is created, so that the buyer can save a card on the portal.
async fn find_method(
    app: &App,
    connection: &StripeConnection,
    owner: &Owner,
) -> Result<Option<SavedMethod>, Problem> {
    let error = match ensure_customer(app, connection, owner).await {
        Ok(_) => match find_card(app, connection, owner, &[], Priority::Buyer).await {
            Ok(method) => return Ok(method),
            Err(ApplyError::Failure(failure)) => return Err(failure.into()),
            Err(ApplyError::Stripe(error)) => error,
        },
        Err(CustomerError::InFlight) => return Err(key_in_flight()),
        Err(CustomerError::Failure(failure)) => return Err(failure.into()),
        Err(CustomerError::Stripe(error)) => error,
    };
    note_error(app, &connection.id, &error).await?;
    Err(provider_problem(&error))
}

async fn write(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    owner: &TopUpOwner,
    ingredients: &Ingredients<'_>,
) -> Result<(), Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = store::lock_rule(&mut db, &ingredients.wallet).await?;
    let wanted = ingredients.wanted();
    require_consent(before.as_ref(), &wanted, ingredients.request)?;
    let rule = new_rule(app, before.as_ref(), ingredients);
    save_rule(app, &mut db, &rule).await?;
    record(app, &mut db, holder, owner, &rule).await?;
    transaction.commit().await?;
    Ok(())
}

async fn record(
    app: &App,
    db: &mut Connection<'_>,
    holder: &AuthenticatedUser<CreditsBuy>,
    owner: &TopUpOwner,
    rule: &TopUpRule,
) -> Result<(), Failure> {
    let details = json!({
        "mode": owner.mode.word(),
        "pack": rule.terms.code,
        "quantity": rule.quantity,
        "threshold": rule.threshold,
        "amount_minor": rule.total_minor(),
        "currency": rule.currency.code(),
        "month_max_minor": rule.month_max_minor,
        "month_max_count": rule.month_max_count,
        "min_seconds": rule.min_seconds,
        "consent": rule.consent_text,
    });
    let entry = Action::TopUpSet.on(rule.wallet.owner.id(), details);
    record_by_buyer(app, db, holder, owner.website_id.as_deref(), entry).await
}

/// Returns the rule that a request leads to. A payment that waits for its confirmation keeps the state.
fn new_rule(app: &App, before: Option<&TopUpRule>, ingredients: &Ingredients<'_>) -> TopUpRule {
    let now = app.clock.now();
    let request = ingredients.request;
    let (offer, price) = (&ingredients.chosen.offer, &ingredients.chosen.price);
    let method = ingredients.method.as_ref();
    let is_waiting = before.is_some_and(|before| before.state == RuleState::NeedsAction);
    let state = if is_waiting {
        RuleState::NeedsAction
    } else if method.is_some() {
        RuleState::Active
    } else {
        RuleState::NeedsCard
    };
    let card = method.and_then(|method| method.card.clone());
    let kept = kept_pause(before, &ingredients.wanted(), card.as_ref(), now);
    let reason = before.and_then(|before| before.reason.clone().filter(|_| is_waiting));
    let consent = request.consent.clone();
    let consented_before = before.map(|before| before.consent_at);
    TopUpRule {
        wallet: ingredients.wallet.clone(),
        connection_id: ingredients.connection.id.clone(),
        state,
        reason: reason.or(kept.reason),
        threshold: request.threshold,
        pack_id: offer.pack_id.clone(),
        pack_version: offer.version,
        price_id: price.id,
        quantity: request.quantity,
        currency: price.currency,
        amount_minor: price.amount_minor,
        credits: offer.credits,
        bonus: offer.bonus,
        terms: TopUpTerms {
            code: offer.code.clone(),
            name: offer.name.clone(),
            expires_days: offer.expires_days,
            bonus_expires_days: offer.bonus_expires_days,
            feature_id: offer.feature_id,
        },
        month_max_minor: request.month_max_minor,
        month_max_count: request.month_max_count,
        min_seconds: request.min_seconds,
        failures: kept.failures,
        next_at: kept.next_at,
        attempt_count: before.map_or(0, |before| before.attempt_count),
        capped_month: kept.capped_month,
        card,
        actor: ingredients.user_id.to_owned(),
        consent_at: consented_before
            .filter(|_| consent.is_none())
            .unwrap_or(now),
        consent_text: consent.unwrap_or_else(|| {
            before.map_or_else(String::new, |before| before.consent_text.clone())
        }),
        created_at: before.map_or(now, |before| before.created_at),
        updated_at: now,
    }
}

//! Completes the checkout of an automatic top-up: the rule is set to which the buyer agreed on the page.

use foundation::{Connection, Failure};
use serde_json::json;

use super::checkout::{Checkout, CheckoutSeller};
use super::session_facts::SessionFacts;
use super::store;
use crate::app::App;
use crate::billing::topups::{AgreedRule, TopUpTerms, set_agreed_rule};
use crate::credits::{WalletKey, post_billing_event, set_topup_threshold};

/// Sets the rule and records that the card is saved. Returns the reason as a word if the rule can no longer be set as agreed.
pub(super) async fn complete_setup(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
) -> Result<Option<&'static str>, Failure> {
    let seller = store::seller_of(db, checkout.book_id).await?;
    let agreed = agreed_rule(checkout, facts, &seller)?;
    let reason = set_agreed_rule(app, db, &agreed).await?;
    let mut billing = json!({
        "payment_id": null,
        "checkout_id": checkout.id,
        "status": "completed",
    });
    if let (Some(reason), Some(members)) = (reason, billing.as_object_mut()) {
        members.insert("reason".to_owned(), reason.into());
    }
    post_billing_event(app, db, &agreed.wallet, "checkout.completed", billing).await?;
    if reason.is_none() {
        // The event has created the wallet of a new buyer, which watches the threshold from now on.
        set_topup_threshold(db, &agreed.wallet, Some(agreed.offered.threshold)).await?;
    }
    Ok(reason)
}

/// Returns the rule to which the buyer has agreed by finishing a session.
pub(super) fn agreed_rule<'a>(
    checkout: &'a Checkout,
    facts: &SessionFacts,
    seller: &'a CheckoutSeller,
) -> Result<AgreedRule<'a>, Failure> {
    let offered = checkout.terms.top_up.as_ref();
    let offered =
        offered.ok_or_else(|| Failure::defect("a checkout offers no automatic top-up"))?;
    let terms = &checkout.terms;
    let method = facts.setup.as_ref().and_then(|setup| setup.method.as_ref());
    Ok(AgreedRule {
        checkout_id: &checkout.id,
        offered_at: checkout.created_at,
        actor: &checkout.actor,
        wallet: WalletKey {
            book_id: checkout.book_id,
            owner: checkout.owner.clone(),
        },
        mode: seller.mode,
        website_id: seller.website_id.as_deref(),
        connection_id: &checkout.connection_id,
        pack_id: &checkout.item_id,
        pack_version: checkout.version,
        price_id: checkout.price_id,
        currency: checkout.currency,
        terms: TopUpTerms {
            code: terms.code.clone(),
            name: terms.name.clone(),
            expires_days: terms.expires_days,
            bonus_expires_days: terms.bonus_expires_days,
            feature_id: terms.feature_id,
        },
        offered,
        card: method.and_then(|method| method.card.clone()),
    })
}

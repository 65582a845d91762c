//! Wire types of checkouts.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use super::top_up::{CheckoutTopUpBody, CheckoutTopUpDto, GivenMembers};
use crate::billing::checkouts::checkout::CheckoutState;
use crate::billing::checkouts::checkout_kind::CheckoutKind;
use crate::billing::checkouts::load_checkout::CheckoutView;
use crate::billing::checkouts::prepare_checkout::CheckoutRequest;
use crate::caller::Mode;
use crate::credits::{Metadata, checked_metadata};
use crate::customers::{CustomerRef, CustomerRefBody};
use crate::problem::Problem;
use crate::schema::{Instant, Nullable};

/// A pack or a plan to be sold to a customer.
#[derive(Object)]
#[oai(
    rename = "CheckoutRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct CheckoutBody {
    /// The customer.
    customer: CustomerRefBody,
    /// The code of the pack; either this, `plan` or `top_up`.
    #[oai(validator(min_length = 1, max_length = 64))]
    pack: Option<String>,
    /// The code of the plan; either this, `pack` or `top_up`.
    #[oai(validator(min_length = 1, max_length = 64))]
    plan: Option<String>,
    /// An automatic top-up to which the buyer agrees, instead of a purchase: Stripe saves the card, nothing is paid, and the top-up
    /// is turned on. `quantity` and `save_card` must be absent.
    top_up: Option<CheckoutTopUpBody>,
    /// The number of packs, or of pieces of the plan; 1 if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    quantity: Option<i64>,
    /// The currency, as an ISO 4217 code in lower case; the website's own if absent.
    #[oai(validator(min_length = 3, max_length = 3))]
    currency: Option<String>,
    /// The address to which Stripe sends the buyer after the payment. `checkout` with the id is added to its query. It must be
    /// https, and on one of the website's registered addresses; http is allowed on localhost in test mode.
    #[oai(validator(min_length = 1, max_length = 2048))]
    success_url: String,
    /// The address to which Stripe sends a buyer who leaves; the same rules apply.
    #[oai(validator(min_length = 1, max_length = 2048))]
    cancel_url: String,
    /// The language of Stripe's page, such as `de` or `pt-BR`; the one of the browser if absent.
    #[oai(validator(min_length = 2, max_length = 6))]
    locale: Option<String>,
    /// True to have Stripe save the card, so that automatic top-ups can charge it; false if absent. The card of a plan is saved
    /// anyway.
    save_card: Option<bool>,
    /// Your own data, returned with the checkout: at most 50 members and 4096 bytes.
    metadata: Option<Metadata>,
}

impl CheckoutBody {
    /// Reads the buyer and the request.
    pub(super) fn read(self) -> Result<(CustomerRef, CheckoutRequest), Problem> {
        let customer = self.customer.read("/customer");
        let given = GivenMembers {
            pack: self.pack,
            plan: self.plan,
            top_up: self.top_up,
            has_quantity: self.quantity.is_some(),
            has_save_card: self.save_card.is_some(),
        };
        let wanted = given.read()?;
        let request = CheckoutRequest {
            item: wanted.item,
            top_up: wanted.top_up,
            quantity: self.quantity.unwrap_or(1),
            currency: self.currency,
            success_url: self.success_url,
            cancel_url: self.cancel_url,
            locale: self.locale,
            saves_card: self.save_card.unwrap_or(false),
            metadata: checked_metadata(self.metadata)?,
        };
        Ok((
            customer.map_err(|error| Problem::invalid(&[error]))?,
            request,
        ))
    }
}

impl Example for CheckoutBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            pack: Some("small".to_owned()),
            plan: None,
            top_up: None,
            quantity: None,
            currency: None,
            success_url: "https://shop.example.com/credits/done".to_owned(),
            cancel_url: "https://shop.example.com/credits".to_owned(),
            locale: None,
            save_card: None,
            metadata: None,
        }
    }
}

/// A pack or a plan that the user buys.
#[derive(Object)]
#[oai(
    rename = "MyCheckoutRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct MyCheckoutBody {
    /// The website whose credits are bought; the platform's own if absent. A token of a website's client buys at that website.
    #[oai(validator(min_length = 1, max_length = 255))]
    pub(super) website: Option<String>,
    /// The mode of the credits; live if absent.
    pub(super) mode: Option<Mode>,
    /// The code of the pack; either this, `plan` or `top_up`.
    #[oai(validator(min_length = 1, max_length = 64))]
    pack: Option<String>,
    /// The code of the plan; either this, `pack` or `top_up`.
    #[oai(validator(min_length = 1, max_length = 64))]
    plan: Option<String>,
    /// An automatic top-up to which the buyer agrees, instead of a purchase: Stripe saves the card, nothing is paid, and the top-up
    /// is turned on. `quantity` and `save_card` must be absent.
    top_up: Option<CheckoutTopUpBody>,
    /// The number of packs, or of pieces of the plan; 1 if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    quantity: Option<i64>,
    /// The currency, as an ISO 4217 code in lower case; the seller's own if absent.
    #[oai(validator(min_length = 3, max_length = 3))]
    currency: Option<String>,
    /// The address to which Stripe sends the buyer after the payment. `checkout` with the id is added to its query. It must be
    /// https, and on one of the website's registered addresses or of this installation; http is allowed on localhost in test
    /// mode.
    #[oai(validator(min_length = 1, max_length = 2048))]
    success_url: String,
    /// The address to which Stripe sends a buyer who leaves; the same rules apply.
    #[oai(validator(min_length = 1, max_length = 2048))]
    cancel_url: String,
    /// The language of Stripe's page, such as `de` or `pt-BR`; the one of the browser if absent.
    #[oai(validator(min_length = 2, max_length = 6))]
    locale: Option<String>,
    /// True to have Stripe save the card, so that automatic top-ups can charge it; false if absent. The card of a plan is saved
    /// anyway.
    save_card: Option<bool>,
}

impl MyCheckoutBody {
    /// Reads the request.
    pub(super) fn read(self) -> Result<CheckoutRequest, Problem> {
        let given = GivenMembers {
            pack: self.pack,
            plan: self.plan,
            top_up: self.top_up,
            has_quantity: self.quantity.is_some(),
            has_save_card: self.save_card.is_some(),
        };
        let wanted = given.read()?;
        Ok(CheckoutRequest {
            item: wanted.item,
            top_up: wanted.top_up,
            quantity: self.quantity.unwrap_or(1),
            currency: self.currency,
            success_url: self.success_url,
            cancel_url: self.cancel_url,
            locale: self.locale,
            saves_card: self.save_card.unwrap_or(false),
            metadata: "{}".to_owned(),
        })
    }
}

impl Example for MyCheckoutBody {
    fn example() -> Self {
        Self {
            website: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()),
            mode: None,
            pack: Some("small".to_owned()),
            plan: None,
            top_up: None,
            quantity: None,
            currency: None,
            success_url: "https://shop.example.com/credits/done".to_owned(),
            cancel_url: "https://shop.example.com/credits".to_owned(),
            locale: None,
            save_card: None,
        }
    }
}

/// The state of a checkout.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "CheckoutState", rename_all = "lowercase")]
enum CheckoutStateName {
    /// Its page is being made.
    New,
    /// The buyer can pay at `url`.
    Open,
    /// The buyer has chosen a method that takes days, and the payment is not confirmed.
    Processing,
    /// The buyer has paid, and the credits were granted; or the card was saved, and the automatic top-up is on unless there is a
    /// `reason`.
    Completed,
    /// The payment failed.
    Failed,
    /// The buyer did not pay in time, or the checkout was ended.
    Expired,
    /// The buyer has paid, and no credits were granted, because the payment differs from what was sold.
    Review,
}

impl From<CheckoutState> for CheckoutStateName {
    fn from(state: CheckoutState) -> Self {
        match state {
            CheckoutState::New => Self::New,
            CheckoutState::Open => Self::Open,
            CheckoutState::Processing => Self::Processing,
            CheckoutState::Completed => Self::Completed,
            CheckoutState::Failed => Self::Failed,
            CheckoutState::Expired => Self::Expired,
            CheckoutState::Review => Self::Review,
        }
    }
}

/// A checkout. The price and the credits were fixed when it was started.
#[derive(Clone, Debug, Object)]
#[oai(rename = "MyCheckout", example)]
pub(super) struct MyCheckoutDto {
    /// The id, `chk_…`.
    id: String,
    /// Stripe's page, on which the buyer pays; null unless the checkout is open.
    url: Nullable<String>,
    /// The state.
    state: CheckoutStateName,
    /// The reason of a failure or a review, as a word; else null. It stays if the website accepts the payment. A completed checkout of
    /// an automatic top-up has one if the top-up could no longer be turned on as agreed: `newer-rule`, `needs-consent` (the pack is
    /// dearer now), `limit-lowered`, `price-unavailable`, `account-changed`, `website-suspended`, `dispute`, `fraud-warning` or
    /// `merged`.
    reason: Nullable<String>,
    /// The website that sells the credits; null for the platform.
    website_id: Nullable<String>,
    /// The website's name; null for the platform.
    website_name: Nullable<String>,
    /// The mode of the credits.
    mode: Mode,
    /// Decimal places for display; `credits` and `bonus` are in the smallest unit.
    scale: i32,
    /// The customer who gets the credits; null for credits of the platform.
    customer_id: Nullable<String>,
    /// The code of the pack; null for a plan and an automatic top-up.
    pack: Nullable<String>,
    /// The code of the plan; null for a pack and an automatic top-up.
    plan: Nullable<String>,
    /// The automatic top-up to which the buyer agrees; null for a sale. Nothing is paid, so that the amount and the credits of the
    /// checkout are 0.
    top_up: Nullable<CheckoutTopUpDto>,
    /// The version of the pack or the plan.
    version: i64,
    /// The number of packs, or of pieces of the plan; 1 for an automatic top-up.
    quantity: i64,
    /// The price of all of them, for a plan in one period, before discounts and taxes, in the smallest unit of the currency.
    amount_minor: i64,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The credits of all packs without the bonus, or of one allowance of the plan.
    credits: i64,
    /// The free credits of all packs.
    bonus: i64,
    /// The payment; null before the buyer has paid.
    payment_id: Nullable<String>,
    /// The time until which the buyer can pay.
    expires_at: Instant,
    /// The time at which the state became final; null before.
    closed_at: Nullable<Instant>,
    /// The time of creation.
    created_at: Instant,
}

impl From<CheckoutView> for MyCheckoutDto {
    fn from(view: CheckoutView) -> Self {
        let (checkout, seller) = (view.checkout, view.seller);
        let kind = checkout.kind;
        let code = Some(checkout.terms.code.clone());
        let offered = checkout.terms.top_up.as_ref();
        let top_up = offered.map(|rule| CheckoutTopUpDto::new(&checkout.terms.code, rule));
        Self {
            website_id: seller.website_id.into(),
            website_name: seller.website_name.into(),
            mode: seller.mode,
            scale: seller.scale.into(),
            amount_minor: checkout.total_minor(),
            credits: checkout.total_credits(),
            bonus: checkout.total_bonus(),
            id: checkout.id,
            url: checkout.url.into(),
            state: checkout.state.into(),
            reason: checkout.reason.into(),
            customer_id: checkout.owner.customer_id().map(ToOwned::to_owned).into(),
            pack: code.clone().filter(|_| kind == CheckoutKind::Pack).into(),
            plan: code.filter(|_| kind == CheckoutKind::Plan).into(),
            top_up: top_up.into(),
            version: checkout.version,
            quantity: checkout.quantity,
            currency: checkout.currency.code().to_owned(),
            payment_id: view.payment_id.into(),
            expires_at: Instant(checkout.expires_at),
            closed_at: checkout.closed_at.map(Instant).into(),
            created_at: Instant(checkout.created_at),
        }
    }
}

impl Example for MyCheckoutDto {
    fn example() -> Self {
        Self {
            id: "chk_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            url: Some("https://checkout.stripe.com/c/pay/example".to_owned()).into(),
            state: CheckoutStateName::Open,
            reason: None.into(),
            website_id: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website_name: Some("Pictures".to_owned()).into(),
            mode: Mode::Live,
            scale: 0,
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            pack: Some("small".to_owned()).into(),
            plan: None.into(),
            top_up: None.into(),
            version: 1,
            quantity: 1,
            amount_minor: 1_000,
            currency: "eur".to_owned(),
            credits: 500,
            bonus: 50,
            payment_id: None.into(),
            expires_at: Instant(Timestamp::from_seconds(1_767_229_200)),
            closed_at: None.into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// A checkout with the website's own data.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Checkout", example)]
pub(super) struct CheckoutDto {
    #[oai(flatten)]
    checkout: MyCheckoutDto,
    /// Your own data, as the request had it.
    metadata: Metadata,
}

impl From<CheckoutView> for CheckoutDto {
    fn from(view: CheckoutView) -> Self {
        Self {
            metadata: Metadata::from_text(&view.checkout.metadata),
            checkout: view.into(),
        }
    }
}

impl Example for CheckoutDto {
    fn example() -> Self {
        Self {
            checkout: MyCheckoutDto::example(),
            metadata: Metadata::default(),
        }
    }
}

//! `/v1/billing/settings`: the way in which a website sells.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::setting_words::{
    ChangeModeWord, DocumentWord, RepeatTrialWord, ShortfallWord, TaxBehaviorWord, TaxWord,
};
use crate::app::App;
use crate::billing::connections::book_billing::BookBilling;
use crate::billing::connections::settings::{SettingsRequest, read_settings, save_settings};
use crate::billing::connections::subscription_rules::SubscriptionRules;
use crate::billing::guard::{BySeller, BySellerOwner};
use crate::caller::{BillingRead, StepUp};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::websites::AdmitOwner;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SaveProblems: BillingNotConnected, ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, PaymentProviderError,
        StripePermissionMissing, UnsupportedMediaType
);

/// The way in which a website sells in one mode.
#[derive(Object)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
#[oai(rename = "BillingSettings", example)]
struct SettingsDto {
    /// The connection through which it sells; null if it is not connected.
    connection: Nullable<String>,
    /// The currency in which prices are shown first, as three lower-case letters.
    currency: String,
    /// The way in which tax is added.
    tax: TaxWord,
    /// The relation of new prices and their tax. Prices that exist keep theirs.
    tax_behavior: TaxBehaviorWord,
    /// The document that buyers get.
    documents: DocumentWord,
    /// True if buyers may enter promotion codes of the Stripe account.
    promotion_codes: bool,
    /// True if Stripe shows buyers the price in their own currency. Credits and payouts do not depend on it.
    adaptive_pricing: bool,
    /// The treatment of credits that were spent before their payment was refunded.
    shortfall: ShortfallWord,
    /// True if a bank's inquiry freezes the credits of its payment, as a dispute does.
    inquiry_freezes: bool,
    /// Days for which a customer stays subscribed although a renewal is not paid.
    grace_days: i64,
    /// Hours for which an allowance outlives its period. Stripe keeps the invoice of a renewal for about an hour.
    renewal_grace_hours: i64,
    /// The effect of a dearer plan within a paid period. Further pieces of the same plan are always paid in proportion.
    change_mode: ChangeModeWord,
    /// True if a lost dispute ends the subscription whose payment it was.
    dispute_cancels: bool,
    /// The treatment of a trial with a card that had a trial before.
    repeat_trial: RepeatTrialWord,
    /// The most that a buyer can allow automatic top-ups in a month, in the smallest unit of the currency; null without a limit.
    topup_month_max: Nullable<i64>,
}

impl From<BookBilling> for SettingsDto {
    fn from(settings: BookBilling) -> Self {
        Self {
            connection: settings.connection_id.into(),
            currency: settings.currency.code().to_owned(),
            tax: settings.tax.into(),
            tax_behavior: settings.tax_behavior.into(),
            documents: settings.documents.into(),
            promotion_codes: settings.has_promotion_codes,
            adaptive_pricing: settings.has_adaptive_pricing,
            shortfall: settings.shortfall.into(),
            inquiry_freezes: settings.is_frozen_by_inquiries,
            grace_days: settings.subscriptions.grace_days,
            renewal_grace_hours: settings.subscriptions.renewal_grace_hours,
            change_mode: settings.subscriptions.change_mode.into(),
            dispute_cancels: settings.subscriptions.is_ended_by_disputes,
            repeat_trial: settings.subscriptions.repeat_trial.into(),
            topup_month_max: settings.topup_month_max.into(),
        }
    }
}

impl Example for SettingsDto {
    fn example() -> Self {
        Self::from(BookBilling {
            connection_id: Some("scn_0192f0c4a1b27c3d8e9f001122334455".to_owned()),
            ..BookBilling::default()
        })
    }
}

/// The new way in which a website sells in one mode. Every member except the first is replaced.
#[derive(Object)]
#[oai(
    rename = "BillingSettingsRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct SettingsBody {
    /// The connection through which it sells: one of the owner's, of the same mode. It stays if absent.
    connection: Option<String>,
    /// The currency in which prices are shown first, as three lower-case letters.
    #[oai(validator(min_length = 3, max_length = 3))]
    currency: String,
    /// The way in which tax is added.
    tax: TaxWord,
    /// The relation of new prices and their tax.
    tax_behavior: TaxBehaviorWord,
    /// The document that buyers get.
    documents: DocumentWord,
    /// True if buyers may enter promotion codes of the Stripe account.
    promotion_codes: bool,
    /// True if Stripe shows buyers the price in their own currency.
    adaptive_pricing: bool,
    /// The treatment of credits that were spent before their payment was refunded.
    shortfall: ShortfallWord,
    /// True if a bank's inquiry freezes the credits of its payment.
    inquiry_freezes: bool,
    /// Days for which a customer stays subscribed although a renewal is not paid; 7 if absent.
    #[oai(validator(minimum(value = "0"), maximum(value = "60")))]
    grace_days: Option<i64>,
    /// Hours for which an allowance outlives its period; 24 if absent.
    #[oai(validator(minimum(value = "0"), maximum(value = "168")))]
    renewal_grace_hours: Option<i64>,
    /// The effect of a dearer plan within a paid period; `restart` if absent.
    change_mode: Option<ChangeModeWord>,
    /// True if a lost dispute ends the subscription whose payment it was; true if absent.
    dispute_cancels: Option<bool>,
    /// The treatment of a trial with a card that had a trial before; `no_credits` if absent.
    repeat_trial: Option<RepeatTrialWord>,
    /// The most that a buyer can allow automatic top-ups in a month, in the smallest unit of the currency; no limit if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "99999999")))]
    topup_month_max: Option<i64>,
}

impl From<SettingsBody> for SettingsRequest {
    fn from(body: SettingsBody) -> Self {
        let usual = BookBilling::default();
        let rules = usual.subscriptions;
        let subscriptions = SubscriptionRules {
            change_mode: body.change_mode.map_or(rules.change_mode, Into::into),
            grace_days: body.grace_days.unwrap_or(rules.grace_days),
            renewal_grace_hours: body
                .renewal_grace_hours
                .unwrap_or(rules.renewal_grace_hours),
            is_ended_by_disputes: body.dispute_cancels.unwrap_or(rules.is_ended_by_disputes),
            repeat_trial: body.repeat_trial.map_or(rules.repeat_trial, Into::into),
        };
        Self {
            currency: body.currency,
            settings: BookBilling {
                connection_id: body.connection,
                tax: body.tax.into(),
                tax_behavior: body.tax_behavior.into(),
                documents: body.documents.into(),
                has_promotion_codes: body.promotion_codes,
                has_adaptive_pricing: body.adaptive_pricing,
                shortfall: body.shortfall.into(),
                is_frozen_by_inquiries: body.inquiry_freezes,
                subscriptions,
                topup_month_max: body.topup_month_max,
                ..usual
            },
        }
    }
}

impl Example for SettingsBody {
    fn example() -> Self {
        Self {
            connection: None,
            currency: "eur".to_owned(),
            tax: TaxWord::Automatic,
            tax_behavior: TaxBehaviorWord::Inclusive,
            documents: DocumentWord::Invoice,
            promotion_codes: true,
            adaptive_pricing: false,
            shortfall: ShortfallWord::Debt,
            inquiry_freezes: false,
            grace_days: None,
            renewal_grace_hours: None,
            change_mode: None,
            dispute_cancels: None,
            repeat_trial: None,
            topup_month_max: None,
        }
    }
}

#[derive(ApiResponse)]
enum SettingsResponse {
    /// The settings, as they are now.
    #[oai(status = 200)]
    Ok(Json<SettingsDto>),
}

/// The operations on the settings of a book.
pub(crate) struct BillingSettingsApi;

#[OpenApi]
impl BillingSettingsApi {
    /// Get billing settings
    ///
    /// Returns the way in which the website sells in one mode; the defaults if nothing was set.
    #[oai(
        path = "/v1/billing/settings",
        method = "get",
        operation_id = "get_billing_settings",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitOwner>,
    ) -> Result<SettingsResponse, ProblemResponse<ReadProblems>> {
        let settings = read_settings(&app, &caller.0).await?;
        Ok(SettingsResponse::Ok(Json(settings.into())))
    }

    /// Set billing settings
    ///
    /// Replaces the way in which the website sells in one mode. A setting that needs a permission of the Stripe key is refused
    /// if the key lacks it.
    #[oai(
        path = "/v1/billing/settings",
        method = "put",
        operation_id = "set_billing_settings",
        tag = "Tag::Billing"
    )]
    async fn set(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySellerOwner<AdmitOwner>>,
        body: Body<SettingsBody>,
    ) -> Result<SettingsResponse, ProblemResponse<SaveProblems>> {
        let settings = save_settings(&app, &caller.0, body.0.into()).await?;
        Ok(SettingsResponse::Ok(Json(settings.into())))
    }
}

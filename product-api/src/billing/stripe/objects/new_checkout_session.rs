//! Creation of checkout sessions for one payment, for a subscription, or for a card that is saved.

use super::checkout_sessions::CheckoutSession;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// Parameters of a new session with one line, or with none if a card is saved. `ui_mode` and the types of payment methods are not
/// sent, because versions of the API differ in them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewCheckoutSession<'a> {
    /// The customer's id.
    pub(crate) customer: &'a str,
    /// The price's id.
    pub(crate) price: &'a str,
    /// The number of pieces.
    pub(crate) quantity: i64,
    /// Our checkout; the metadata of session and payment contain it as well.
    pub(crate) client_reference_id: &'a str,
    /// The page after a payment.
    pub(crate) success_url: &'a str,
    /// The page after a buyer leaves.
    pub(crate) cancel_url: &'a str,
    /// The end of the session, in seconds since the epoch, half an hour to a day ahead.
    pub(crate) expires_at: i64,
    /// The language of the page; Stripe chooses it without one.
    pub(crate) locale: Option<&'a str>,
    /// Metadata of the session, the payment and the invoice.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
    /// The terms of a subscription; none for one payment.
    pub(crate) subscription: Option<SessionSubscription>,
    /// The terms of a session that saves a card and takes no payment; price and quantity are not sent then.
    pub(crate) setup: Option<SessionSetup<'a>>,
    /// What is on; everything else is off.
    pub(crate) options: &'a [SessionOption],
}

/// The terms of a subscription that a session begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SessionSubscription {
    /// Days without payment.
    pub(crate) trial_days: Option<i64>,
    /// True if the buyer has to name a card, also if nothing is to be paid yet.
    pub(crate) needs_card: bool,
}

/// The terms of a session that saves a payment method for payments without the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SessionSetup<'a> {
    /// The code of the currency, by which Stripe chooses the kinds of payment methods.
    pub(crate) currency: &'a str,
    /// The text above the button of the page, at most 1,200 characters.
    pub(crate) message: &'a str,
}

/// An option of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionOption {
    /// Stripe computes taxes by the buyer's address, and asks businesses for their tax id.
    AutomaticTax,
    /// The buyer may enter a promotion code.
    PromotionCodes,
    /// The buyer may pay in another currency.
    AdaptivePricing,
    /// Stripe makes an invoice, and not only a receipt.
    Invoice,
    /// Stripe saves the payment method for payments without the buyer.
    SavedMethod,
}

impl NewCheckoutSession<'_> {
    fn form(&self) -> Form {
        let form = match (self.setup, self.subscription) {
            (Some(terms), _) => return self.with_pages(self.setup_form(terms)),
            (None, None) => Form::default()
                .with("mode", "payment")
                .with_metadata("payment_intent_data[metadata]", self.metadata),
            (None, Some(terms)) => self.subscription_form(terms),
        };
        let form = self
            .with_pages(form)
            .with("line_items[0][price]", self.price)
            .with("line_items[0][quantity]", self.quantity)
            // Off must be said, because an account can have it on.
            .with(
                "adaptive_pricing[enabled]",
                self.has(SessionOption::AdaptivePricing),
            );
        self.options
            .iter()
            .fold(form, |form, option| self.with_option(form, *option))
    }

    /// Adds the buyer, the addresses and what names the checkout.
    fn with_pages(&self, form: Form) -> Form {
        form.with("customer", self.customer)
            .with("client_reference_id", self.client_reference_id)
            .with("success_url", self.success_url)
            .with("cancel_url", self.cancel_url)
            .with("expires_at", self.expires_at)
            .with_some("locale", self.locale)
            .with_metadata("metadata", self.metadata)
    }

    fn setup_form(&self, terms: SessionSetup<'_>) -> Form {
        Form::default()
            .with("mode", "setup")
            .with("currency", terms.currency)
            .with("custom_text[submit][message]", terms.message)
            .with_metadata("setup_intent_data[metadata]", self.metadata)
    }

    fn subscription_form(&self, terms: SessionSubscription) -> Form {
        let form = Form::default()
            .with("mode", "subscription")
            .with("subscription_data[billing_mode][type]", "flexible")
            .with_metadata("subscription_data[metadata]", self.metadata);
        let Some(days) = terms.trial_days else {
            return form;
        };
        let collection = if terms.needs_card {
            "always"
        } else {
            "if_required"
        };
        form.with("subscription_data[trial_period_days]", days)
            .with(
                "subscription_data[trial_settings][end_behavior][missing_payment_method]",
                "cancel",
            )
            .with("payment_method_collection", collection)
    }

    fn with_option(&self, form: Form, option: SessionOption) -> Form {
        match option {
            SessionOption::AutomaticTax => form
                .with("automatic_tax[enabled]", true)
                .with("billing_address_collection", "auto")
                .with("tax_id_collection[enabled]", true)
                // A tax id belongs to the name of a business, which Stripe must be able to save.
                .with("customer_update[address]", "auto")
                .with("customer_update[name]", "auto"),
            SessionOption::PromotionCodes => form.with("allow_promotion_codes", true),
            SessionOption::AdaptivePricing => form,
            // Stripe makes an invoice for each period of a subscription, and saves its payment method.
            SessionOption::Invoice | SessionOption::SavedMethod if self.subscription.is_some() => {
                form
            }
            SessionOption::Invoice => form
                .with("invoice_creation[enabled]", true)
                .with_metadata("invoice_creation[invoice_data][metadata]", self.metadata),
            SessionOption::SavedMethod => {
                form.with("payment_intent_data[setup_future_usage]", "off_session")
            }
        }
    }

    fn has(&self, option: SessionOption) -> bool {
        self.options.contains(&option)
    }
}

impl StripeAccount<'_> {
    /// Creates a session.
    pub(crate) async fn create_session(
        &self,
        idempotency_key: &str,
        session: &NewCheckoutSession<'_>,
    ) -> Result<CheckoutSession, StripeError> {
        let path = ["checkout", "sessions"];
        self.create(&path, idempotency_key, &session.form()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMON: [&str; 6] = [
        "customer=cus_1",
        "client_reference_id=chk_1",
        "success_url=https://one.example/done",
        "cancel_url=https://one.example/cart",
        "expires_at=1800003600",
        "metadata[tollgate_checkout]=chk_1",
    ];

    fn session(
        subscription: Option<SessionSubscription>,
        options: &[SessionOption],
    ) -> NewCheckoutSession<'_> {
        NewCheckoutSession {
            customer: "cus_1",
            price: "price_1",
            quantity: 2,
            client_reference_id: "chk_1",
            success_url: "https://one.example/done",
            cancel_url: "https://one.example/cart",
            expires_at: 1_800_003_600,
            locale: None,
            metadata: &[("tollgate_checkout", "chk_1")],
            subscription,
            setup: None,
            options,
        }
    }

    /// Returns the parameters that differ between kinds of sessions.
    fn own_parameters(session: &NewCheckoutSession<'_>) -> Vec<String> {
        let form = session.form();
        let pairs = form.pairs().iter();
        let mut written: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        for common in COMMON {
            assert!(written.iter().any(|pair| pair == common), "{common}");
        }
        written.retain(|pair| !COMMON.contains(&pair.as_str()));
        written
    }

    #[test]
    fn payment_has_its_price_and_says_that_adaptive_pricing_is_off() {
        let expected = [
            "mode=payment",
            "payment_intent_data[metadata][tollgate_checkout]=chk_1",
            "line_items[0][price]=price_1",
            "line_items[0][quantity]=2",
            "adaptive_pricing[enabled]=false",
        ];
        assert_eq!(own_parameters(&session(None, &[])), expected);
        let options = [SessionOption::AdaptivePricing, SessionOption::SavedMethod];
        let written = own_parameters(&session(None, &options));
        let last = [
            "adaptive_pricing[enabled]=true",
            "payment_intent_data[setup_future_usage]=off_session",
        ];
        assert_eq!(written[4..], last);
    }

    #[test]
    fn plan_is_billed_flexibly_and_its_trial_ends_without_a_card() {
        let trial = |needs_card: bool| SessionSubscription {
            trial_days: Some(14),
            needs_card,
        };
        let cancel = "subscription_data[trial_settings][end_behavior][missing_payment_method]";
        let cancel = format!("{cancel}=cancel");
        let cancel = cancel.as_str();
        let days = "subscription_data[trial_period_days]=14";
        let rows = [
            (SessionSubscription::default(), vec![]),
            (
                trial(true),
                vec![days, cancel, "payment_method_collection=always"],
            ),
            (
                trial(false),
                vec![days, cancel, "payment_method_collection=if_required"],
            ),
        ];
        for (terms, of_trial) in rows {
            // Stripe saves the card and makes the invoices of a plan anyway.
            let options = [SessionOption::Invoice, SessionOption::SavedMethod];
            let written = own_parameters(&session(Some(terms), &options));
            let mut expected = vec![
                "mode=subscription",
                "subscription_data[billing_mode][type]=flexible",
                "subscription_data[metadata][tollgate_checkout]=chk_1",
            ];
            expected.extend(of_trial);
            expected.extend([
                "line_items[0][price]=price_1",
                "line_items[0][quantity]=2",
                "adaptive_pricing[enabled]=false",
            ]);
            assert_eq!(written, expected, "{terms:?}");
        }
    }
}

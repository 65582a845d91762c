//! Words of billing settings on the wire.

use poem_openapi::Enum;

use crate::billing::connections::book_billing::{BuyerDocument, Shortfall, Tax, TaxBehavior};
use crate::billing::connections::subscription_rules::{ChangeMode, RepeatTrial};

/// Documents an enumeration of settings on the wire, and converts it to the domain's and back.
macro_rules! setting_words {
    (
        $(#[$docs:meta])*
        $name:ident of $domain:ident { $($(#[$doc:meta])* $word:ident,)* }
    ) => {
        $(#[$docs])*
        pub(super) enum $name {
            $($(#[$doc])* $word,)*
        }

        impl From<$domain> for $name {
            fn from(value: $domain) -> Self {
                match value {
                    $($domain::$word => Self::$word,)*
                }
            }
        }

        impl From<$name> for $domain {
            fn from(word: $name) -> Self {
                match word {
                    $($name::$word => Self::$word,)*
                }
            }
        }
    };
}

setting_words! {
    /// The way in which tax is added.
    #[derive(Clone, Copy, Debug, Enum)]
    #[oai(rename = "BillingTax", rename_all = "snake_case")]
    TaxWord of Tax {
        /// No tax is calculated.
        Off,
        /// Stripe Tax calculates it. It must be set up in Stripe's dashboard.
        Automatic,
    }
}

setting_words! {
    /// The relation of a price and its tax.
    #[derive(Clone, Copy, Debug, Enum)]
    #[oai(rename = "BillingTaxBehavior", rename_all = "snake_case")]
    TaxBehaviorWord of TaxBehavior {
        /// The price includes the tax.
        Inclusive,
        /// The tax is added to the price.
        Exclusive,
    }
}

setting_words! {
    /// The document that buyers get.
    #[derive(Clone, Copy, Debug, Enum)]
    #[oai(rename = "BillingDocument", rename_all = "snake_case")]
    DocumentWord of BuyerDocument {
        /// A receipt.
        Receipt,
        /// An invoice.
        Invoice,
    }
}

setting_words! {
    /// The treatment of credits that were spent before their payment was refunded.
    #[derive(Clone, Copy, Debug, Enum)]
    #[oai(rename = "BillingShortfall", rename_all = "snake_case")]
    ShortfallWord of Shortfall {
        /// The customer owes them.
        Debt,
        /// They are written off.
        WriteOff,
    }
}

setting_words! {
    /// The effect of a dearer plan within a paid period.
    #[derive(Clone, Copy, Debug, Enum)]
    #[oai(rename = "BillingChangeMode", rename_all = "snake_case")]
    ChangeModeWord of ChangeMode {
        /// A new period begins at once, at the full price and with the full allowance.
        Restart,
        /// The rest of the running period is paid and granted in proportion.
        Prorate,
    }
}

setting_words! {
    /// The treatment of a trial with a card that had a trial before.
    #[derive(Clone, Copy, Debug, Enum)]
    #[oai(rename = "BillingRepeatTrial", rename_all = "snake_case")]
    RepeatTrialWord of RepeatTrial {
        /// The subscription is canceled.
        Refuse,
        /// The trial continues without its credits.
        NoCredits,
        /// The trial is one like any other.
        Allow,
    }
}

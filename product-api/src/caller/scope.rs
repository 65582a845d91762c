//! Scopes: the permissions of a credential, as types in the signatures of operations.

use std::sync::Arc;

use crate::problem::{Kind, Problem};

/// The scopes of one credential; an empty list permits only operations without a scope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scopes(Arc<[String]>);

impl Scopes {
    /// Reads scopes of a token or a row, separated by blanks.
    pub(crate) fn parse(text: &str) -> Self {
        Self(
            text.split_ascii_whitespace()
                .map(ToOwned::to_owned)
                .collect(),
        )
    }

    /// Returns true if the list contains a scope. The empty name requires none.
    pub(crate) fn contains(&self, name: &str) -> bool {
        name.is_empty() || self.0.iter().any(|scope| scope == name)
    }

    /// Refuses if the list lacks a scope.
    pub(crate) fn require<S: Scope>(&self) -> Result<(), Problem> {
        if self.contains(S::NAME) {
            Ok(())
        } else {
            Err(insufficient(
                S::NAME,
                "The credential lacks the scope that this call needs.",
            ))
        }
    }
}

/// Returns a 403 that names the missing scope, if there is one.
pub(crate) fn insufficient(scope: &str, detail: &str) -> Problem {
    let problem = Problem::new(Kind::InsufficientScope, detail);
    if scope.is_empty() {
        return problem;
    }
    problem.with("required_scope", scope)
}

/// A scope as a type: the operation's signature requires it, and the API reference shows it.
pub(crate) trait Scope: Send + Sync + 'static {
    /// The name in tokens and API keys.
    const NAME: &'static str;
    /// True if only this installation's own clients may use it: no other client can get this permission.
    const IS_OURS: bool;
    /// The name in the API reference with a user's token.
    const OF_USER: &'static str;
    /// The name in the API reference with an API key.
    const OF_KEY: &'static str;
    /// The name in the API reference with a program's own token.
    const OF_PROGRAM: &'static str;
}

macro_rules! scopes {
    (@ours ours) => { true };
    (@ours) => { false };
    ($($(#[$doc:meta])* $name:ident = $text:literal $($ours:ident)?;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub(crate) enum $name {}

            impl Scope for $name {
                const NAME: &'static str = $text;
                const IS_OURS: bool = scopes!(@ours $($ours)?);
                const OF_USER: &'static str = concat!("AccessToken ", $text);
                const OF_KEY: &'static str = concat!("ApiKey ", $text);
                const OF_PROGRAM: &'static str = concat!("Program ", $text);
            }
        )*
    };
}

scopes! {
    /// No scope: any valid credential is enough.
    AnyScope = "";
    /// Read packs, checkouts and payments of a website.
    BillingRead = "billing.read";
    /// Start checkouts for a website's customers.
    BillingSell = "billing.sell";
    /// Refund payments of a website.
    BillingRefund = "billing.refund";
    /// Change what a website sells.
    BillingCatalog = "billing.catalog";
    /// Start checkouts for oneself.
    CreditsBuy = "credits.buy";
    /// Read the user's own credits.
    CreditsRead = "credits.read";
    /// Spend a customer's credits.
    CreditsSpend = "credits.spend";
    /// Grant credits to a customer.
    CreditsGrant = "credits.grant";
    /// Read a website's customers.
    CustomersRead = "customers.read";
    /// Create, change and end API keys that have no more permissions than the caller.
    KeysManage = "keys";
    /// Verify all books and unfreeze accounts; for programs that the operator has registered for it.
    LedgerAdmin = "ledger";
    /// Read a website's features and prices.
    FeaturesRead = "features.read";
    /// Change a website's features and prices.
    FeaturesWrite = "features.write";
    /// Act as the operator of this installation.
    Operating = "operator" ours;
    /// Manage the endpoints that receive a website's events, and its alerts.
    WebhooksManage = "webhooks";
    /// Register and manage the user's own websites.
    Websites = "websites" ours;
}

/// The scopes that an API key can have, in the order of the API reference.
pub(crate) const SCOPES_OF_KEYS: [&str; 12] = [
    CreditsSpend::NAME,
    CreditsGrant::NAME,
    CustomersRead::NAME,
    "customers.write",
    FeaturesRead::NAME,
    FeaturesWrite::NAME,
    BillingRead::NAME,
    BillingSell::NAME,
    BillingRefund::NAME,
    BillingCatalog::NAME,
    WebhooksManage::NAME,
    KeysManage::NAME,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_scope_list_allows_no_scoped_operation() {
        let rows = [
            ("", "credits.read", false),
            ("", "", true),
            ("credits.read", "credits.read", true),
            ("credits.readers", "credits.read", false),
            ("openid credits.read websites", "websites", true),
            ("credits", "credits.read", false),
        ];
        for (scopes, requested, expected) in rows {
            assert_eq!(
                Scopes::parse(scopes).contains(requested),
                expected,
                "{scopes:?} {requested:?}"
            );
        }
    }
}

//! Scopes: what a credential may do, and the types by which operations ask for one.

use std::sync::Arc;

use crate::problem::{Kind, Problem};

/// The scopes of one credential; without any it may do nothing that asks for one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scopes(Arc<[String]>);

impl Scopes {
    /// Scopes as a token or a row writes them, separated by blanks.
    pub(crate) fn of_text(text: &str) -> Self {
        Self(
            text.split_ascii_whitespace()
                .map(ToOwned::to_owned)
                .collect(),
        )
    }

    /// Whether a scope is among them. The empty name asks for none.
    pub(crate) fn contains(&self, name: &str) -> bool {
        name.is_empty() || self.0.iter().any(|scope| scope == name)
    }

    /// Refuses when a scope is not among them.
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

/// A 403 that names the missing scope, if it is a scope that is missing.
pub(crate) fn insufficient(scope: &str, detail: &str) -> Problem {
    let problem = Problem::new(Kind::InsufficientScope, detail);
    if scope.is_empty() {
        return problem;
    }
    problem.with("required_scope", scope)
}

/// A scope as a type, so that an operation's signature says what it asks for and the document repeats it.
pub(crate) trait Scope: Send + Sync + 'static {
    /// Its name in tokens and API keys.
    const NAME: &'static str;
    /// Whether only this installation's own clients may use it: what it opens is never lent to another program.
    const IS_OURS: bool;
    /// How the API reference names it with a user's token.
    const OF_USER: &'static str;
    /// How the API reference names it with an API key.
    const OF_KEY: &'static str;
    /// How the API reference names it with a program's own token.
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
    /// No scope: any valid credential will do.
    AnyScope = "";
    /// Read one's own credits.
    CreditsRead = "credits.read";
    /// Spend a customer's credits.
    CreditsSpend = "credits.spend";
    /// Grant credits to a customer.
    CreditsGrant = "credits.grant";
    /// Read a website's customers.
    CustomersRead = "customers.read";
    /// Make, change and end API keys, none of which can do more than the caller.
    KeysManage = "keys";
    /// Verify all books and free what that froze; of programs that the operator has registered for it.
    LedgerAdmin = "ledger";
    /// Read what a website charges for.
    FeaturesRead = "features.read";
    /// Change what a website charges for, and how much.
    FeaturesWrite = "features.write";
    /// Act as the operator of this installation.
    Operating = "operator" ours;
    /// Say where a website hears of what happens to credits, and when.
    WebhooksManage = "webhooks";
    /// Register and run one's own websites.
    Websites = "websites" ours;
}

/// What an API key can be allowed, in the order of the reference.
pub(crate) const SCOPES_OF_KEYS: [&str; 8] = [
    CreditsSpend::NAME,
    CreditsGrant::NAME,
    CustomersRead::NAME,
    "customers.write",
    FeaturesRead::NAME,
    FeaturesWrite::NAME,
    WebhooksManage::NAME,
    KeysManage::NAME,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_allows_nothing_that_asks_for_a_scope() {
        let rows = [
            ("", "credits.read", false),
            ("", "", true),
            ("credits.read", "credits.read", true),
            ("credits.readers", "credits.read", false),
            ("openid credits.read websites", "websites", true),
            ("credits", "credits.read", false),
        ];
        for (scopes, asked, expected) in rows {
            assert_eq!(
                Scopes::of_text(scopes).contains(asked),
                expected,
                "{scopes:?} {asked:?}"
            );
        }
    }
}

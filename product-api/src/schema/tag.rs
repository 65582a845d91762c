//! The groups of operations in the API reference.

use poem_openapi::Tags;

/// A group of operations.
#[derive(Clone, Copy, Debug, Tags)]
#[oai(rename_all = "lowercase")]
pub(crate) enum Tag {
    /// The account holder's own view, by a user's access token.
    Me,
    /// People with an account, by the operator's access token.
    Users,
    /// The installation as a whole, by the operator's access token.
    Operator,
    /// Registering and running websites, by their owner's access token.
    Websites,
    /// A website's API keys: making, narrowing, rotating and revoking them.
    Keys,
    /// Moving credits, by a website's API key.
    Credits,
    /// A website's customers and their balances.
    Customers,
    /// The books themselves: whether they are sound.
    Ledger,
    /// Telling a website what happens to credits.
    Webhooks,
    /// What a website charges for, and what each costs.
    Features,
}

//! The groups of operations in the API reference.

use poem_openapi::Tags;

/// A group of operations.
#[derive(Clone, Copy, Debug, Tags)]
#[oai(rename_all = "lowercase")]
pub(crate) enum Tag {
    /// The user's own view, by a user's access token.
    Me,
    /// The users, by the operator's access token.
    Users,
    /// The installation as a whole, by the operator's access token.
    Operator,
    /// Registering and managing websites, by their owner's access token.
    Websites,
    /// A website's API keys: creating, restricting, rotating and revoking them.
    Keys,
    /// Operations that move credits, by a website's API key.
    Credits,
    /// A website's customers and their balances.
    Customers,
    /// Verifying the books.
    Ledger,
    /// Delivering events about credits to a website.
    Webhooks,
    /// The features that a website charges for, and their prices.
    Features,
    /// Selling credits for money through the website's Stripe account.
    Billing,
}

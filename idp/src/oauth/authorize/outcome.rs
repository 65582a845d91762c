//! Outcome of a request at the authorization endpoint, with the content of its pages.

use super::delivery::Delivery;
use crate::http::errors::OAuthError;
use crate::protocol::branding::{Brand, BrandLink};
use crate::protocol::clients::Scope;

/// Response to the browser.
#[derive(Debug)]
pub(super) enum AuthorizeOutcome {
    /// A page with the error.
    Page(OAuthError),
    /// A redirect to our own page.
    Redirect(String),
    /// The client's response.
    Respond(Delivery),
    /// The page to choose the account.
    ChooseAccount(AccountPrompt),
    /// The consent page.
    AskConsent(ConsentPrompt),
}

/// Content of the consent page.
#[derive(Debug)]
pub(super) struct ConsentPrompt {
    /// Id of the pending request.
    pub(super) resume: String,
    /// Name of the client.
    pub(super) client_name: String,
    /// Host that receives the response.
    pub(super) destination: String,
    /// Host of the client's metadata document, if there is one and another host receives the response.
    pub(super) document_host: Option<String>,
    /// True if an unverified program on the user's machine receives the response.
    pub(super) is_on_a_machine: bool,
    /// Look of the client.
    pub(super) brand: Option<Brand>,
    /// Requested scope.
    pub(super) scope: Scope,
    /// Audience of the scope.
    pub(super) audience: String,
    /// True if the audience is a server of another client, to which the operator's descriptions of scopes do not apply.
    pub(super) is_elsewhere: bool,
    /// Name of the user's account.
    pub(super) account: String,
    /// The client's own links.
    pub(super) links: Vec<BrandLink>,
}

/// Content of the page to choose the account.
#[derive(Debug)]
pub(super) struct AccountPrompt {
    /// Id of the pending request.
    pub(super) resume: String,
    /// Name of the client.
    pub(super) client_name: String,
    /// Look of the client.
    pub(super) brand: Option<Brand>,
    /// Account of the session.
    pub(super) account: String,
    /// URL at which another account signs in.
    pub(super) other: String,
}

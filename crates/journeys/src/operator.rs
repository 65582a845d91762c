//! The operator of an installation: the user who opens the link of the first start.

use crate::browser::Browser;
use crate::installation::{InstallationAddress, TestInstallation};
use crate::relying_party::RelyingParty;
use crate::users::{TestUser, sign_in_by_link};

/// Returns the operator, with a token for the operator's scope.
///
/// # Panics
/// If the server shows no link, because there is an operator already.
pub async fn arrive(world: &mut TestInstallation) -> TestUser {
    let welcome = world.process().welcome().await;
    let link = welcome
        .split_whitespace()
        .find(|word| word.contains("/admin/claim"))
        .unwrap_or_else(|| panic!("no operator link in:\n{welcome}"));
    let browser = Browser::default();
    sign_in_by_link(&world.address, &browser, "olga@example.com", 1).await;
    let page = browser.open(link).await;
    browser.submit_page(&page, "submitButton").await;
    let tokens = web_app(&world.address).sign_in(&browser).await;
    TestUser { browser, tokens }
}

/// Returns the web app with the scope for operators.
pub fn web_app(address: &InstallationAddress) -> RelyingParty {
    let mut web_app = RelyingParty::web_app(&address.base);
    web_app.scopes.push("operator");
    web_app
}

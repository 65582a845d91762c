//! Tests merges of two users of one person: the proof, the moved data, the refusals, the undo.

mod joining;
mod moving;
mod refusing;
mod undoing;

use super::address::{ask, link_of, press};
use crate::visiting::{Browser, BrowserResponse, TestInstallation, hidden};

const ANN: &str = "ann@example.com";
const BOB: &str = "bob@example.com";
const MERGE: &str = "/api/auth/account/merge";
const UNDO: &str = "/api/auth/account/merge/undo";
const DONE: &str = "/api/auth/account?done=merged";
const SEPARATE: &str = "/api/auth/account?done=separate";

/// Returns the `count`th proof of an address.
async fn proof(world: &TestInstallation, email: &str, count: usize) -> String {
    let mut proofs = 0;
    for number in 1.. {
        let mail = world.wait_for_email(email, number).await;
        proofs += usize::from(mail.text.contains("/account/email/confirm"));
        if proofs == count {
            return link_of(&mail);
        }
    }
    unreachable!("emails are counted without end")
}

/// Proves an address from the account page for the `count`th time, and returns the response.
async fn prove(
    world: &TestInstallation,
    browser: &Browser,
    email: &str,
    count: usize,
) -> BrowserResponse {
    assert_eq!(ask(browser, email).await.status, 200);
    press(browser, &proof(world, email, count).await).await
}

/// Returns the offer of a merge after the proof of an address.
async fn offer(world: &TestInstallation, browser: &Browser, email: &str, count: usize) -> String {
    let response = prove(world, browser, email, count).await;
    let offer = response.location().to_owned();
    assert!(
        offer.starts_with("/api/auth/account/merge?offer="),
        "{response:?}"
    );
    offer
}

/// Returns the fields of the button on an offer's page.
async fn fields(browser: &Browser, offer: &str) -> (String, String) {
    let page = browser.get(offer).await;
    assert_eq!(page.status, 200, "{page:?}");
    (hidden(&page.body, "csrfToken"), hidden(&page.body, "offer"))
}

/// Accepts an offer by its page.
async fn take(browser: &Browser, offer: &str) -> BrowserResponse {
    let (csrf, offer) = fields(browser, offer).await;
    browser
        .post(MERGE, &[("csrfToken", &csrf), ("offer", &offer)])
        .await
}

/// Merges the user of an address into the signed-in user.
async fn merge(world: &TestInstallation, browser: &Browser, email: &str, count: usize) {
    let offer = offer(world, browser, email, count).await;
    let response = take(browser, &offer).await;
    assert_eq!(response.location(), DONE, "{response:?}");
}

/// Returns the id of the newest merge.
async fn newest(world: &TestInstallation) -> String {
    world
        .text("SELECT id FROM user_merges ORDER BY sequence DESC LIMIT 1")
        .await
}

/// Undoes a merge by its page.
async fn undo(browser: &Browser, id: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    browser
        .post(UNDO, &[("csrfToken", &csrf), ("merge", id)])
        .await
}

/// Returns the id of the user with an address.
async fn id_of(world: &TestInstallation, email: &str) -> String {
    let mut reader = world.app.database.reader().await.unwrap();
    foundation::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar("SELECT id FROM users WHERE email = $1")
            .bind(email)
            .fetch_one(c)
            .await
    })
    .unwrap()
}

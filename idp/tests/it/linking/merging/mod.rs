//! Two users who are one person: how they are made one, what moves, who is refused, and how it is undone.

mod joining;
mod moving;
mod refusing;
mod undoing;

use super::address::{ask, link_of, press};
use crate::visiting::{Answer, Browser, World, hidden};

const ANN: &str = "ann@example.com";
const BOB: &str = "bob@example.com";
const MERGE: &str = "/api/auth/account/merge";
const UNDO: &str = "/api/auth/account/merge/undo";
const DONE: &str = "/api/auth/account?done=merged";
const SEPARATE: &str = "/api/auth/account?done=separate";

/// The newest proof that an address gets; the `count`th one.
async fn proof(world: &World, email: &str, count: usize) -> String {
    let mut proofs = 0;
    for number in 1.. {
        let letter = world.letter_to(email, number).await;
        proofs += usize::from(letter.text.contains("/account/email/confirm"));
        if proofs == count {
            return link_of(&letter);
        }
    }
    unreachable!("letters are counted without end")
}

/// Proves an address from the account page, for the `count`th time; gives what follows.
async fn prove(world: &World, browser: &Browser, email: &str, count: usize) -> Answer {
    assert_eq!(ask(browser, email).await.status, 200);
    press(browser, &proof(world, email, count).await).await
}

/// The offer that follows from proving an address.
async fn offer(world: &World, browser: &Browser, email: &str, count: usize) -> String {
    let answer = prove(world, browser, email, count).await;
    let offer = answer.location().to_owned();
    assert!(
        offer.starts_with("/api/auth/account/merge?offer="),
        "{answer:?}"
    );
    offer
}

/// The fields of the button on a page of an offer.
async fn fields(browser: &Browser, offer: &str) -> (String, String) {
    let page = browser.get(offer).await;
    assert_eq!(page.status, 200, "{page:?}");
    (hidden(&page.body, "csrfToken"), hidden(&page.body, "offer"))
}

/// Presses the button on the page of an offer.
async fn take(browser: &Browser, offer: &str) -> Answer {
    let (csrf, offer) = fields(browser, offer).await;
    browser
        .post(MERGE, &[("csrfToken", &csrf), ("offer", &offer)])
        .await
}

/// Makes the user of an address one with who is signed in.
async fn merge(world: &World, browser: &Browser, email: &str, count: usize) {
    let offer = offer(world, browser, email, count).await;
    let answer = take(browser, &offer).await;
    assert_eq!(answer.location(), DONE, "{answer:?}");
}

/// The id of the newest merge.
async fn newest(world: &World) -> String {
    world
        .text("SELECT id FROM user_merges ORDER BY sequence DESC LIMIT 1")
        .await
}

/// Presses the button of the page that undoes a merge.
async fn undo(browser: &Browser, id: &str) -> Answer {
    let csrf = browser.csrf().await;
    browser
        .post(UNDO, &[("csrfToken", &csrf), ("merge", id)])
        .await
}

/// The id of the user of an address.
async fn id_of(world: &World, email: &str) -> String {
    let mut reader = world.app.database.reader().await.unwrap();
    foundation::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar("SELECT id FROM users WHERE email = $1")
            .bind(email)
            .fetch_one(c)
            .await
    })
    .unwrap()
}

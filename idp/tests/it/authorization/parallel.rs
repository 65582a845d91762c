//! Tests fifty concurrent uses of one pushed request and of one consent form, and concurrent withdrawals.

use foundation::on_both_engines;
use futures_util::future::join_all;

use super::pushed::{address_of, pushed};
use super::{ShownPage, shop};
use crate::harness::{RedirectResponse, TestIdp};
use crate::visiting::retry_while_busy;

on_both_engines!(one_of_fifty_visits_of_a_pushed_request_wins);

// row: A28
async fn one_of_fifty_visits_of_a_pushed_request_wins(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let address = address_of("backend", &pushed(&world, &[]).await);
    let visits = (0..50).map(|_| async {
        RedirectResponse::from_response(&world.get(&address, Some(&ann)).await).parameter("code")
    });
    let codes: Vec<_> = join_all(visits).await.into_iter().flatten().collect();
    assert_eq!(codes.len(), 1);
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 1);
}

on_both_engines!(one_of_fifty_consents_gives_a_code);

// row: A25
async fn one_of_fifty_consents_gives_a_code(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &shop(&world, &[]), &ann).await;
    let presses = (0..50).map(|number| {
        let (page, world) = (&page, &world);
        // Some browsers deny, and only the first decision counts.
        let decision = if number % 10 == 9 { "deny" } else { "allow" };
        retry_while_busy(move || async move {
            let button = [("decision", decision)];
            RedirectResponse::from_response(&page.press(world, "/oauth/consent", &button).await)
        })
    });
    let landings = join_all(presses).await;
    let decided: Vec<_> = landings
        .iter()
        .filter(|landing| landing.status == 303)
        .collect();
    // A repeat of the first decision gets its response, and the opposite decision gets an error page.
    let first = decided.first().expect("a response");
    let is_first = |landing: &&&RedirectResponse| landing.location == first.location;
    assert!(decided.iter().all(|one| is_first(&one)), "{decided:?}");
    let codes = i64::from(first.parameter("code").is_some());
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, codes);
    let pages = landings.iter().filter(|landing| landing.is_page()).count();
    assert_eq!(pages, if codes == 1 { 5 } else { 45 });
}

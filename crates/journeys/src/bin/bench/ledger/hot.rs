//! The scenario compares spends of 2,000 customers next to a wallet of 10,000 lots with the same spends next to a small wallet.

use foundation::testing::TestEngine;

use super::requests::ONE;
use super::shop::TestWebsite;
use crate::figures::Figures;
use crate::load;
use crate::target::Target;
use crate::{ROUNDS, TURN};

/// Customers with small wallets, and the connections that spend theirs.
const CUSTOMERS: usize = 2_000;
const OTHERS: usize = 16;
/// Connections that spend from the one wallet.
const OF_ONE: usize = 2;
/// Lots of the hot wallet, one per grant.
const LOTS: usize = 10_000;
/// Connections that send the grants.
const GIVERS: usize = 64;
/// The customer with the hot wallet.
const HOT: &str = "hot@example.com";

/// Measures and compares with the goals.
pub(crate) async fn run(engine: TestEngine) {
    let mut shop = TestWebsite::open(engine, &[], CUSTOMERS).await;
    println!("\n{engine:?}: giving one wallet {LOTS} lots ...");
    let grants = shop.target(shop.requests.lots_of(HOT, LOTS), GIVERS);
    load::run_dry(&grants).await;
    shop.analyze_if_needed().await;
    let others = "spend, 2,000 accounts";
    let others = shop.target(shop.requests.spends_of_many_in_no_order(others), OTHERS);
    let small = shop.target(
        shop.requests.spends_of("spend, a small wallet", ONE),
        OF_ONE,
    );
    let hot = shop.target(shop.requests.spends_of("spend, a hot wallet", HOT), OF_ONE);
    let (mut plain, mut next_to_hot) = (Figures::new(&others), Figures::new(&others));
    let mut of_hot = Figures::new(&hot);
    for round in 1..=ROUNDS {
        println!("  turn {round} of {ROUNDS}, twice {} s", TURN.as_secs());
        plain.add(both(&others, &small).await.0, 1.0);
        let (turn, turn_of_hot) = both(&others, &hot).await;
        next_to_hot.add(turn, 1.0);
        of_hot.add(turn_of_hot, 1.0);
    }
    println!(
        "\n| {CUSTOMERS} others, {OTHERS} connections | rate /s | p50 ms | p99 ms |\n|---|---:|---:|---:|"
    );
    for (name, figures) in [
        ("next to a small wallet", &plain),
        ("next to one of 10,000 lots", &next_to_hot),
        ("the wallet of 10,000 lots itself", &of_hot),
    ] {
        let millis = |hundredths| figures.quantile(hundredths).as_secs_f64() * 1_000.0;
        let (rate, p50, p99) = (figures.rate(), millis(50), millis(99));
        println!("| {name} | {rate:.0} | {p50:.2} | {p99:.2} |");
    }
    println!(
        "\n| others next to the hot wallet, to next to a small one | ratio | goal |\n|---|---:|---:|"
    );
    for hundredths in [50, 99] {
        let of = |figures: &Figures| figures.quantile(hundredths).as_secs_f64();
        println!(
            "| p{hundredths} | {:.2} | at most 1.10 |",
            of(&next_to_hot) / of(&plain)
        );
    }
}

/// Measures one turn of two concurrent scenarios.
async fn both(one: &Target, other: &Target) -> (load::TurnResult, load::TurnResult) {
    tokio::join!(load::run(one), load::run(other))
}

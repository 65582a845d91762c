//! The benchmark: each scenario against a bare poem handler of the same run, in turns, medians as ratios.
#![expect(
    clippy::expect_used,
    clippy::as_conversions,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "a program that measures, prints, and stops when it cannot go on"
)]

mod figures;
mod flood;
mod hash;
mod hello;
mod likeness;
mod load;
mod pinned;
mod provider;
mod request;
mod scenarios;
mod sealed;
mod sign_in;
mod signing;
mod size;

use std::time::Duration;

use journeys::process::Process;
use journeys::world::{Engine, World};

use figures::Figures;
use scenarios::Prepared;
use sealed::Sealed;

/// How long one turn of one scenario lasts.
const TURN: Duration = Duration::from_secs(2);
/// How many turns each scenario gets.
const ROUNDS: usize = 5;
/// How many connections send at a time.
const CONNECTIONS: usize = 16;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "hello") {
        return hello::serve();
    }
    let signatures = signing::measure();
    pinned::pin_this_process();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime
        .expect("a runtime")
        .block_on(measure(signatures, &words));
}

/// Measures what is named by one of these words, or all when there are none.
async fn measure(signatures: f64, words: &[String]) {
    let is_wanted =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    println!(
        "{CONNECTIONS} connections, {ROUNDS} turns of {} s each, in turns; server and database on one core, load on the other.",
        TURN.as_secs()
    );
    let hello = hello::start();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        on_engine(engine, &hello, signatures, &is_wanted).await;
    }
    if is_wanted("start") {
        size::print_start(World::measured(Engine::Sqlite, &[]).await).await;
    }
}

/// Measures on one engine.
async fn on_engine(
    engine: Engine,
    hello: &Process,
    signatures: f64,
    is_wanted: &impl Fn(&str) -> bool,
) {
    println!("\n{engine:?}: preparing people, a website and customers ...");
    let mut prepared = Prepared::new(engine, is_wanted).await;
    let sealed = match engine {
        Engine::Sqlite => Some(Sealed::new().await),
        Engine::Postgres => None,
    };
    let sealed = sealed.filter(|sealed| is_wanted(sealed.scenario.name));
    let mut all = vec![Figures::new("hello (bare poem)")];
    all.extend(
        sealed
            .iter()
            .map(|sealed| Figures::new(sealed.scenario.name)),
    );
    all.extend(
        prepared
            .scenarios()
            .iter()
            .map(|scenario| Figures::new(scenario.name)),
    );
    let mut hashes = Vec::new();
    for round in 1..=ROUNDS {
        println!("  turn {round} of {ROUNDS}");
        prepared.fill().await;
        if is_wanted(sign_in::PASSWORD_SIGN_IN) {
            hashes.extend(hash::measure());
        }
        let (baseline, mut rest) = all.split_first_mut().expect("the baseline");
        baseline.add(load::run(hello.address, hello.id(), &hello::request()).await);
        if let Some(sealed) = &sealed {
            let (first, others) = rest.split_first_mut().expect("sealed sessions");
            first.add(sealed.turn().await);
            rest = others;
        }
        for (figures, scenario) in rest.iter_mut().zip(prepared.scenarios()) {
            figures.add(load::run(prepared.address(), prepared.process(), scenario).await);
        }
    }
    figures::print(&all);
    let password = all.iter().find(|one| one.name == sign_in::PASSWORD_SIGN_IN);
    password.inspect(|password| hash::print(&hashes, password));
    signing::print(signatures, &all);
    size::print_peak(prepared.process());
    look_closer(&prepared, is_wanted).await;
}

/// What is no rate: a flood, and how alike refusals are.
async fn look_closer(prepared: &Prepared, is_wanted: &impl Fn(&str) -> bool) {
    let (cookies, guard) = prepared.flood();
    if is_wanted("flood") {
        flood::run(prepared.address(), prepared.process(), cookies, guard).await;
    }
    if is_wanted("likeness") {
        likeness::run(prepared.address(), guard).await;
    }
}

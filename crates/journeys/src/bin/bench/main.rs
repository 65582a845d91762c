//! The benchmark: each scenario against a bare poem handler of the same run, in turns, medians as ratios.
#![expect(
    clippy::expect_used,
    clippy::as_conversions,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "a program that measures, prints, and stops when it cannot go on"
)]

mod billing;
mod figures;
mod flood;
mod goals;
mod hash;
mod hello;
mod idle;
mod idle_wait;
mod ledger;
mod likeness;
mod load;
mod peer;
mod pinned;
mod provider;
mod request;
mod rounds;
mod scenarios;
mod sealed;
mod services;
mod sign_in;
mod signing;
mod site;
mod size;
mod target;

use std::time::Duration;

use foundation::testing::TestEngine;
use journeys::process::Process;

use scenarios::PreparedInstallation;
use sealed::SealedSessions;

/// Duration of one turn of a scenario.
const TURN: Duration = Duration::from_secs(2);
/// Number of turns of each scenario.
const ROUNDS: usize = 5;
/// Number of concurrent connections.
const CONNECTIONS: usize = 16;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "hello") {
        return hello::serve();
    }
    pinned::pin_this_process();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(measure(&words));
}

/// Returns the engine that a word names.
fn engine_of(word: &str) -> Option<TestEngine> {
    match word {
        "sqlite" => Some(TestEngine::Sqlite),
        "postgres" => Some(TestEngine::Postgres),
        _ => None,
    }
}

/// Measures the scenarios that contain one of these words, or all without words, on the named engines or on both.
async fn measure(words: &[String]) {
    let (named, words): (Vec<&str>, Vec<&str>) = words
        .iter()
        .map(String::as_str)
        .partition(|word| engine_of(word).is_some());
    let mut engines: Vec<TestEngine> = named.into_iter().filter_map(engine_of).collect();
    if engines.is_empty() {
        engines = vec![TestEngine::Sqlite, TestEngine::Postgres];
    }
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    println!(
        "{CONNECTIONS} connections, {ROUNDS} turns of {} s each, in turns; server and databases on one core, load on the other.",
        TURN.as_secs()
    );
    let hello = hello::start();
    // The comparison creates its own worlds.
    let others: &[TestEngine] = if words == [peer::NAME] { &[] } else { &engines };
    for &engine in others {
        on_engine(engine, &hello, &is_wanted).await;
    }
    if is_wanted(peer::NAME) {
        peer::run(&engines, &hello).await;
    }
    for &engine in &engines {
        measure_ledger(engine, &hello, &is_wanted).await;
        measure_billing(engine, &hello, &is_wanted).await;
        // The soak test takes an hour, so it runs only on request.
        if words.contains(&"soak") {
            ledger::soak(engine).await;
        }
    }
    if is_wanted("start") {
        for &engine in &engines {
            size::print_start(engine).await;
        }
        size::print_binary();
    }
}

async fn measure_ledger(engine: TestEngine, hello: &Process, is_wanted: &impl Fn(&str) -> bool) {
    if is_wanted("ledger") {
        ledger::run(engine, hello).await;
    }
    if is_wanted("history") {
        ledger::run_history(engine, hello).await;
    }
    if is_wanted("wallet") {
        ledger::run_hot(engine).await;
    }
    if is_wanted("ledger top-ups") {
        ledger::run_topups(engine).await;
    }
}

async fn measure_billing(engine: TestEngine, hello: &Process, is_wanted: &impl Fn(&str) -> bool) {
    if is_wanted("billing intake") {
        billing::run_intake(engine, hello).await;
    }
    if is_wanted("billing apply") {
        billing::run_apply(engine).await;
    }
    if is_wanted("billing reconcile") {
        billing::run_reconcile(engine).await;
    }
}

/// Measures on one engine: passwords last, because they keep memory allocated.
async fn on_engine(engine: TestEngine, hello: &Process, is_wanted: &impl Fn(&str) -> bool) {
    println!("\n{engine:?}: preparing people, a website and customers ...");
    let mut prepared = PreparedInstallation::new(engine, is_wanted).await;
    let sealed = match engine {
        TestEngine::Sqlite if is_wanted(sealed::NAME) => Some(SealedSessions::new().await),
        TestEngine::Sqlite | TestEngine::Postgres => None,
    };
    let mut targets = prepared.targets.clone();
    targets.extend(sealed.iter().map(|sealed| sealed.target.clone()));
    if !targets.is_empty() {
        let figures = rounds::measure(hello, &targets, async || prepared.fill().await).await;
        figures::print(&figures);
        size::print_peak(prepared.process());
    }
    let looks = ["flood", "idle", "likeness"].map(is_wanted);
    if is_wanted(sign_in::PASSWORD_SIGN_IN) || looks.contains(&true) {
        try_passwords(&mut prepared, hello, is_wanted).await;
    }
}

/// Measures password sign-ins, and results that are not rates: a flood of sign-ins, idle connections, and the times of
/// refusals.
async fn try_passwords(
    prepared: &mut PreparedInstallation,
    hello: &Process,
    is_wanted: &impl Fn(&str) -> bool,
) {
    let target = prepared.by_password().await;
    let (address, process) = (target.address, target.process);
    if is_wanted(sign_in::PASSWORD_SIGN_IN) {
        let mut hashes = Vec::new();
        let targets = [target];
        let make_ready = async || hashes.extend(hash::measure());
        let figures = rounds::measure(hello, &targets, make_ready).await;
        figures::print(&figures);
        figures
            .last()
            .inspect(|password| hash::print(&hashes, password));
    }
    let (cookies, guard) = prepared.flood();
    if is_wanted("flood") {
        flood::run(address, process, cookies, guard).await;
    }
    if is_wanted("idle") {
        idle::run(address, process, cookies).await;
    }
    if is_wanted("likeness") {
        likeness::run(address, guard).await;
    }
}

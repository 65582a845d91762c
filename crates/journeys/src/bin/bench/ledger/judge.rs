//! Comparison of the ledger's measurements: ratios within one run, which do not depend on the disk's speed.

use foundation::testing::TestEngine;

use super::commits::Commits;
use super::run::names;
use crate::figures::Figures;

/// Measurements of one engine, with few and with many connections, and its bare commits.
pub(super) struct LedgerMeasurements<'a> {
    pub(super) engine: TestEngine,
    pub(super) few: &'a [Figures],
    pub(super) many: &'a [Figures],
    pub(super) bare: &'a Commits,
}

/// Prints each goal next to its measurement.
pub(super) fn judge(all: &LedgerMeasurements<'_>) {
    let many = |name| figures(all.many, name);
    let (one, spread) = (many(names::ONE).rate(), many(names::MANY).rate());
    println!(
        "\nbare commits, of 64 clients (SQLite: of one): one update each {:.0}/s, of the same row {:.0}/s; 64 updates each, one client {:.0}/s",
        all.bare.spread, all.bare.same_row, all.bare.together
    );
    let alone_one = many(names::ALONE_ONE).rate();
    let alone_many = many(names::ALONE_MANY).rate();
    println!("\n| ledger, 64 connections | ratio | goal |\n|---|---:|---:|");
    let (one_alone, many_alone) = match all.engine {
        TestEngine::Sqlite => ("4", "4"),
        TestEngine::Postgres => ("10", "3"),
    };
    say("one account, to one by one", one / alone_one, one_alone);
    say(
        "10,000 accounts, to one by one",
        spread / alone_many,
        many_alone,
    );
    for (what, ratio, goal) in to_bare_commits(all, one, spread) {
        say(what, ratio, goal);
    }
    let at_16 = figures(all.few, names::ONE).rate();
    say(
        "one account, to itself over 16 connections",
        one / at_16,
        "1",
    );
    let repeated = many(names::REPEAT).all_cpu() / many(names::ONE).all_cpu();
    say(
        "a repeated key's processor time, to a first spend's",
        repeated,
        "at most 0.5",
    );
    let hello = all.many.first().expect("the baseline");
    let goal = match all.engine {
        TestEngine::Sqlite => "0.15",
        TestEngine::Postgres => "0.08",
    };
    let checks = many(names::CHECK).ratio_to(hello);
    say("check of 10,000 customers, to hello", checks, goal);
}

/// Returns the ratios of the ledger to the engine's bare commits.
fn to_bare_commits(
    all: &LedgerMeasurements<'_>,
    one: f64,
    spread: f64,
) -> [(&'static str, f64, &'static str); 2] {
    let bare = all.bare;
    match all.engine {
        TestEngine::Sqlite => [
            (
                "one account, to one update a commit",
                one / bare.spread,
                "8",
            ),
            (
                "one account, to 64 updates a commit",
                one / bare.together,
                "0.2",
            ),
        ],
        TestEngine::Postgres => [
            (
                "one account, to commits of the same row",
                one / bare.same_row,
                "10",
            ),
            (
                "10,000 accounts, to bare commits",
                spread / bare.spread,
                "2",
            ),
        ],
    }
}

fn say(what: &str, ratio: f64, goal: &str) {
    println!("| {what} | {ratio:.2} | {goal} |");
}

fn figures<'a>(all: &'a [Figures], name: &str) -> &'a Figures {
    let found = all.iter().find(|one| one.name == name);
    found.expect("it was measured")
}

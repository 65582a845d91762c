//! What the ledger's figures mean: ratios within one run, so that the disk's mood cancels.

use journeys::world::Engine;

use super::commits::Commits;
use super::run::names;
use crate::figures::Figures;

/// One engine's figures, over few and over many connections, and its bare commits.
pub(super) struct Judged<'a> {
    pub(super) engine: Engine,
    pub(super) few: &'a [Figures],
    pub(super) many: &'a [Figures],
    pub(super) bare: &'a Commits,
}

/// Prints each goal beside what came of it.
pub(super) fn judge(all: &Judged<'_>) {
    let many = |name| figures(all.many, name);
    let (one, spread) = (many(names::ONE).rate(), many(names::MANY).rate());
    println!(
        "\nbare commits, 64 clients: one update each {:.0}/s, of the same row {:.0}/s; 64 updates each, one client {:.0}/s",
        all.bare.spread, all.bare.same_row, all.bare.together
    );
    let alone_one = many(names::ALONE_ONE).rate();
    let alone_many = many(names::ALONE_MANY).rate();
    println!("\n| ledger, 64 connections | ratio | goal |\n|---|---:|---:|");
    match all.engine {
        Engine::Sqlite => {
            say("one account, to one by one", one / alone_one, "4");
            say("10,000 accounts, to one by one", spread / alone_many, "4");
            say(
                "one account, to one update a commit",
                one / all.bare.spread,
                "8",
            );
            say(
                "one account, to 64 updates a commit",
                one / all.bare.together,
                "0.2",
            );
        }
        Engine::Postgres => {
            say("one account, to one by one", one / alone_one, "10");
            say("10,000 accounts, to one by one", spread / alone_many, "3");
            say(
                "one account, to commits of the same row",
                one / all.bare.same_row,
                "10",
            );
            say(
                "10,000 accounts, to bare commits",
                spread / all.bare.spread,
                "2",
            );
        }
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
    let hello = all.few.first().expect("the baseline");
    let check = figures(all.few, names::CHECK).ratio_to(hello);
    say("check, to hello, over 16 connections", check, "0.4");
}

fn say(what: &str, ratio: f64, goal: &str) {
    println!("| {what} | {ratio:.2} | {goal} |");
}

fn figures<'a>(all: &'a [Figures], name: &str) -> &'a Figures {
    let found = all.iter().find(|one| one.name == name);
    found.expect("it was measured")
}

//! The rows of the ledger beside those of the model: accounts, lots, holds and every transaction.

use std::collections::BTreeMap;
use std::fmt::Write;

use sqlx::AssertSqlSafe;

use super::super::world::World;
use super::asked::FEATURES;
use super::house::House;
use super::track::Track;
use super::wallet::Wallet;

/// Rows of one kind as texts, by whose they are; `{of}` narrows them to customers whose names begin with a word.
const ROWS: [&str; 4] = [
    "SELECT c.external_id, 'posted ' || a.posted || ' held ' || a.held || ' debt ' || COALESCE(d.posted, 0) || ' limit ' || \
            a.overdraft_limit || ' credits ' || c.credits \
     FROM account a LEFT JOIN account d ON d.id = a.debt_account_id {of} ORDER BY a.id",
    "SELECT c.external_id, 'lot ' || l.kind || ' ' || l.remaining || '/' || l.held || ' of ' || l.amount || ' at ' || l.priority || \
            ' from ' || l.effective_at || ' until ' || COALESCE(l.expires_at, 0) || ' for ' || COALESCE(l.scope, 0) \
     FROM account a JOIN lot l ON l.account_id = a.id {of} ORDER BY l.id",
    "SELECT c.external_id, 'hold ' || h.state || ' ' || h.captured || '/' || h.released || ' of ' || h.amount || ' until ' || \
            h.expires_at || ' closed ' || COALESCE(h.closed_at, 0) \
     FROM account a JOIN hold h ON h.account_id = a.id {of} ORDER BY h.id",
    "SELECT c.external_id, 'txn ' || t.kind || ' ' || t.amount || ' after ' || t.balance_after || ' at ' || t.booked_at || ' for ' || \
            COALESCE(t.feature_id, 0) || ' ' || COALESCE(t.quantity, 0) || '@' || COALESCE(t.price_version, 0) \
     FROM account a JOIN txn t ON t.account_id = a.id {of} ORDER BY t.account_id, t.n",
];

const OF: &str =
    "JOIN customers c ON c.id = a.owner_id WHERE a.kind = 'wallet' AND c.external_id LIKE $1";

/// All rows of the customers whose names begin with a word.
pub(super) async fn rows(world: &World, prefix: &str) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    let mut reader = world.app.database.reader().await.unwrap();
    for text in ROWS {
        // The join that narrows comes after the others: a condition is last.
        let statement = text.replace("{of}", OF);
        let rows: Vec<(String, String)> = foundation::on_engine!(&mut reader.connection(), |c| {
            sqlx::query_as(AssertSqlSafe(statement))
                .bind(format!("{prefix}%"))
                .fetch_all(c)
                .await
                .unwrap()
        });
        for (whose, row) in rows {
            writeln!(all.entry(whose).or_default(), "{row}").unwrap();
        }
    }
    all
}

/// What is wrong with the rows of a history, if its answers were right: none of its possible worlds has them.
pub(super) fn compare(track: &mut Track, rows: &BTreeMap<String, String>) {
    if track.is_over() {
        return;
    }
    let of = |who: usize| {
        rows.get(&track.sender.external_id(who))
            .cloned()
            .unwrap_or_else(|| told(&Wallet::default()))
    };
    let found = [of(0), of(1)];
    let is_like = |house: &House| house.wallets.iter().map(told).eq(found.iter().cloned());
    if !track.houses.iter().any(is_like) {
        let expected: Vec<String> = track.houses[0].wallets.iter().map(told).collect();
        let what = format!(
            "the rows of {} possible worlds: expected\n{}\nfound\n{}",
            track.houses.len(),
            expected.join("--\n"),
            found.join("--\n")
        );
        track.trouble = Some(what);
    }
}

/// The rows of a wallet, as the statements above tell them.
fn told(wallet: &Wallet) -> String {
    let mut text = String::new();
    let key = |feature: Option<usize>| feature.map_or(0, |feature| feature + 1);
    let (posted, held, debt) = (wallet.posted(), wallet.held(), wallet.debt);
    let credits = posted - held - debt;
    writeln!(
        text,
        "posted {posted} held {held} debt {debt} limit {} credits {credits}",
        wallet.limit
    )
    .unwrap();
    for (place, lot) in wallet.lots.iter().enumerate() {
        let held = lot.left - wallet.free(place);
        let until = lot.ends.unwrap_or_default();
        let of = format!(
            "{}/{held} of {} at {} from {} until {until}",
            lot.left, lot.amount, lot.priority, lot.from
        );
        writeln!(text, "lot {} {of} for {}", lot.kind, key(lot.scope)).unwrap();
    }
    for hold in &wallet.holds {
        let of = format!("{}/{} of {}", hold.captured, hold.released, hold.amount);
        writeln!(
            text,
            "hold {} {of} until {} closed {}",
            hold.state,
            hold.ends,
            hold.closed.unwrap_or_default()
        )
        .unwrap();
    }
    for txn in &wallet.txns {
        let (quantity, version) = txn.bill.usage.unwrap_or_default();
        let of = format!("{} after {} at {}", txn.amount, txn.after, txn.at);
        writeln!(
            text,
            "txn {} {of} for {} {quantity}@{version}",
            txn.kind,
            key(txn.bill.feature)
        )
        .unwrap();
    }
    text
}

/// The features that histories name, with the keys that the rows tell.
pub(super) async fn price_list(world: &World) {
    assert_eq!(FEATURES[..3], ["image", "free", "bare"]);
    world
        .sql(
            "INSERT INTO feature (id, website_id, mode, code, name, created_at) VALUES \
             (1, 'web_1', 'live', 'image', 'Images', 0), (2, 'web_1', 'live', 'free', 'Free', 0), \
             (3, 'web_1', 'live', 'bare', 'No price', 0)",
        )
        .await;
    world
        .sql(
            "INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES \
             (1, 1, 3, 2, 0, 0), (1, 2, 4, 1, 0, 1800000100000000), (2, 1, 0, 1, 0, 0)",
        )
        .await;
}

//! Compares the rows of the ledger with those of the model: accounts, lots, holds and all transactions.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Display, Write};

use sqlx::AssertSqlSafe;

use super::capping::format_cap;
use super::model_ledger::ModelLedger;
use super::operations::FEATURES;
use super::prices::Prices;
use super::sending::Sender;
use super::track::Track;
use super::wallet::ModelWallet;
use super::wording::status_of;
use crate::credits::tests::test_ledger::TestLedger;

/// Queries of rows as texts, by customer; `{of}` restricts them to customers whose names begin with a prefix.
const ROWS: [&str; 4] = [
    "SELECT c.external_id, 'posted ' || a.posted || ' held ' || a.held || ' debt ' || COALESCE(d.posted, 0) || ' limit ' || \
            a.overdraft_limit || ' cap ' || COALESCE(a.spend_cap, 0) || ' a ' || COALESCE(a.spend_period, 'life') || ' ' || \
            a.spent_in_period || ' in ' || a.spent_period || ' credits ' || c.credits \
     FROM account a LEFT JOIN account d ON d.id = a.debt_account_id {of} ORDER BY a.id",
    "SELECT c.external_id, 'lot ' || l.kind || ' ' || l.remaining || '/' || l.held || ' of ' || l.amount || ' at ' || l.priority || \
            ' from ' || l.effective_at || ' until ' || COALESCE(l.expires_at, 0) || ' for ' || COALESCE(l.scope, 0) \
     FROM account a JOIN lot l ON l.account_id = a.id {of} ORDER BY l.id",
    "SELECT c.external_id, 'hold ' || h.state || ' ' || h.captured || '/' || h.released || ' of ' || h.amount || ' until ' || \
            h.expires_at || ' closed ' || COALESCE(h.closed_at, 0) \
     FROM account a JOIN hold h ON h.account_id = a.id {of} ORDER BY h.id",
    "SELECT c.external_id, 'txn ' || t.n || ' ' || t.kind || ' ' || t.amount || ' after ' || t.balance_after || ' at ' || \
            t.booked_at || ' for ' || COALESCE(t.feature_id, 0) || ' ' || COALESCE(t.quantity, 0) || '@' || \
            COALESCE(t.price_version, 0) || ' back ' || COALESCE(b.n, 0) || ' ' || \
            CASE WHEN t.op_key LIKE 'key:%' THEN t.op_key ELSE 'itself' END \
     FROM account a JOIN txn t ON t.account_id = a.id LEFT JOIN txn b ON b.id = t.reverses_txn_id {of} ORDER BY t.account_id, t.n",
];

/// Query of keys with a prefix, with their stored status, and whether they have a result.
const KEYS: &str = "SELECT key, status || CASE WHEN result_id IS NULL THEN ' for nothing' ELSE '' END FROM api_operation \
     WHERE tenant_id = 'web_1:live' AND key LIKE $1";

const OF: &str =
    "JOIN customers c ON c.id = a.owner_id WHERE a.kind = 'wallet' AND c.external_id LIKE $1";

/// Rows of histories whose names begin with a prefix.
pub(super) struct Rows {
    /// The rows of each customer.
    of: HashMap<String, String>,
    /// The stored result of each key.
    keys: BTreeMap<String, String>,
}

impl Rows {
    pub(super) async fn read(world: &TestLedger, prefix: &str) -> Self {
        let mut of: HashMap<String, String> = HashMap::new();
        for text in ROWS {
            // The join that restricts must follow the others, because it ends with a condition.
            for (whose, row) in pairs(world, text.replace("{of}", OF), prefix).await {
                writeln!(of.entry(whose).or_default(), "{row}").unwrap();
            }
        }
        let keys = pairs(world, KEYS.to_owned(), prefix).await;
        let keys = keys.into_iter().collect();
        Self { of, keys }
    }

    /// Returns the keys of one history.
    fn keys_of(&self, sender: &Sender) -> BTreeMap<&str, &str> {
        let prefix = format!("{}-", sender.prefix);
        let keys = self.keys.range(prefix.clone()..);
        let keys = keys.take_while(|(key, _)| key.starts_with(&prefix));
        keys.map(|(key, stored)| (key.as_str(), stored.as_str()))
            .collect()
    }
}

async fn pairs(world: &TestLedger, statement: String, prefix: &str) -> Vec<(String, String)> {
    let mut reader = world.app.database.reader().await.unwrap();
    foundation::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_as(AssertSqlSafe(statement))
            .bind(format!("{prefix}%"))
            .fetch_all(c)
            .await
            .unwrap()
    })
}

/// Reports a failure if none of the possible states of a history has these rows.
pub(super) fn compare(track: &mut Track, rows: &Rows) {
    if track.is_over() {
        return;
    }
    let (sender, nothing) = (&track.sender, ModelWallet::default());
    let of = |who: usize| {
        let found = rows.of.get(&sender.external_id(who));
        found.map_or_else(|| format_wallet(&nothing, sender), String::clone)
    };
    let found = ([of(0), of(1)], format_keys(rows.keys_of(sender)));
    let of_ledger = |ledger: &ModelLedger| {
        let keys = ledger.stored.iter().map(|(name, (_, response))| {
            let nothing = if response.starts_with("200") {
                ""
            } else {
                " for nothing"
            };
            (
                sender.key(*name),
                format!("{}{nothing}", status_of(response)),
            )
        });
        let wallets = ledger
            .wallets
            .each_ref()
            .map(|wallet| format_wallet(wallet, sender));
        (wallets, format_keys(keys.collect::<BTreeMap<_, _>>()))
    };
    if !track
        .ledgers
        .iter()
        .any(|ledger| of_ledger(ledger) == found)
    {
        let expected = of_ledger(&track.ledgers[0]);
        let what = format!(
            "the rows of {} possible worlds: expected\n{}--\n{}--\n{}\nfound\n{}--\n{}--\n{}",
            track.ledgers.len(),
            expected.0[0],
            expected.0[1],
            expected.1,
            found.0[0],
            found.0[1],
            found.1,
        );
        track.trouble = Some(what);
    }
}

/// Formats keys with their results, one per line.
fn format_keys(keys: BTreeMap<impl Display, impl Display>) -> String {
    let mut text = String::new();
    for (key, stored) in keys {
        writeln!(text, "{key} {stored}").unwrap();
    }
    text
}

/// Formats the rows of a wallet like the queries above.
fn format_wallet(wallet: &ModelWallet, sender: &Sender) -> String {
    let mut text = String::new();
    let key = |feature: Option<usize>| feature.map_or(0, |feature| feature + 1);
    let (posted, held, debt) = (wallet.posted(), wallet.held(), wallet.debt);
    let credits = posted - held - debt;
    writeln!(
        text,
        "posted {posted} held {held} debt {debt} limit {} {} credits {credits}",
        wallet.limit,
        format_cap(wallet.cap)
    )
    .unwrap();
    for (index, lot) in wallet.lots.iter().enumerate() {
        let held = lot.left - wallet.free(index);
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
    for (index, txn) in wallet.txns.iter().enumerate() {
        let (quantity, version) = txn.bill.usage.unwrap_or_default();
        let of = format!("{} after {} at {}", txn.amount, txn.after, txn.at);
        let by = txn.name.map(|name| format!("key:{}", sender.key(name)));
        let by = by.unwrap_or_else(|| "itself".to_owned());
        let back = txn.reverses.map_or(0, |index| index + 1);
        let (n, kind, feature) = (index + 1, txn.kind, key(txn.bill.feature));
        writeln!(
            text,
            "txn {n} {kind} {of} for {feature} {quantity}@{version} back {back} {by}"
        )
        .unwrap();
    }
    text
}

/// Creates the features of histories, with the keys that the rows contain.
pub(super) async fn price_list(world: &TestLedger) {
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
             (2, 1, 0, 1, 0, 0)",
        )
        .await;
}

/// Changes the price of an image during the histories: one price applies first, and another one from a time on.
pub(super) async fn change_prices(world: &TestLedger, before: i64, dearer_from: i64) -> Prices {
    let versions = world
        .count("SELECT count(*) FROM feature_price WHERE feature_id = 1")
        .await;
    let version = versions + 1;
    let mut transaction = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(
            "INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES \
             (1, $1, 3, 2, 0, $2), (1, $3, 4, 1, 0, $4)",
        )
        .bind(version)
        .bind(before)
        .bind(version + 1)
        .bind(dearer_from)
        .execute(c)
        .await
        .unwrap();
    });
    transaction.commit().await.unwrap();
    Prices {
        version,
        dearer_from,
    }
}

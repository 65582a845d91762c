//! The table of rules.

use foundation::database::{SqlResultExt, row_lock};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::currency::Currency;
use crate::billing::topups::rule::{TopUpCard, TopUpRule};
use crate::billing::topups::rule_state::RuleState;
use crate::billing::topups::terms::TopUpTerms;
use crate::credits::{Owner, WalletKey};

const FIND: &str = "\
    SELECT book_id, owner_kind, owner_id, connection_id, state, reason, threshold, pack_id, pack_version, price_id, quantity, currency, \
        amount_minor, credits, bonus, terms, month_max_minor, month_max_count, min_seconds, failures, next_at, attempt_count, \
        capped_month, card_brand, card_last4, actor, consent_at, consent_text, created_at, updated_at \
    FROM topup_rule WHERE book_id = $1 AND owner_kind = $2 AND owner_id = $3";

// Two first requests of a buyer may both find no rule. The number of the last attempt never falls.
const SAVE: &str = "\
    INSERT INTO topup_rule (book_id, owner_kind, owner_id, connection_id, state, reason, threshold, pack_id, pack_version, price_id, \
        quantity, currency, amount_minor, credits, bonus, terms, month_max_minor, month_max_count, min_seconds, failures, next_at, \
        attempt_count, capped_month, card_brand, card_last4, actor, consent_at, consent_text, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, \
        $27, $28, $29, $30) \
    ON CONFLICT (book_id, owner_kind, owner_id) DO UPDATE SET connection_id = excluded.connection_id, state = excluded.state, \
        reason = excluded.reason, threshold = excluded.threshold, pack_id = excluded.pack_id, pack_version = excluded.pack_version, \
        price_id = excluded.price_id, quantity = excluded.quantity, currency = excluded.currency, \
        amount_minor = excluded.amount_minor, credits = excluded.credits, bonus = excluded.bonus, terms = excluded.terms, \
        month_max_minor = excluded.month_max_minor, month_max_count = excluded.month_max_count, min_seconds = excluded.min_seconds, \
        failures = excluded.failures, next_at = excluded.next_at, attempt_count = CASE \
            WHEN excluded.attempt_count > topup_rule.attempt_count THEN excluded.attempt_count ELSE topup_rule.attempt_count END, \
        capped_month = excluded.capped_month, card_brand = excluded.card_brand, card_last4 = excluded.card_last4, \
        actor = excluded.actor, consent_at = excluded.consent_at, consent_text = excluded.consent_text, \
        updated_at = excluded.updated_at";

#[derive(sqlx::FromRow)]
struct Row {
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    connection_id: String,
    state: String,
    reason: Option<String>,
    threshold: i64,
    pack_id: String,
    pack_version: i64,
    price_id: i64,
    quantity: i64,
    currency: String,
    amount_minor: i64,
    credits: i64,
    bonus: i64,
    terms: String,
    month_max_minor: i64,
    month_max_count: i64,
    min_seconds: i64,
    failures: i64,
    next_at: Option<i64>,
    attempt_count: i64,
    capped_month: Option<i64>,
    card_brand: Option<String>,
    card_last4: Option<String>,
    actor: String,
    consent_at: i64,
    consent_text: String,
    created_at: i64,
    updated_at: i64,
}

impl TryFrom<Row> for TopUpRule {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a rule of top-ups has an unknown word");
        let card = row.card_brand.zip(row.card_last4);
        Ok(Self {
            wallet: WalletKey {
                book_id: row.book_id,
                owner: Owner::from_row(&row.owner_kind, row.owner_id),
            },
            connection_id: row.connection_id,
            state: RuleState::from_word(&row.state).ok_or_else(unknown)?,
            reason: row.reason,
            threshold: row.threshold,
            pack_id: row.pack_id,
            pack_version: row.pack_version,
            price_id: row.price_id,
            quantity: row.quantity,
            currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
            amount_minor: row.amount_minor,
            credits: row.credits,
            bonus: row.bonus,
            terms: TopUpTerms::parse(&row.terms)?,
            month_max_minor: row.month_max_minor,
            month_max_count: row.month_max_count,
            min_seconds: row.min_seconds,
            failures: row.failures,
            next_at: row.next_at.map(Timestamp::from_micros),
            attempt_count: row.attempt_count,
            capped_month: row.capped_month,
            card: card.map(|(brand, last4)| TopUpCard { brand, last4 }),
            actor: row.actor,
            consent_at: Timestamp::from_micros(row.consent_at),
            consent_text: row.consent_text,
            created_at: Timestamp::from_micros(row.created_at),
            updated_at: Timestamp::from_micros(row.updated_at),
        })
    }
}

/// Finds the rule of an owner, also one that is off.
pub(in crate::billing::topups) async fn find_rule(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<Option<TopUpRule>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .fetch_optional(c)
        .await)
    .failed("reading a rule of top-ups")?;
    row.map(TopUpRule::try_from).transpose()
}

/// Finds the rule of an owner and locks its row.
pub(in crate::billing::topups) async fn lock_rule(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<Option<TopUpRule>, Failure> {
    let text = [FIND, row_lock(db)].concat();
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(AssertSqlSafe(text))
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .fetch_optional(c)
        .await)
    .failed("locking a rule of top-ups")?;
    row.map(TopUpRule::try_from).transpose()
}

/// Writes a rule whose row is locked, or that is new.
pub(in crate::billing::topups) async fn save_rule(
    db: &mut Connection<'_>,
    rule: &TopUpRule,
    now: Timestamp,
) -> Result<(), Failure> {
    let terms = rule.terms.text()?;
    let card = rule.card.as_ref();
    on_engine!(db, |c| sqlx::query(SAVE)
        .bind(rule.wallet.book_id)
        .bind(rule.wallet.owner.kind())
        .bind(rule.wallet.owner.id())
        .bind(&rule.connection_id)
        .bind(rule.state.word())
        .bind(&rule.reason)
        .bind(rule.threshold)
        .bind(&rule.pack_id)
        .bind(rule.pack_version)
        .bind(rule.price_id)
        .bind(rule.quantity)
        .bind(rule.currency.code())
        .bind(rule.amount_minor)
        .bind(rule.credits)
        .bind(rule.bonus)
        .bind(&terms)
        .bind(rule.month_max_minor)
        .bind(rule.month_max_count)
        .bind(rule.min_seconds)
        .bind(rule.failures)
        .bind(rule.next_at.map(Timestamp::micros))
        .bind(rule.attempt_count)
        .bind(rule.capped_month)
        .bind(card.map(|card| card.brand.as_str()))
        .bind(card.map(|card| card.last4.as_str()))
        .bind(&rule.actor)
        .bind(rule.consent_at.micros())
        .bind(&rule.consent_text)
        .bind(rule.created_at.micros())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a rule of top-ups")
}

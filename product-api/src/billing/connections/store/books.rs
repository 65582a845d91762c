//! The table of the settings of books.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::connections::book_billing::{
    BookBilling, BuyerDocument, Shortfall, Tax, TaxBehavior,
};
use crate::billing::connections::connection::ConnectionOwner;
use crate::billing::connections::connection_state::ConnectionState;
use crate::billing::connections::subscription_rules::{ChangeMode, RepeatTrial, SubscriptionRules};
use crate::billing::currency::Currency;

const FIND: &str = "\
    SELECT s.connection_id, s.currency, s.tax, s.tax_behavior, s.documents, s.promotion_codes, s.adaptive_pricing, \
        s.shortfall, s.inquiry_freezes, s.grace_days, s.renewal_grace_hours, s.change_mode, s.dispute_cancels, s.repeat_trial, \
        s.topup_month_max, \
        c.state AS connection_state, c.owner_kind, c.owner_id, w.owner_user_id AS website_owner \
    FROM book_billing s LEFT JOIN book b ON b.id = s.book_id LEFT JOIN websites w ON w.id = b.website_id \
    LEFT JOIN stripe_connection c ON c.id = s.connection_id \
    WHERE s.book_id = $1";

const SAVE: &str = "\
    INSERT INTO book_billing (book_id, connection_id, currency, tax, tax_behavior, documents, promotion_codes, \
        adaptive_pricing, shortfall, inquiry_freezes, created_at, updated_at, grace_days, renewal_grace_hours, \
        change_mode, dispute_cancels, repeat_trial, topup_month_max) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, $15, $16, $17) \
    ON CONFLICT (book_id) DO UPDATE SET connection_id = excluded.connection_id, currency = excluded.currency, \
        tax = excluded.tax, tax_behavior = excluded.tax_behavior, documents = excluded.documents, \
        promotion_codes = excluded.promotion_codes, adaptive_pricing = excluded.adaptive_pricing, \
        shortfall = excluded.shortfall, inquiry_freezes = excluded.inquiry_freezes, grace_days = excluded.grace_days, \
        renewal_grace_hours = excluded.renewal_grace_hours, change_mode = excluded.change_mode, \
        dispute_cancels = excluded.dispute_cancels, repeat_trial = excluded.repeat_trial, \
        topup_month_max = excluded.topup_month_max, updated_at = excluded.updated_at";

const UNLINK_ALL: &str =
    "UPDATE book_billing SET connection_id = NULL, updated_at = $2 WHERE connection_id = $1";

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column of its own")]
struct SettingsRow {
    connection_id: Option<String>,
    currency: String,
    tax: String,
    tax_behavior: String,
    documents: String,
    promotion_codes: bool,
    adaptive_pricing: bool,
    shortfall: String,
    inquiry_freezes: bool,
    grace_days: i64,
    renewal_grace_hours: i64,
    change_mode: String,
    dispute_cancels: bool,
    repeat_trial: String,
    topup_month_max: Option<i64>,
    connection_state: Option<String>,
    owner_kind: Option<String>,
    owner_id: Option<String>,
    website_owner: Option<String>,
}

/// The settings of a book as they are stored, with the facts that decide whether its link counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::connections) struct StoredSettings {
    /// The settings, with the stored link.
    pub(in crate::billing::connections) settings: BookBilling,
    /// The state and the owner of the linked connection.
    pub(in crate::billing::connections) linked: Option<(ConnectionState, ConnectionOwner)>,
    /// The owner of the book's website; none for the platform.
    pub(in crate::billing::connections) website_owner: Option<String>,
}

fn unknown() -> Failure {
    Failure::defect("the settings of a book have an unknown word")
}

/// Returns the value with a word.
fn read<T: Copy, const N: usize>(
    all: [T; N],
    word: fn(T) -> &'static str,
    text: &str,
) -> Result<T, Failure> {
    let mut all = all.into_iter();
    all.find(|one| word(*one) == text).ok_or_else(unknown)
}

impl TryFrom<SettingsRow> for StoredSettings {
    type Error = Failure;

    fn try_from(row: SettingsRow) -> Result<Self, Self::Error> {
        let linked = match (row.connection_state, row.owner_kind, row.owner_id) {
            (Some(state), Some(kind), Some(id)) => {
                let state = state
                    .parse()
                    .map_err(|error| Failure::broken("reading the settings of a book", error))?;
                let owner = ConnectionOwner::from_columns(&kind, id).ok_or_else(unknown)?;
                Some((state, owner))
            }
            _ => None,
        };
        let subscriptions = SubscriptionRules {
            change_mode: read(ChangeMode::ALL, ChangeMode::word, &row.change_mode)?,
            grace_days: row.grace_days,
            renewal_grace_hours: row.renewal_grace_hours,
            is_ended_by_disputes: row.dispute_cancels,
            repeat_trial: read(RepeatTrial::ALL, RepeatTrial::word, &row.repeat_trial)?,
        };
        Ok(Self {
            settings: BookBilling {
                connection_id: row.connection_id,
                currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
                tax: read(Tax::ALL, Tax::word, &row.tax)?,
                tax_behavior: read(TaxBehavior::ALL, TaxBehavior::word, &row.tax_behavior)?,
                documents: read(BuyerDocument::ALL, BuyerDocument::word, &row.documents)?,
                has_promotion_codes: row.promotion_codes,
                has_adaptive_pricing: row.adaptive_pricing,
                shortfall: read(Shortfall::ALL, Shortfall::word, &row.shortfall)?,
                is_frozen_by_inquiries: row.inquiry_freezes,
                subscriptions,
                topup_month_max: row.topup_month_max,
            },
            linked,
            website_owner: row.website_owner,
        })
    }
}

/// Reads the settings of a book, if it has any.
pub(in crate::billing::connections) async fn find(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Option<StoredSettings>, Failure> {
    let row: Option<SettingsRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(book_id)
        .fetch_optional(c)
        .await)
    .failed("reading the settings of a book")?;
    row.map(StoredSettings::try_from).transpose()
}

/// Writes the settings of a book with its link.
pub(in crate::billing::connections) async fn save(
    db: &mut Connection<'_>,
    book_id: i64,
    settings: &BookBilling,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SAVE)
        .bind(book_id)
        .bind(&settings.connection_id)
        .bind(settings.currency.code())
        .bind(settings.tax.word())
        .bind(settings.tax_behavior.word())
        .bind(settings.documents.word())
        .bind(settings.has_promotion_codes)
        .bind(settings.has_adaptive_pricing)
        .bind(settings.shortfall.word())
        .bind(settings.is_frozen_by_inquiries)
        .bind(now.micros())
        .bind(settings.subscriptions.grace_days)
        .bind(settings.subscriptions.renewal_grace_hours)
        .bind(settings.subscriptions.change_mode.word())
        .bind(settings.subscriptions.is_ended_by_disputes)
        .bind(settings.subscriptions.repeat_trial.word())
        .bind(settings.topup_month_max)
        .execute(c)
        .await
        .map(drop))
    .failed("storing the settings of a book")
}

/// Unlinks all books of a connection.
pub(in crate::billing::connections) async fn unlink_all(
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UNLINK_ALL)
        .bind(connection_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("unlinking the books of a connection")
}

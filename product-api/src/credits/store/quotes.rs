//! Reads customers' balances and features' prices, in one statement for each kind of name. Each sees one commit.

use std::collections::HashMap;
use std::sync::Arc;

use foundation::database::{Failed, Filled, filled, mark};
use foundation::read_cache::{Read, Stay};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::spend_limits::LimitRow;
use super::statements::BalanceRow;
use crate::caller::Mode;
use crate::credits::amount::LARGEST;
use crate::credits::balance::Balance;
use crate::credits::spend_limit::SpendLimit;
use crate::customers::CustomerRef;
use crate::features::{Offer, Price};

/// The time of the request, but never before the last booking; an operation would use it, too.
macro_rules! at {
    () => {
        "CASE WHEN a.last_booked_at > asked.now THEN a.last_booked_at ELSE asked.now END"
    };
}

/// Evaluates an expression only if an expiry is due, because most wallets have none.
macro_rules! where_due {
    ($($look:tt)+) => {
        concat!("CASE WHEN a.next_due_at <= ", at!(), " THEN (", $($look)+, ") END")
    };
}

/// Credits that expired holds release into lots that match a condition.
macro_rules! let_go {
    ($($condition:tt)+) => {
        where_due!(concat!(
            "SELECT CAST(SUM(p.amount) AS BIGINT) FROM hold h JOIN hold_lot p ON p.hold_id = h.id JOIN lot l ON l.id = p.lot_id \
               WHERE h.account_id = a.id AND h.closed_at IS NULL AND h.on_expiry = 'release' AND h.expires_at <= ", at!(),
            " AND ", $($condition)+
        ))
    };
}

/// Credits that are left of expired holds.
macro_rules! held_due {
    ($condition:literal) => {
        where_due!(concat!(
            "SELECT CAST(SUM(h.amount - h.captured - h.released) AS BIGINT) FROM hold h \
               WHERE h.account_id = a.id AND h.closed_at IS NULL AND h.expires_at <= ",
            at!(),
            $condition
        ))
    };
}

/// Credits that are left in lots that match a condition.
macro_rules! in_lots {
    ($($condition:tt)+) => {
        concat!(
            "SELECT CAST(SUM(l.remaining - l.held) AS BIGINT) FROM lot l WHERE l.account_id = a.id AND l.closed_at IS NULL AND ",
            $($condition)+
        )
    };
}

/// Matches lots that have not expired.
macro_rules! lasting {
    () => {
        concat!("(l.expires_at IS NULL OR l.expires_at > ", at!(), ")")
    };
}

/// Matches lots that can be used for the feature.
macro_rules! usable {
    () => {
        concat!(
            lasting!(),
            " AND l.effective_at <= ",
            at!(),
            " AND (l.scope IS NULL OR l.scope = f.id)"
        )
    };
}

/// Matches lots for other features only. (`effective_at + 0` keeps SQLite from the index of all lots by `effective_at`.)
macro_rules! elsewhere {
    () => {
        concat!(
            "COALESCE(l.scope, 0) > 0 AND (f.id IS NULL OR l.scope <> f.id) AND l.effective_at + 0 <= ",
            at!(),
            " AND ",
            lasting!()
        )
    };
}

const ASKED: &str = "WITH asked (n, website_id, mode, called, feature, now) AS (VALUES ";
const SELECT: &str = ") SELECT ";

/// The website's row always exists; missing rows joined to it are null. Usable credits are computed as the balance minus the
/// unusable credits, because most lots are usable, and a wallet may have thousands.
const QUOTE: (&str, &str) = (
    concat!(
        " AS mark, asked.n, c.id AS customer_id, w.id AS website_id, w.name AS website_name, w.url AS website_url, \
            COALESCE(c.mode, asked.mode) AS mode, COALESCE(c.subscribed, FALSE) AS subscribed, COALESCE(c.created_at, 0) AS created_at, \
            c.merged_into, COALESCE(c.user_shown, FALSE) AS user_shown, COALESCE(u.is_active, TRUE) AS is_active, \
            EXISTS (SELECT 1 FROM users o WHERE o.id = asked.called AND NOT o.is_active) AS user_is_off, b.unit, b.scale, \
            a.frozen_at, a.posted, a.held, a.overdraft_limit, a.spend_cap, a.spend_period, a.spent_period, a.spent_in_period, a.last_booked_at, a.next_due_at, COALESCE(a.version, 0) AS version, \
            COALESCE(a.txn_count, 0) AS txn_count, d.posted AS debt, \
            s.amount AS signup, f.id AS feature_id, f.code, p.version AS price_version, p.credits, p.per_units, p.min_charge, p.effective_at, ",
        where_due!(in_lots!(concat!("l.expires_at <= ", at!()))),
        " AS due, ",
        held_due!(""),
        " AS held_due, ",
        held_due!(" AND h.on_expiry = 'capture'"),
        " AS capture_due, ",
        let_go!(concat!("l.expires_at <= ", at!())),
        " AS let_go_due, (",
        in_lots!(concat!("l.effective_at > ", at!(), " AND ", lasting!())),
        ") AS early, (",
        in_lots!(elsewhere!()),
        ") AS elsewhere, ",
        let_go!(usable!()),
        " AS let_go, \
            (SELECT MIN(l.effective_at) FROM lot l WHERE l.account_id = a.id AND l.closed_at IS NULL AND l.effective_at > ",
        at!(),
        ") AS next_lot_at, \
            (SELECT MIN(v.effective_at) FROM feature_price v WHERE v.feature_id = f.id AND v.effective_at > asked.now) AS next_price_at \
        FROM asked JOIN websites w ON w.id = asked.website_id \
        LEFT JOIN signup_grant s ON s.website_id = w.id AND s.mode = asked.mode AND s.is_enabled \
        LEFT JOIN feature f ON f.website_id = w.id AND f.mode = asked.mode AND f.code = asked.feature \
        LEFT JOIN feature_price p ON p.feature_id = f.id AND p.version = \
            (SELECT MAX(v.version) FROM feature_price v WHERE v.feature_id = f.id AND v.effective_at <= asked.now) \
        LEFT JOIN customers c ON c.website_id = w.id AND c.mode = asked.mode AND "
    ),
    " LEFT JOIN users u ON u.id = c.user_id \
        LEFT JOIN book b ON b.website_id = w.id AND b.mode = asked.mode AND b.unit = 'credit' \
        LEFT JOIN account a ON a.book_id = b.id AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id \
        LEFT JOIN account d ON d.id = a.debt_account_id",
);

const BY_ID: &str = "c.id = asked.called";
const BY_EXTERNAL_ID: &str = "c.external_id = asked.called";
const BY_EMAIL: &str = "c.email = asked.called";
// A subject that was merged into another belongs to the merge target, so that it finds no customer by itself.
const BY_SUB: &str = "c.user_id = asked.called \
    AND NOT EXISTS (SELECT 1 FROM user_merges m WHERE m.from_user_id = asked.called AND m.state = 'merged')";

#[derive(sqlx::FromRow)]
struct Row {
    mark: String,
    n: i64,
    #[sqlx(flatten)]
    balance: BalanceRow,
    #[sqlx(flatten)]
    limit: LimitRow,
    merged_into: Option<String>,
    frozen_at: Option<i64>,
    user_shown: bool,
    is_active: bool,
    user_is_off: bool,
    version: i64,
    txn_count: i64,
    next_due_at: Option<i64>,
    next_lot_at: Option<i64>,
    next_price_at: Option<i64>,
    early: Option<i64>,
    elsewhere: Option<i64>,
    let_go: Option<i64>,
    signup: Option<i64>,
    feature_id: Option<i64>,
    code: Option<String>,
    price_version: Option<i64>,
    credits: Option<i64>,
    per_units: Option<i64>,
    min_charge: Option<i64>,
    effective_at: Option<i64>,
}

/// A query for one customer and feature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    pub(in crate::credits) website_id: String,
    pub(in crate::credits) mode: Mode,
    pub(in crate::credits) customer: CustomerRef,
    /// Code of a feature; empty for none.
    pub(in crate::credits) feature: String,
}

/// Balance of a customer at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// True if the name certainly names this customer. It does not if the customer is merged into another, or if it was found
    /// by its subject and another row may replace it.
    pub(in crate::credits) is_plain: bool,
    /// True if the customer may spend.
    pub(in crate::credits) is_active: bool,
    /// True if a verification has frozen the wallet.
    pub(in crate::credits) is_frozen: bool,
    /// Credits that could be spent on the feature.
    pub(in crate::credits) available: i64,
    /// Limit of the spends in a day or a month, if there is one.
    pub(in crate::credits) spend_limit: Option<SpendLimit>,
    pub(in crate::credits) balance: Balance,
    pub(in crate::credits) version: i64,
}

/// Result of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Balance of the customer; none if no customer has the name.
    pub(in crate::credits) standing: Option<Standing>,
    /// True if the name is that of a deactivated user.
    pub(in crate::credits) user_is_off: bool,
    /// Price of the feature.
    pub(in crate::credits) offer: Option<Offer>,
    /// Sign-up grant of a new customer.
    pub(in crate::credits) signup: Option<i64>,
}

/// Reads the balance of each named customer at a time, and the price of its feature. Equal queries share one result.
pub(in crate::credits) async fn find(
    db: &mut Connection<'_>,
    asked: &[Asked],
    now: Timestamp,
) -> Result<Vec<Read<Arc<Found>>>, Failure> {
    let mut ways: [(&str, Vec<Place<'_>>); 4] =
        [BY_ID, BY_EXTERNAL_ID, BY_EMAIL, BY_SUB].map(|condition| (condition, Vec::new()));
    let mut firsts = HashMap::with_capacity(asked.len());
    for (n, one) in asked.iter().enumerate() {
        if firsts.contains_key(one) {
            continue;
        }
        firsts.insert(one, n);
        let [by_id, by_external_id, by_email, by_sub] = &mut ways;
        let (way, called) = match &one.customer {
            CustomerRef::Id(id) => (by_id, id),
            CustomerRef::ExternalId(id) => (by_external_id, id),
            CustomerRef::Email(email) => (by_email, email),
            CustomerRef::Sub(sub) => (by_sub, sub),
        };
        way.1.push(Place { n, one, called });
    }
    let mut found = HashMap::with_capacity(firsts.len());
    for (condition, places) in &ways {
        for portion in filled(places, 6) {
            for row in find_some(db, condition, &portion, now).await? {
                let n = usize::try_from(row.n).unwrap_or(usize::MAX);
                found.insert(n, row.read(*condition == BY_SUB, now)?);
            }
        }
    }
    let of_one = |one: &Asked| firsts.get(one).and_then(|n| found.get(n)).cloned();
    let all: Option<Vec<Read<Arc<Found>>>> = asked.iter().map(of_one).collect();
    all.ok_or_else(|| Failure::defect("a website was asked about that is not there"))
}

/// Returns the statement's text after the rows.
fn tail(mark: &str, condition: &str) -> String {
    [SELECT, mark, QUOTE.0, condition, QUOTE.1].concat()
}

/// A query with its index.
struct Place<'a> {
    n: usize,
    one: &'a Asked,
    called: &'a str,
}

async fn find_some(
    db: &mut Connection<'_>,
    condition: &str,
    places: &Filled<'_, Place<'_>>,
    now: Timestamp,
) -> Result<Vec<Row>, Failure> {
    let text = places.text(db, (ASKED, &tail(mark(db), condition)));
    on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text));
        for (place, there) in places.rows() {
            query = query
                .bind(i64::try_from(place.n).unwrap_or(i64::MAX))
                .bind(there.some(place.one.website_id.as_str()))
                .bind(place.one.mode.word())
                .bind(place.called)
                .bind(place.one.feature.as_str())
                .bind(now.micros());
        }
        query.fetch_all(c).await
    })
    .failed("reading how customers stand")
}

impl Row {
    fn read(mut self, by_sub: bool, now: Timestamp) -> Result<Read<Arc<Found>>, Failure> {
        let (mark, until) = (std::mem::take(&mut self.mark), self.until());
        // A due expiry changes the numbers with each later time, so the result is not cached.
        let is_due = until.is_some_and(|until| until <= self.balance.instant(now));
        let answer = self.found(by_sub)?;
        let standing = answer.standing.as_ref();
        // Results for missing customers, and for names that may lead elsewhere, are not cached. So writers of names need not
        // invalidate them.
        let plain = standing.filter(|standing| standing.is_plain && !is_due);
        let subject = plain.and_then(|standing| standing.balance.customer_id.clone());
        let stays = subject.map(|subject| Stay {
            mark,
            subject: Some(subject),
            from: now,
            until,
        });
        Ok(Read {
            answer: Arc::new(answer),
            stays,
        })
    }

    /// Returns the time at which an expiry or a start of validity changes the result, if there is one.
    fn until(&self) -> Option<Timestamp> {
        let ends = [self.next_due_at, self.next_lot_at, self.next_price_at];
        let first = ends.into_iter().flatten().min();
        first.map(Timestamp::from_micros)
    }

    fn found(mut self, by_sub: bool) -> Result<Found, Failure> {
        let (offer, signup) = (self.offer(), self.signup);
        let user_is_off = by_sub && self.user_is_off;
        if self.balance.customer_id.is_none() {
            return Ok(Found {
                standing: None,
                user_is_off,
                offer,
                signup,
            });
        }
        let is_settled = !by_sub || self.user_shown && self.txn_count > 0;
        let unusable = self.early.unwrap_or_default() + self.elsewhere.unwrap_or_default();
        let in_lots = self.balance.unpinned() - unusable + self.let_go.unwrap_or_default();
        let standing = Standing {
            is_plain: self.merged_into.is_none() && is_settled,
            is_active: self.is_active,
            is_frozen: self.frozen_at.is_some(),
            available: (in_lots + self.balance.overdraft_left()).min(LARGEST),
            spend_limit: self.limit.read(),
            version: self.version,
            balance: self.balance.into_balance()?,
        };
        Ok(Found {
            standing: Some(standing),
            user_is_off,
            offer,
            signup,
        })
    }

    fn offer(&mut self) -> Option<Offer> {
        Some(Offer {
            feature_id: self.feature_id?,
            code: self.code.take()?,
            price: self.price(),
        })
    }

    fn price(&self) -> Option<Price> {
        Some(Price {
            version: self.price_version?,
            credits: self.credits?,
            per_units: self.per_units?,
            min_charge: self.min_charge?,
            effective_at: Timestamp::from_micros(self.effective_at?),
        })
    }
}

/// Composed statements with two rows, for tests of query plans.
#[cfg(test)]
pub(in crate::credits) fn texts() -> Vec<String> {
    [BY_ID, BY_EXTERNAL_ID, BY_EMAIL, BY_SUB]
        .map(|condition| {
            let row = "(NULL, NULL, NULL, NULL, NULL, NULL)";
            let tail = tail("''", condition);
            [ASKED, row, ", ", row, &tail].concat()
        })
        .into()
}

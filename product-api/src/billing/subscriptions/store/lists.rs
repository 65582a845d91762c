//! Pages of subscriptions, each with the code of its plan and its seller.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use super::row::{Row, columns};
use crate::billing::subscriptions::subscription::Subscription;
use crate::caller::Mode;
use crate::schema::Cursor;

/// The code of the plan, and the seller.
macro_rules! with_seller {
    () => {
        ", i.code, i.name, n.code AS next_code, b.mode, b.website_id, w.name AS website_name \
         FROM subscription s JOIN book b ON b.id = s.book_id LEFT JOIN websites w ON w.id = b.website_id \
         LEFT JOIN catalog_item i ON i.id = s.plan_id LEFT JOIN catalog_item n ON n.id = s.next_plan_id "
    };
}

// The customer's own subscriptions, and those of customers who were merged into this one.
const OF_BOOK: &str = concat!(
    "WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($2 AS TEXT) \
        UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
     SELECT ",
    columns!(),
    with_seller!(),
    "WHERE s.book_id = $1 \
       AND (CAST($2 AS TEXT) IS NULL OR s.owner_kind = 'customer' AND s.owner_id IN (SELECT id FROM merged)) \
       AND (CAST($3 AS TEXT) IS NULL OR s.status = $3) \
       AND (s.created_at < $4 OR s.created_at = $4 AND s.id < $5) \
     ORDER BY s.created_at DESC, s.id DESC LIMIT $6"
);

const ONE_OF_BOOK: &str = concat!(
    "SELECT ",
    columns!(),
    with_seller!(),
    "WHERE s.book_id = $1 AND s.id = $2"
);

/// Users whose subscriptions are the user's own: the user, and users who were merged into this one.
macro_rules! of_merged_users {
    ($condition:literal) => {
        concat!(
            "WITH RECURSIVE people (id) AS ( \
                SELECT CAST($1 AS TEXT) \
                UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m \
                    WHERE m.into_user_id = people.id AND m.state = 'merged') \
             SELECT ",
            columns!(),
            with_seller!(),
            "WHERE (s.owner_kind = 'user' AND s.owner_id IN (SELECT id FROM people) \
                OR s.owner_kind = 'customer' \
                   AND s.owner_id IN (SELECT c.id FROM people CROSS JOIN customers c WHERE c.user_id = people.id)) \
             AND (CAST($2 AS TEXT) IS NULL OR b.website_id = $2) ",
            $condition
        )
    };
}

const OF_USER: &str = of_merged_users!(
    "AND (s.created_at < $3 OR s.created_at = $3 AND s.id < $4) ORDER BY s.created_at DESC, s.id DESC LIMIT $5"
);

const ONE_OF_USER: &str = of_merged_users!("AND s.id = $3");

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[OF_BOOK, ONE_OF_BOOK, OF_USER, ONE_OF_USER];

/// Filter of a page of a book's subscriptions.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::subscriptions) struct BookFilter<'a> {
    /// The book.
    pub(in crate::billing::subscriptions) book_id: i64,
    /// Only those of this customer.
    pub(in crate::billing::subscriptions) customer_id: Option<&'a str>,
    /// Only those with this word of Stripe.
    pub(in crate::billing::subscriptions) status: Option<&'a str>,
}

/// A user, and the website to which the reader is limited.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::subscriptions) struct SubscriberFilter<'a> {
    /// The user.
    pub(in crate::billing::subscriptions) user_id: &'a str,
    /// The website; none for all.
    pub(in crate::billing::subscriptions) website_id: Option<&'a str>,
}

/// A subscription as a response shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SubscriptionView {
    /// The subscription.
    pub(crate) subscription: Subscription,
    /// The code and the name of its plan; none if its price belongs to no plan of ours.
    pub(crate) plan: Option<PlanName>,
    /// The code of the plan from the next period on, if a schedule changes it.
    pub(crate) next_plan: Option<String>,
    /// The mode of the credits.
    pub(crate) mode: Mode,
    /// The website that sells it; none for the platform.
    pub(crate) website_id: Option<String>,
    /// The website's name.
    pub(crate) website_name: Option<String>,
}

/// The code and the name of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanName {
    /// The code.
    pub(crate) code: String,
    /// The name.
    pub(crate) name: String,
}

#[derive(sqlx::FromRow)]
struct ViewRow {
    #[sqlx(flatten)]
    row: Row,
    code: Option<String>,
    name: Option<String>,
    next_code: Option<String>,
    mode: String,
    website_id: Option<String>,
    website_name: Option<String>,
}

impl TryFrom<ViewRow> for SubscriptionView {
    type Error = Failure;

    fn try_from(row: ViewRow) -> Result<Self, Failure> {
        let mode = row.mode.parse();
        let plan = row.code.zip(row.name);
        Ok(Self {
            subscription: row.row.try_into()?,
            plan: plan.map(|(code, name)| PlanName { code, name }),
            next_plan: row.next_code,
            mode: mode.map_err(|error| Failure::broken("reading a subscription", error))?,
            website_id: row.website_id,
            website_name: row.website_name,
        })
    }
}

/// Lists subscriptions of a book, newest first.
pub(in crate::billing::subscriptions) async fn list_of_book(
    db: &mut Connection<'_>,
    filter: BookFilter<'_>,
    after: &Cursor,
    limit: i64,
) -> Result<Vec<SubscriptionView>, Failure> {
    let rows: Vec<ViewRow> = on_engine!(db, |c| sqlx::query_as(OF_BOOK)
        .bind(filter.book_id)
        .bind(filter.customer_id)
        .bind(filter.status)
        .bind(after.at.micros())
        .bind(&after.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing subscriptions")?;
    rows.into_iter().map(SubscriptionView::try_from).collect()
}

/// Finds a subscription of a book.
pub(in crate::billing::subscriptions) async fn find_in_book(
    db: &mut Connection<'_>,
    book_id: i64,
    id: &str,
) -> Result<Option<SubscriptionView>, Failure> {
    let row: Option<ViewRow> = on_engine!(db, |c| sqlx::query_as(ONE_OF_BOOK)
        .bind(book_id)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a subscription")?;
    row.map(SubscriptionView::try_from).transpose()
}

/// Lists subscriptions of a user, newest first.
pub(in crate::billing::subscriptions) async fn list_of_user(
    db: &mut Connection<'_>,
    filter: SubscriberFilter<'_>,
    after: &Cursor,
    limit: i64,
) -> Result<Vec<SubscriptionView>, Failure> {
    let rows: Vec<ViewRow> = on_engine!(db, |c| sqlx::query_as(OF_USER)
        .bind(filter.user_id)
        .bind(filter.website_id)
        .bind(after.at.micros())
        .bind(&after.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing a user's subscriptions")?;
    rows.into_iter().map(SubscriptionView::try_from).collect()
}

/// Finds a subscription of a user.
pub(in crate::billing::subscriptions) async fn find_of_user(
    db: &mut Connection<'_>,
    filter: SubscriberFilter<'_>,
    id: &str,
) -> Result<Option<SubscriptionView>, Failure> {
    let row: Option<ViewRow> = on_engine!(db, |c| sqlx::query_as(ONE_OF_USER)
        .bind(filter.user_id)
        .bind(filter.website_id)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a user's subscription")?;
    row.map(SubscriptionView::try_from).transpose()
}

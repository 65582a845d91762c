//! The data that this service has of the identity provider's users.

use foundation::database::{SqlResultExt, padded_arms, union};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

const FACTS: (&str, &str, &str) = (
    "SELECT * FROM (",
    "SELECT u.id, u.claims_at, u.is_active, \
        (SELECT COUNT(*) FROM websites w WHERE w.owner_user_id = u.id AND w.status <> 'registering') AS websites \
     FROM users u WHERE u.id = {}",
    ") AS facts",
);

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    claims_at: i64,
    is_active: bool,
    websites: i64,
}

/// The data that this service has of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::operators) struct UserFacts {
    pub(in crate::operators) id: String,
    /// The issue time of the last token of the user that was stored.
    pub(in crate::operators) last_seen_at: Option<Timestamp>,
    pub(in crate::operators) is_active: bool,
    pub(in crate::operators) websites: i64,
}

/// Returns the data of users; leaves out those who have not been here.
pub(in crate::operators) async fn facts(
    db: &mut Connection<'_>,
    user_ids: &[&str],
) -> Result<Vec<UserFacts>, Failure> {
    let mut all = Vec::new();
    for portion in padded_arms(user_ids, 1) {
        let text = union(FACTS, 1, portion.count());
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (user_id, there) in portion.rows() {
                query = query.bind(there.some(*user_id));
            }
            query.fetch_all(c).await
        })
        .failed("reading users")?;
        all.extend(rows.into_iter().map(|row| UserFacts {
            id: row.id,
            last_seen_at: (row.claims_at > 0).then(|| Timestamp::from_seconds(row.claims_at)),
            is_active: row.is_active,
            websites: row.websites,
        }));
    }
    Ok(all)
}

//! A PostgreSQL schema with two roles, as deploy/postgres/init.sql creates them: an owner, and the role of a service.
#![expect(
    clippy::missing_panics_doc,
    reason = "a test that lacks its world panics and says so"
)]
#![expect(
    clippy::expect_used,
    reason = "a test without its database cannot go on"
)]

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use url::Url;

use super::database::postgres_schema;
use crate::random::Random;

/// Script that creates roles and databases in production. It is read when a test runs, because images are built without it.
const INIT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../deploy/postgres/init.sql"
);

/// URLs of an empty schema, for each of its roles.
#[derive(Debug)]
pub struct RoleUrls {
    /// URL for the service.
    pub url: String,
    /// URL for the owner of the tables.
    pub owner_url: String,
}

impl RoleUrls {
    /// Creates an empty schema, its owner, and a service role with the grants that init.sql gives to the role of `database`.
    pub async fn create(database: &str) -> Self {
        let url = postgres_schema().await;
        let random = Random::system().hex().expect("random bytes");
        let owner = format!("tollgate_test_{}", random.get(..16).expect("16 digits"));
        let service = format!("{owner}_service");
        let mut admin = PgConnection::connect(&url).await.expect("the server");
        let schema: String = sqlx::query_scalar("SELECT current_schema()::TEXT")
            .fetch_one(&mut admin)
            .await
            .expect("the schema");
        let grants = grants_of(database)
            .replace(&format!("{database}_service"), &service)
            .replace(database, &owner)
            .replace("SCHEMA public", &format!("SCHEMA {schema}"));
        let script = format!(
            "CREATE ROLE {owner} LOGIN PASSWORD '{random}'; CREATE ROLE {service} LOGIN PASSWORD '{random}'; \
             ALTER SCHEMA {schema} OWNER TO {owner}; {grants}"
        );
        let made = sqlx::raw_sql(AssertSqlSafe(script)).execute(&mut admin);
        made.await.expect("the roles are made");
        admin.close().await.expect("closing");
        let url_of = |role: &str| {
            let mut url = Url::parse(&url).expect("an address");
            url.set_username(role).expect("a role");
            url.set_password(Some(&random)).expect("a password");
            url.into()
        };
        Self {
            url: url_of(&service),
            owner_url: url_of(&owner),
        }
    }
}

/// Returns the statements of init.sql that run in one database.
fn grants_of(database: &str) -> String {
    let init = std::fs::read_to_string(INIT).expect("deploy/postgres/init.sql");
    let begin = format!("\\connect {database}\n");
    let (_, rest) = init.split_once(&begin).expect("a part for the database");
    let end = rest.find("\\connect").unwrap_or(rest.len());
    rest.get(..end).expect("a part").to_owned()
}

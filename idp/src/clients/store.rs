//! Clients in the database.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::client::{ApplicationType, AuthMethod, Client, GrantType};
use super::color::Color;
use super::logo::Logo;
use super::scope::Scope;
use crate::keys::Algorithm;

const FIND: &str = "SELECT id, name, secret_digest, token_endpoint_auth_method, application_type, redirect_uris, \
    post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, brand_color, logo, \
    first_party, created_at, updated_at FROM clients WHERE id = $1";
const INSERT: &str = "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
    redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
    brand_color, logo, first_party, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
    ON CONFLICT (id) DO NOTHING";
const PUT: &str = "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
    redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
    brand_color, logo, first_party, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, secret_digest = excluded.secret_digest, \
    token_endpoint_auth_method = excluded.token_endpoint_auth_method, \
    application_type = excluded.application_type, redirect_uris = excluded.redirect_uris, \
    post_logout_redirect_uris = excluded.post_logout_redirect_uris, grant_types = excluded.grant_types, \
    scope = excluded.scope, id_token_signed_response_alg = excluded.id_token_signed_response_alg, \
    require_pkce = excluded.require_pkce, brand_color = excluded.brand_color, logo = excluded.logo, \
    first_party = excluded.first_party, updated_at = excluded.updated_at";
const WEB_ADDRESSES: &str = "SELECT redirect_uris FROM clients WHERE application_type = 'web'";
const DELETE: &str = "DELETE FROM clients WHERE id = $1";

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    name: String,
    secret_digest: Option<String>,
    token_endpoint_auth_method: String,
    application_type: String,
    redirect_uris: String,
    post_logout_redirect_uris: String,
    grant_types: String,
    scope: String,
    id_token_signed_response_alg: String,
    require_pkce: bool,
    brand_color: Option<String>,
    logo: Option<String>,
    first_party: bool,
    created_at: i64,
    updated_at: i64,
}

/// Where answers to clients on the web may go, all of them.
pub(crate) async fn web_addresses(db: &mut Connection<'_>) -> Result<Vec<String>, Failure> {
    let lists: Vec<String> =
        on_engine!(db, |c| sqlx::query_scalar(WEB_ADDRESSES).fetch_all(c).await)
            .failed("reading the addresses of clients")?;
    let parsed = lists
        .iter()
        .map(|list| serde_json::from_str::<Vec<String>>(list));
    let parsed: Result<Vec<_>, _> = parsed.collect();
    let parsed = parsed.map_err(|error| Failure::broken("reading a client's addresses", error))?;
    Ok(parsed.into_iter().flatten().collect())
}

/// The client of an id.
pub(crate) async fn find(db: &mut Connection<'_>, id: &str) -> Result<Option<Client>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a client")?;
    row.map(|row| {
        row.client()
            .ok_or_else(|| Failure::defect("a stored client cannot be read"))
    })
    .transpose()
}

/// Stores a new client; false when one of the same id is there, or was made at the same time.
pub(crate) async fn insert(db: &mut Connection<'_>, client: &Client) -> Result<bool, Failure> {
    Ok(write(db, INSERT, client).await? == 1)
}

/// Stores a client whole, over one of the same id; when it was made stays.
pub(crate) async fn put(db: &mut Connection<'_>, client: &Client) -> Result<(), Failure> {
    write(db, PUT, client).await.map(|_| ())
}

async fn write(
    db: &mut Connection<'_>,
    statement: &'static str,
    client: &Client,
) -> Result<u64, Failure> {
    let row = Row::of(client)?;
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(&row.id)
            .bind(&row.name)
            .bind(&row.secret_digest)
            .bind(&row.token_endpoint_auth_method)
            .bind(&row.application_type)
            .bind(&row.redirect_uris)
            .bind(&row.post_logout_redirect_uris)
            .bind(&row.grant_types)
            .bind(&row.scope)
            .bind(&row.id_token_signed_response_alg)
            .bind(row.require_pkce)
            .bind(&row.brand_color)
            .bind(&row.logo)
            .bind(row.first_party)
            .bind(row.created_at)
            .bind(row.updated_at)
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("storing a client")
}

/// Deletes a client with all that hangs on it; false when there was none.
pub(crate) async fn delete(db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() > 0)
    })
    .failed("deleting a client")
}

impl Row {
    fn of(client: &Client) -> Result<Self, Failure> {
        let list = |addresses: &Vec<String>| {
            serde_json::to_string(addresses)
                .map_err(|error| Failure::broken("writing a client's addresses", error))
        };
        let grant_types: Vec<_> = client.grant_types.iter().map(|one| one.name()).collect();
        Ok(Self {
            id: client.id.clone(),
            name: client.name.clone(),
            secret_digest: client.secret_digest.clone(),
            token_endpoint_auth_method: client.auth_method.name().to_owned(),
            application_type: client.application_type.name().to_owned(),
            redirect_uris: list(&client.redirect_uris)?,
            post_logout_redirect_uris: list(&client.post_logout_redirect_uris)?,
            grant_types: grant_types.join(" "),
            scope: client.scope.to_string(),
            id_token_signed_response_alg: client.id_token_algorithm.name().to_owned(),
            require_pkce: client.require_pkce,
            brand_color: client.color.map(Color::name),
            logo: client.logo.as_ref().map(|logo| logo.address().to_owned()),
            first_party: client.first_party,
            created_at: client.created_at.micros(),
            updated_at: client.updated_at.micros(),
        })
    }

    fn client(self) -> Option<Client> {
        Some(Client {
            auth_method: AuthMethod::named(&self.token_endpoint_auth_method)?,
            application_type: ApplicationType::named(&self.application_type)?,
            redirect_uris: serde_json::from_str(&self.redirect_uris).ok()?,
            post_logout_redirect_uris: serde_json::from_str(&self.post_logout_redirect_uris)
                .ok()?,
            grant_types: self
                .grant_types
                .split_ascii_whitespace()
                .map(GrantType::named)
                .collect::<Option<_>>()?,
            scope: Scope::parse(&self.scope)?,
            id_token_algorithm: Algorithm::named(&self.id_token_signed_response_alg)?,
            color: self.brand_color.as_deref().and_then(Color::parse),
            logo: self.logo.as_deref().and_then(Logo::parse),
            id: self.id,
            name: self.name,
            secret_digest: self.secret_digest,
            require_pkce: self.require_pkce,
            first_party: self.first_party,
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
        })
    }
}

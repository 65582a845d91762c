//! A website's clients at the idp: their registration, and the lease of the request that changes them.

use foundation::database::SqlResultExt;
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::websites::branding::Branding;
use crate::websites::client_settings::{ClientSettings, PublicSettings};
use crate::websites::detail::{Detail, PublicClient};
use crate::websites::registration::Registration;
use crate::websites::store::sites::Row;

const DETAIL: &str = "\
    SELECT w.id, w.owner_user_id, w.name, w.url, w.client_id, w.status, w.suspended_by, w.created_at, w.scale, w.redirect_uris, \
        w.post_logout_redirect_uris, w.public_client_id, w.public_redirect_uris, w.branding, w.client_settings, w.public_settings, \
        w.previous_secret_until, \
        COALESCE(b.unit, 'credit') AS unit \
    FROM websites w LEFT JOIN book b ON b.website_id = w.id AND b.mode = 'live' AND b.unit = 'credit' \
    WHERE w.id = $1 AND w.status <> 'registering'";

const REMEMBER: &str = "\
    UPDATE websites SET redirect_uris = COALESCE(redirect_uris, $2), \
        post_logout_redirect_uris = COALESCE(post_logout_redirect_uris, $3), \
        client_settings = COALESCE(client_settings, $4), public_settings = COALESCE(public_settings, $5) \
    WHERE id = $1";

const REMEMBER_BRANDING: &str =
    "UPDATE websites SET branding = $2 WHERE id = $1 AND branding IS NULL";

const TAKE_LEASE: &str = "\
    UPDATE websites SET client_held_until = $3 \
    WHERE id = $1 AND status <> 'registering' AND (client_held_until IS NULL OR client_held_until <= $2) \
    RETURNING client_id, public_client_id, name, status, switch_behind, client_wish";

const TAKE_LEASE_IF_BEHIND: &str = "\
    UPDATE websites SET client_held_until = $3 \
    WHERE id = $1 AND client_behind AND status <> 'registering' \
      AND (client_held_until IS NULL OR client_held_until <= $2) \
    RETURNING client_id, public_client_id, name, status, switch_behind, client_wish";

// Matches only if no request has suspended or resumed the website, or stored a change, since the lease began.
const MARK_SENT: &str = "\
    UPDATE websites SET client_behind = FALSE, switch_behind = FALSE, client_held_until = NULL \
    WHERE id = $1 AND client_held_until = $2 AND status = $3 AND client_wish IS NULL";

const RELEASE_LEASE: &str =
    "UPDATE websites SET client_held_until = $3 WHERE id = $1 AND client_held_until = $2";

// Websites that were never tried come first, then those tried longest ago.
const BEHIND: &str = "\
    SELECT id FROM websites WHERE client_behind AND (client_held_until IS NULL OR client_held_until <= $1) \
    ORDER BY COALESCE(client_held_until, 0), id LIMIT 20";

const NAME_PUBLIC: &str = "\
    UPDATE websites SET public_client_id = COALESCE(public_client_id, $2) WHERE id = $1 RETURNING public_client_id";

const SET_PUBLIC: &str =
    "UPDATE websites SET public_redirect_uris = $2, public_settings = $3 WHERE id = $1";

// Secrets of earlier rotations stay valid until their own end.
const SET_SECRET_END: &str = "\
    UPDATE websites SET previous_secret_until = CASE WHEN CAST($2 AS BIGINT) IS NULL THEN NULL \
        WHEN previous_secret_until > $2 THEN previous_secret_until ELSE $2 END \
    WHERE id = $1";

#[derive(sqlx::FromRow)]
struct DetailRow {
    #[sqlx(flatten)]
    row: Row,
    redirect_uris: Option<String>,
    post_logout_redirect_uris: Option<String>,
    public_client_id: Option<String>,
    public_redirect_uris: Option<String>,
    branding: Option<String>,
    client_settings: Option<String>,
    public_settings: Option<String>,
    previous_secret_until: Option<i64>,
    unit: String,
}

impl TryFrom<DetailRow> for Detail {
    type Error = Failure;

    fn try_from(row: DetailRow) -> Result<Self, Self::Error> {
        let public_client = match (row.public_client_id, row.public_redirect_uris) {
            (Some(client_id), Some(list)) => Some(PublicClient {
                client_id,
                redirect_uris: addresses(&list)?,
                settings: row
                    .public_settings
                    .as_deref()
                    .map_or_else(|| Ok(PublicSettings::default()), PublicSettings::parse)?,
            }),
            // A row with an id and no addresses is a client that the idp may not have.
            (Some(_), None) | (None, _) => None,
        };
        let known = |list: Option<String>| list.map(|list| addresses(&list)).transpose();
        Ok(Self {
            website: row.row.try_into()?,
            redirect_uris: known(row.redirect_uris)?,
            post_logout_redirect_uris: known(row.post_logout_redirect_uris)?,
            public_client,
            branding: row.branding.as_deref().map(Branding::parse).transpose()?,
            settings: row
                .client_settings
                .as_deref()
                .map(ClientSettings::parse)
                .transpose()?,
            previous_secret_until: row.previous_secret_until.map(Timestamp::from_micros),
            unit: row.unit,
        })
    }
}

fn addresses(list: &str) -> Result<Vec<String>, Failure> {
    strict_json::from_stored(list)
        .map_err(|error| Failure::broken("reading a client's addresses", error))
}

/// Returns the stored form of a list of addresses.
pub(in crate::websites) fn stored_form(list: &[String]) -> String {
    serde_json::Value::from(list).to_string()
}

/// A website whose clients are leased: no other request sends changes of them to the idp.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::websites) struct ClientLease {
    pub(in crate::websites) client_id: String,
    pub(in crate::websites) public_client_id: Option<String>,
    pub(in crate::websites) name: String,
    pub(in crate::websites) status: String,
    /// True if the idp may not have the current status.
    pub(in crate::websites) switch_behind: bool,
    /// A pending change that the idp may not have.
    #[sqlx(rename = "client_wish")]
    pub(in crate::websites) pending: Option<String>,
}

/// Returns a website with every setting that its owner sees.
pub(in crate::websites) async fn detail(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Detail>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, DetailRow>(DETAIL)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a website")?
    .map(Detail::try_from)
    .transpose()
}

/// Stores the idp's registration of a website that an older version registered.
pub(in crate::websites) async fn remember(
    db: &mut Connection<'_>,
    id: &str,
    client: &Registration,
    public: Option<&Registration>,
) -> Result<(), Failure> {
    let settings = client.settings().text()?;
    let public = public
        .map(|public| public.public_settings().text())
        .transpose()?;
    let list = |member: &str| stored_form(&client.addresses(member));
    on_engine!(db, |c| sqlx::query(REMEMBER)
        .bind(id)
        .bind(list("redirect_uris"))
        .bind(list("post_logout_redirect_uris"))
        .bind(&settings)
        .bind(public.as_deref())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a client's registration")
}

/// Stores the branding that the idp has of a website's client.
pub(in crate::websites) async fn remember_branding(
    db: &mut Connection<'_>,
    id: &str,
    branding: &Branding,
) -> Result<(), Failure> {
    let branding = branding.text()?;
    on_engine!(db, |c| sqlx::query(REMEMBER_BRANDING)
        .bind(id)
        .bind(branding)
        .execute(c)
        .await
        .map(drop))
    .failed("storing the display of a client")
}

/// Takes the lease on a website's clients, optionally only if the idp may lack a change; `None` if another request has it.
pub(in crate::websites) async fn take_lease(
    db: &mut Connection<'_>,
    id: &str,
    only_behind: bool,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<ClientLease>, Failure> {
    let statement = if only_behind {
        TAKE_LEASE_IF_BEHIND
    } else {
        TAKE_LEASE
    };
    on_engine!(db, |c| sqlx::query_as(statement)
        .bind(id)
        .bind(now.micros())
        .bind(until.micros())
        .fetch_optional(c)
        .await)
    .failed("holding a website's clients")
}

/// Stores that the idp has all changes; false if there was a new one since the lease began.
pub(in crate::websites) async fn mark_sent(
    db: &mut Connection<'_>,
    id: &str,
    held_until: Timestamp,
    status: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(MARK_SENT)
        .bind(id)
        .bind(held_until.micros())
        .bind(status)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("recording that the idp knows a website's clients")
}

/// Releases the lease on the clients.
pub(in crate::websites) async fn release_lease(
    db: &mut Connection<'_>,
    id: &str,
    held_until: Timestamp,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RELEASE_LEASE)
        .bind(id)
        .bind(held_until.micros())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("releasing the lease of a website's clients")
}

/// Returns websites of which the idp may lack a change and whose clients are not leased.
pub(in crate::websites) async fn behind(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(BEHIND)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("finding websites of which the idp may not know")
}

/// Returns the id of a website's public client; stores this id if there is none.
pub(in crate::websites) async fn name_public(
    db: &mut Connection<'_>,
    id: &str,
    client_id: &str,
) -> Result<String, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(NAME_PUBLIC)
        .bind(id)
        .bind(client_id)
        .fetch_one(c)
        .await)
    .failed("naming a website's public client")
}

/// Stores that the idp has the public client, with these addresses.
pub(in crate::websites) async fn set_public(
    db: &mut Connection<'_>,
    id: &str,
    public: &PublicClient,
) -> Result<(), Failure> {
    let settings = public.settings.text()?;
    on_engine!(db, |c| sqlx::query(SET_PUBLIC)
        .bind(id)
        .bind(stored_form(&public.redirect_uris))
        .bind(&settings)
        .execute(c)
        .await
        .map(drop))
    .failed("recording a website's public client")
}

/// Notes a rotation of the client's secret: the end of the previous one, or of all previous ones now where it is none.
pub(in crate::websites) async fn set_secret_end(
    db: &mut Connection<'_>,
    id: &str,
    until: Option<Timestamp>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_SECRET_END)
        .bind(id)
        .bind(until.map(Timestamp::micros))
        .execute(c)
        .await
        .map(drop))
    .failed("recording the end of a client's previous secret")
}

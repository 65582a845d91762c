//! Reads the wallets of an owner, with the customer's names for the website.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use super::rows::{CustomerNames, OwnedWallet};
use super::statements::{OwnerFilter, site};
use crate::caller::Mode;

// SQLite joins in the order of CROSS JOIN: from the few selected customers to their wallets. Otherwise it would start with all
// wallets of customers.
const WALLETS_OF_CUSTOMER: &str = "\
    WITH RECURSIVE c (id, website_id, mode, external_id, email, name) AS (\
        SELECT id, website_id, mode, external_id, email, name FROM customers WHERE id = $1 \
        UNION SELECT m.id, m.website_id, m.mode, m.external_id, m.email, m.name \
        FROM c CROSS JOIN customers m WHERE m.merged_into = c.id) \
    SELECT a.id AS account_id, c.id AS customer_id, c.external_id, c.email, c.name, \
        w.id AS website_id, w.name AS website_name, w.url AS website_url, c.mode \
    FROM c CROSS JOIN websites w CROSS JOIN account a \
    WHERE w.id = c.website_id AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id \
      AND c.website_id = $2 AND c.mode = $3";

const WALLETS_OF_USER: &str = "\
    WITH RECURSIVE c (id, website_id, mode) AS (\
        SELECT id, website_id, mode FROM customers WHERE user_id = $1 AND merged_into IS NULL \
        UNION SELECT m.id, m.website_id, m.mode FROM c CROSS JOIN customers m WHERE m.merged_into = c.id) \
    SELECT a.id AS account_id, c.id AS customer_id, w.id AS website_id, w.name AS website_name, w.url AS website_url, c.mode \
    FROM c CROSS JOIN websites w CROSS JOIN account a \
    WHERE w.id = c.website_id AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id \
      AND ($2 = '' OR c.website_id = $2) AND ($3 = '' OR c.mode = $3) \
    ORDER BY a.last_booked_at DESC LIMIT 400";

const WALLETS_OF_PLATFORM: &str = "\
    SELECT a.id AS account_id, NULL AS customer_id, NULL AS website_id, NULL AS website_name, NULL AS website_url, \
        (SELECT b.mode FROM book b WHERE b.id = a.book_id) AS mode \
    FROM account a WHERE a.kind = 'wallet' AND a.owner_kind = 'user' AND a.owner_id = $1";

#[derive(sqlx::FromRow)]
pub(super) struct NamesRow {
    external_id: Option<String>,
    email: Option<String>,
    name: Option<String>,
}

impl From<NamesRow> for CustomerNames {
    fn from(row: NamesRow) -> Self {
        Self {
            external_id: row.external_id,
            email: row.email,
            name: row.name,
        }
    }
}

#[derive(sqlx::FromRow)]
struct WalletRow {
    account_id: i64,
    customer_id: Option<String>,
    website_id: Option<String>,
    website_name: Option<String>,
    website_url: Option<String>,
    mode: String,
}

impl WalletRow {
    fn into_wallet(self) -> Result<OwnedWallet, Failure> {
        let mode = self.mode.parse();
        Ok(OwnedWallet {
            account_id: self.account_id,
            customer_id: self.customer_id,
            customer: None,
            website: site(self.website_id, self.website_name, self.website_url),
            mode: mode.map_err(|error| Failure::broken("reading wallets", error))?,
        })
    }
}

/// A wallet with the customer's names, which the website may see.
#[derive(sqlx::FromRow)]
pub(super) struct NamedWalletRow {
    #[sqlx(flatten)]
    wallet: WalletRow,
    #[sqlx(flatten)]
    names: NamesRow,
}

impl NamedWalletRow {
    pub(super) fn into_wallet(self) -> Result<OwnedWallet, Failure> {
        Ok(OwnedWallet {
            customer: Some(self.names.into()),
            ..self.wallet.into_wallet()?
        })
    }
}

/// Reads the wallets of an owner.
pub(crate) async fn wallets(
    db: &mut Connection<'_>,
    whose: OwnerFilter<'_>,
) -> Result<Vec<OwnedWallet>, Failure> {
    let rows: Vec<WalletRow> = match whose {
        OwnerFilter::Customer(id, website, mode) => {
            let rows: Vec<NamedWalletRow> = on_engine!(db, |c| sqlx::query_as(WALLETS_OF_CUSTOMER)
                .bind(id)
                .bind(website)
                .bind(mode.word())
                .fetch_all(c)
                .await)
            .failed("reading wallets")?;
            return rows.into_iter().map(NamedWalletRow::into_wallet).collect();
        }
        OwnerFilter::User(id, website, mode) => on_engine!(db, |c| sqlx::query_as(WALLETS_OF_USER)
            .bind(id)
            .bind(website.unwrap_or_default())
            .bind(mode.map_or("", Mode::word))
            .fetch_all(c)
            .await),
        OwnerFilter::Platform(id) => on_engine!(db, |c| sqlx::query_as(WALLETS_OF_PLATFORM)
            .bind(id)
            .fetch_all(c)
            .await),
    }
    .failed("reading wallets")?;
    rows.into_iter().map(WalletRow::into_wallet).collect()
}

//! Setting of the role that runs migrations.

use crate::env::Reader;
use crate::secret::SecretString;

/// Reads the URL with which the tables' owner runs migrations; without it the service's own role runs them. `name` is
/// the setting, and `url` the service's own database URL.
pub fn read_migration_url(
    reader: &mut Reader<'_>,
    name: &'static str,
    url: &str,
) -> Option<SecretString> {
    let owner_url = reader.text(name)?;
    let is_postgres =
        |url: &str| url.starts_with("postgres://") || url.starts_with("postgresql://");
    if !is_postgres(&owner_url) {
        reader.problem(name, "is not postgres://owner:password@host/name");
    } else if !is_postgres(url) {
        reader.problem(name, "is for PostgreSQL: SQLite has no roles");
    }
    Some(owner_url.into())
}

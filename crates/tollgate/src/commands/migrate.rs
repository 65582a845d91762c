//! `tollgate migrate`: runs the missing migrations of the configured databases and stops.

use std::io::Write;

use foundation::Database;
use foundation::database::ConnectionSettings;
use foundation::env::Environment;

use super::CommandResult;

pub(crate) async fn run() -> CommandResult {
    let environment = Environment::from_process();
    // The owner of the tables runs migrations, without a pooler; without an owner the service's own role does.
    let databases = [
        (
            ["IDP_DATABASE_MIGRATION_URL", "IDP_DATABASE_URL"],
            "IDP_DATABASE_POOLER",
            &idp::MIGRATIONS,
        ),
        (
            ["API_DATABASE_MIGRATION_URL", "API_DATABASE_URL"],
            "API_DATABASE_POOLER",
            &product_api::MIGRATIONS,
        ),
    ];
    let mut seen = false;
    for ([owner, own], pooler, migrations) in databases {
        let set = [owner, own]
            .into_iter()
            .find_map(|name| Some((name, environment.get(name)?)));
        let Some((name, url)) = set else {
            continue;
        };
        seen = true;
        let settings = ConnectionSettings {
            has_pooler: name == own && environment.get(pooler).is_some(),
            ..ConnectionSettings::default()
        };
        let database = Database::open_with(url, settings).await?;
        database.migrate(migrations).await?;
        database.close().await;
        writeln!(std::io::stdout(), "{name}: up to date")?;
    }
    if seen {
        Ok(())
    } else {
        Err("set IDP_DATABASE_URL, API_DATABASE_URL, or both".into())
    }
}

//! `tollgate migrate`: brings the databases that are configured to this version's shape and stops.

use std::io::Write;

use foundation::Database;
use foundation::env::Environment;

use super::Outcome;

pub(crate) async fn run() -> Outcome {
    let environment = Environment::of_process();
    let databases = [
        ("IDP_DATABASE_URL", &idp::MIGRATIONS),
        ("API_DATABASE_URL", &product_api::MIGRATIONS),
    ];
    let mut seen = false;
    for (name, migrations) in databases {
        let Some(url) = environment.get(name) else {
            continue;
        };
        seen = true;
        let database = Database::open(url).await?;
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

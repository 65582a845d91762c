//! `tollgate addresses`: customers whose stored email address has a form that no sign-in verifies.

use std::io::{self, Write};

use foundation::Database;
use foundation::database::ConnectionSettings;
use foundation::env::Environment;
use product_api::{OddAddress, find_odd_addresses};
use serde_json::{Value, json};

use super::CommandResult;
use crate::data::API_DATABASE;
use crate::remote::{OutputFormat, show_all};
use crate::settings::Settings;

const COLUMNS: [&str; 6] = [
    "customer",
    "website",
    "mode",
    "kept",
    "normal",
    "other_customer",
];
const ADVICE: &str = "\
No user who signs in comes to these customers. With `normal` and no `other_customer`, the server writes the normal form
itself within a minute. With `other_customer`, one address has two wallets: void the grants of `customer` that are left,
and grant them to the other one. Without `normal`, no user can sign in with the address: use the customer by its id, or
void its grants.";

pub(crate) async fn run(form: OutputFormat) -> CommandResult {
    let environment = Environment::from_process();
    let url = database_url(&environment)?;
    let settings = ConnectionSettings {
        has_pooler: environment.get("API_DATABASE_POOLER").is_some(),
        ..ConnectionSettings::default()
    };
    let database = Database::open_with(&url, settings).await?;
    let found = find_odd_addresses(&database).await;
    database.close().await;
    Ok(show(&mut io::stdout(), form, &found?)?)
}

/// Returns the database of the settings, or the one of `serve`, which may be running: the command writes no data.
fn database_url(
    environment: &Environment,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    if let Some(url) = environment.get("API_DATABASE_URL") {
        return Ok(url.to_owned());
    }
    let file = Settings::read(environment)?.data_dir.join(API_DATABASE);
    if !file.is_file() {
        let why = format!(
            "there is no {}; set API_DATABASE_URL or TOLLGATE_DATA_DIR",
            file.display()
        );
        return Err(why.into());
    }
    Ok(format!("sqlite:{}", file.display()))
}

fn show(out: &mut impl Write, form: OutputFormat, found: &[OddAddress]) -> io::Result<()> {
    if form == OutputFormat::Table && found.is_empty() {
        return writeln!(out, "each address is in the form that sign-in proves");
    }
    let rows: Vec<Value> = found.iter().map(in_json).collect();
    show_all(out, form, &COLUMNS, &rows)?;
    if form == OutputFormat::Table {
        writeln!(out, "\n{ADVICE}")?;
    }
    Ok(())
}

fn in_json(odd: &OddAddress) -> Value {
    json!({
        "customer": odd.customer_id,
        "website": odd.website_id,
        "mode": odd.mode,
        "kept": odd.kept,
        "normal": odd.normal,
        "other_customer": odd.other_customer_id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_addresses_are_shown_with_advice() {
        let odd = OddAddress {
            customer_id: "cus_2".to_owned(),
            website_id: "web_1".to_owned(),
            mode: "live".to_owned(),
            kept: "bob@b\u{fc}cher.example".to_owned(),
            normal: Some("bob@xn--bcher-kva.example".to_owned()),
            other_customer_id: None,
        };
        let shown = |form, found: &[OddAddress]| {
            let mut out = Vec::new();
            show(&mut out, form, found).unwrap();
            String::from_utf8(out).unwrap()
        };
        let table = shown(OutputFormat::Table, std::slice::from_ref(&odd));
        assert!(table.contains("bob@xn--bcher-kva.example  -"), "{table}");
        assert!(table.ends_with(&format!("\n{ADVICE}\n")), "{table}");
        let read: Value = serde_json::from_str(&shown(OutputFormat::Json, &[odd])).unwrap();
        assert_eq!(read[0]["other_customer"], Value::Null);
        assert_eq!(
            shown(OutputFormat::Table, &[]),
            "each address is in the form that sign-in proves\n"
        );
        assert_eq!(shown(OutputFormat::Json, &[]), "[]\n");
    }

    #[tokio::test]
    async fn database_of_the_settings_or_of_serve_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().display().to_string();
        let with = |pairs: &[(&'static str, &str)]| {
            database_url(&Environment::from_pairs(pairs.iter().copied()))
                .map_err(|error| error.to_string())
        };
        let own = with(&[("API_DATABASE_URL", "postgres://x/y")]);
        assert_eq!(own.as_deref(), Ok("postgres://x/y"));
        let missing = with(&[("TOLLGATE_DATA_DIR", &data)]).unwrap_err();
        assert!(missing.contains("API_DATABASE_URL"), "{missing}");
        let file = folder.path().join(API_DATABASE);
        let url = format!("sqlite:{}", file.display());
        let database = Database::open(&url).await.unwrap();
        database.migrate(&product_api::MIGRATIONS).await.unwrap();
        let found = with(&[("TOLLGATE_DATA_DIR", &data)]);
        assert_eq!(found.as_deref(), Ok(url.as_str()));
        assert_eq!(find_odd_addresses(&database).await.unwrap(), []);
        database.close().await;
    }
}

//! deploy/postgres/init.sql: the roles and databases in the services' database URLs.

use tidy::Tree;

use crate::text::{assert_breach, behind, read, tree};

/// Each database URL of docker-compose.yml: its role, its database, and the variable of its password.
const ADDRESSES: [(&str, &str, &str); 4] = [
    (
        "tollgate_idp_service",
        "tollgate_idp",
        "POSTGRES_IDP_SERVICE_PASSWORD",
    ),
    ("tollgate_idp", "tollgate_idp", "POSTGRES_IDP_PASSWORD"),
    (
        "tollgate_product_api_service",
        "tollgate_product_api",
        "POSTGRES_API_SERVICE_PASSWORD",
    ),
    (
        "tollgate_product_api",
        "tollgate_product_api",
        "POSTGRES_API_PASSWORD",
    ),
];

const SCRIPT: &str = "deploy/postgres/init.sql";
const COMPOSE: &str = "docker-compose.yml";

fn check_databases(tree: &Tree) {
    let (sql, compose) = (read(tree, SCRIPT), read(tree, COMPOSE));
    let variables: Vec<&str> = sql
        .lines()
        .filter(|line| line.starts_with("\\getenv "))
        .filter_map(|line| line.split(' ').nth(2))
        .collect();
    assert!(!variables.is_empty(), "{SCRIPT} reads no variable");
    for variable in variables {
        assert!(
            compose.contains(&format!("      {variable}: ")),
            "{variable} does not reach PostgreSQL"
        );
    }
    let addresses = behind(&compose, "\"postgres://");
    assert_eq!(addresses.len(), ADDRESSES.len());
    for (address, (role, database, variable)) in addresses.iter().zip(ADDRESSES) {
        let start = format!("{role}:${{{variable}:?");
        assert!(address.starts_with(&start), "{address} is not of {role}");
        assert!(sql.contains(&format!("CREATE ROLE {role} LOGIN")), "{role}");
        let line = compose.lines().find(|line| line.contains(&start));
        let end = format!("@postgres/{database}\"");
        assert!(line.is_some_and(|line| line.ends_with(&end)), "{role}");
        let owned = format!("CREATE DATABASE {database} OWNER {database};");
        assert!(sql.contains(&owned), "{database}");
    }
}

#[test]
fn services_use_the_databases_and_passwords_that_it_makes() {
    check_databases(tree());
    assert_breach(check_databases, SCRIPT, |text| {
        text.replace("\\getenv ", "\\set ")
    });
    assert_breach(check_databases, SCRIPT, |text| {
        text.replace("_PASSWORD", "_PASSPHRASE")
    });
    assert_breach(check_databases, COMPOSE, |text| {
        text.replace("@postgres/", "@database/")
    });
}

//! deploy/postgres/init.sql: the roles and databases that the services' addresses name.

use crate::text::{behind, read, tree};

#[test]
fn the_services_use_the_databases_and_passwords_that_it_makes() {
    let tree = tree();
    let (sql, compose) = (
        read(&tree, "deploy/postgres/init.sql"),
        read(&tree, "docker-compose.yml"),
    );
    for variable in sql
        .lines()
        .filter(|line| line.starts_with("\\getenv "))
        .filter_map(|line| line.split(' ').nth(2))
    {
        assert!(
            compose.contains(&format!("      {variable}: ")),
            "{variable} does not reach PostgreSQL"
        );
    }
    let addresses = behind(&compose, "\"postgres://");
    assert_eq!(addresses.len(), 2);
    for (address, variable) in addresses
        .iter()
        .zip(["POSTGRES_IDP_PASSWORD", "POSTGRES_API_PASSWORD"])
    {
        let role = address.split(':').next().unwrap();
        assert!(sql.contains(&format!("CREATE ROLE {role} LOGIN")), "{role}");
        assert!(
            sql.contains(&format!("CREATE DATABASE {role} OWNER {role};")),
            "{role}"
        );
        assert!(
            address.contains(variable),
            "{role} has the password of another"
        );
    }
    for line in compose
        .lines()
        .filter(|line| line.contains("\"postgres://"))
    {
        let database = line.rsplit('/').next().unwrap().trim_end_matches('"');
        assert!(
            sql.contains(&format!("CREATE DATABASE {database} ")),
            "{database}"
        );
    }
}

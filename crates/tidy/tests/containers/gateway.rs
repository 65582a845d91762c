//! The gateway: its variables, its includes and its routes. Tests of crates/tollgate/src/web check its headers.

use std::collections::BTreeSet;

use tidy::Tree;

use crate::text::{assert_breach, read, some_behind, tree, variables, without_comments};

const TEMPLATE: &str = "deploy/gateway/nginx.conf.template";

fn template(tree: &Tree) -> String {
    without_comments(&read(tree, TEMPLATE))
}

#[test]
fn every_variable_is_given_and_described() {
    let tree = tree();
    let given = read(tree, "deploy/Dockerfile") + &read(tree, "docker-compose.yml");
    let described = read(tree, TEMPLATE);
    let names: BTreeSet<String> = variables(&template(tree))
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        assert!(
            given.contains(&format!("{name}=")) || given.contains(&format!("{name}: ")),
            "{name} is given nowhere"
        );
        assert!(
            described.contains(&format!("#   {name} ")),
            "{name} is not described at the top of {TEMPLATE}"
        );
        let is_filtered =
            name.starts_with("GATEWAY_") || name == "IDP_UPSTREAM" || name == "API_UPSTREAM";
        assert!(
            is_filtered,
            "NGINX_ENVSUBST_FILTER in deploy/Dockerfile does not let {name} through"
        );
    }
}

fn check_includes(tree: &Tree) {
    for name in some_behind(&template(tree), "include ${GATEWAY_CONFIG}/") {
        assert!(
            tree.has(&format!("deploy/gateway/{name}")),
            "deploy/gateway/{name} is not there"
        );
    }
}

#[test]
fn gateway_includes_exist() {
    check_includes(tree());
    let rename = |text: &str| {
        text.replace(
            "include ${GATEWAY_CONFIG}/",
            "include ${GATEWAY_CONFIG}/no-",
        )
    };
    assert_breach(check_includes, TEMPLATE, rename);
    assert_breach(check_includes, TEMPLATE, |text| {
        text.replace("include ", "load ")
    });
}

/// Returns the first segment of every path in a service's route table.
fn addresses(tree: &Tree, path: &str) -> BTreeSet<String> {
    let source = read(tree, path);
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|literal| literal.starts_with('/') && literal.len() > 1)
        .map(|literal| literal.split('/').nth(1).unwrap_or_default().to_owned())
        .collect()
}

fn check_addresses(tree: &Tree) {
    let template = template(tree);
    for (path, upstream) in [
        ("idp/src/routes.rs", "idp"),
        ("product-api/src/routes.rs", "product_api"),
    ] {
        let addresses = addresses(tree, path);
        assert!(!addresses.is_empty(), "{path} has no address");
        for first in addresses {
            if matches!(first.as_str(), "health" | "metrics") {
                continue;
            }
            let leads = template.lines().map(str::trim).any(|line| {
                line.starts_with("location ")
                    && line.contains(&format!(" /{first}"))
                    && line.contains(&format!("proxy_pass http://{upstream};"))
            });
            assert!(
                leads,
                "{path} answers /{first}, but the gateway does not send it to {upstream}"
            );
        }
    }
}

#[test]
fn every_address_of_a_service_leads_to_it() {
    check_addresses(tree());
    assert_breach(check_addresses, TEMPLATE, |text| {
        text.replace("location ", "place ")
    });
    for path in ["idp/src/routes.rs", "product-api/src/routes.rs"] {
        assert_breach(check_addresses, path, |text| text.replace("\"/", "\""));
    }
}

#[test]
fn operator_paths_are_not_forwarded() {
    let template = template(tree());
    assert!(template.contains("location = /metrics { return 404; }"));
    assert!(template.contains("location ^~ /health/ { return 404; }"));
}

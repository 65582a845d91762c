//! docker-compose.yml: its variables, paths, settings, ports and clients.

use std::collections::BTreeSet;

use tidy::Tree;

use crate::text::{
    assert_breach, behind, names, read, some_behind, tree, variables, without_comments,
};

const COMPOSE: &str = "docker-compose.yml";
const EXAMPLE: &str = "deploy/compose.env.example";

fn compose(tree: &Tree) -> String {
    without_comments(&read(tree, COMPOSE))
}

/// Returns the lines of one service, or of another entry with an indentation of two spaces.
fn block(text: &str, name: &str) -> String {
    let header = format!("  {name}:");
    text.lines()
        .skip_while(|line| **line != header)
        .skip(1)
        .take_while(|line| line.trim().is_empty() || line.starts_with("   "))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the names under `environment:` of one service.
fn environment(text: &str, service: &str) -> BTreeSet<String> {
    block(text, service)
        .lines()
        .filter_map(|line| line.strip_prefix("      ")?.split_once(':'))
        .map(|(name, _)| name.to_owned())
        .filter(|name| {
            name.chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        })
        .collect()
}

#[test]
fn compose_variables_equal_the_example() {
    let tree = tree();
    let named: BTreeSet<String> = variables(&compose(tree))
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        named,
        names(&read(tree, EXAMPLE), true),
        "{COMPOSE} and {EXAMPLE}"
    );
}

#[test]
fn secret_has_no_default_and_a_hint() {
    let tree = tree();
    let example = read(tree, EXAMPLE);
    let secrets: BTreeSet<&str> = example
        .lines()
        .filter_map(|line| line.strip_suffix('='))
        .collect();
    assert!(secrets.len() >= 5, "{secrets:?}");
    for (name, rest) in variables(&compose(tree)) {
        if secrets.contains(name.as_str()) {
            assert!(
                rest.starts_with(":?") && rest.contains("deploy/new-env"),
                "{name}{rest}"
            );
        }
    }
}

#[test]
fn every_setting_is_known_and_none_that_is_needed_is_missing() {
    let tree = tree();
    let (text, settings) = (compose(tree), read(tree, ".env.example"));
    for (service, prefix) in [("idp", "IDP_"), ("product-api", "API_")] {
        let given = environment(&text, service);
        assert!(!given.is_empty(), "{service} has no environment");
        // CLIENTS is for the container's own entry point, and not for a service.
        for name in given.iter().filter(|name| *name != "CLIENTS") {
            assert!(
                names(&settings, true).contains(name),
                "{service}: {name} is not in .env.example"
            );
            assert!(
                name.starts_with(prefix) || name.starts_with("TOLLGATE_"),
                "{service} does not read {name}"
            );
        }
        for name in names(&settings, false) {
            assert!(
                !name.starts_with(prefix) || given.contains(&name),
                "{service} needs {name}"
            );
        }
    }
}

fn check_paths(tree: &Tree) {
    let text = compose(tree);
    for path in some_behind(&text, "- ./") {
        let path = path.split(':').next().unwrap_or_default();
        assert!(tree.has(path), "{path} is mounted, but not there");
    }
    for path in some_behind(&text, "dockerfile: ") {
        assert!(tree.has(&path), "{path} is not there");
    }
}

#[test]
fn compose_paths_exist() {
    check_paths(tree());
    assert_breach(check_paths, COMPOSE, |text| text.replace("- ./", "- "));
    assert_breach(check_paths, COMPOSE, |text| text.replace("- ./", "- ./no-"));
    assert_breach(check_paths, COMPOSE, |text| {
        text.replace("dockerfile: ", "file: ")
    });
}

fn check_stages_and_commands(tree: &Tree) {
    let text = compose(tree);
    let stages = behind(&read(tree, "deploy/Dockerfile"), " AS ");
    let mut targets = some_behind(&text, "  target: ");
    targets.retain(|target| !target.starts_with('/'));
    assert!(!targets.is_empty(), "no service names a stage");
    for target in &targets {
        assert!(
            stages.contains(target),
            "{target} is no stage of deploy/Dockerfile"
        );
    }
    let commands = [
        behind(&text, "command: [\""),
        behind(&text, "exec tollgate "),
    ]
    .concat();
    assert!(commands.contains(&"idp".to_owned()) && commands.contains(&"api".to_owned()));
    // Programs of other images.
    let foreign = ["postgres", "redis-server"];
    let own = commands
        .iter()
        .filter(|command| !foreign.contains(&command.as_str()));
    for command in own {
        assert!(
            tree.has(&format!("crates/tollgate/src/commands/{command}.rs")),
            "tollgate has no command {command}"
        );
    }
}

#[test]
fn compose_stages_and_commands_exist() {
    let check = check_stages_and_commands;
    check(tree());
    assert_breach(check, COMPOSE, |text| {
        text.replace("  target: ", "  stage: ")
    });
    assert_breach(check, "deploy/Dockerfile", |text| {
        text.replace(" AS ", " as ")
    });
    assert_breach(check, COMPOSE, |text| {
        text.replace("exec tollgate ", "exec tollgate no-")
    });
}

#[test]
fn service_listens_at_its_referenced_address() {
    let text = compose(tree());
    for (service, setting, upstream) in [
        ("idp", "IDP_LISTEN: 0.0.0.0:", "IDP_UPSTREAM"),
        ("product-api", "API_LISTEN: 0.0.0.0:", "API_UPSTREAM"),
    ] {
        let block = block(&text, service);
        let port = behind(&block, setting).first().expect("a port").clone();
        assert!(
            block.contains(&format!("http://127.0.0.1:{port}/health/ready")),
            "{service}: health check"
        );
        let line = format!("{upstream}: \"server {service}:{port} resolve max_fails=0;\"");
        assert!(
            text.contains(&line),
            "the gateway does not look for {service} at {port}"
        );
    }
    let idp_port = behind(&text, "IDP_LISTEN: 0.0.0.0:")
        .first()
        .unwrap()
        .clone();
    assert!(
        text.contains(&format!("API_IDP_URL: http://idp:{idp_port}")),
        "product-api does not find the idp"
    );
}

#[test]
fn only_gateway_and_mail_page_publish_ports() {
    let text = compose(tree());
    assert_eq!(text.matches("    ports:").count(), 2);
    assert!(block(&text, "gateway").contains("\"${GATEWAY_PUBLISH:-127.0.0.1:8080}:8080\""));
    assert!(block(&text, "mail").contains("\"127.0.0.1:8025:8025\""));
    assert!(!text.contains("network_mode"));
}

#[test]
fn compose_clients_equal_those_of_the_binary() {
    let tree = tree();
    let text = compose(tree);
    let clients = read(tree, "crates/tollgate/src/data/clients.rs");
    for mark in [
        "\"scope\": \"",
        "\"client_id\": \"",
        "\"id_token_signed_response_alg\": \"",
        "\"first_party\": ",
    ] {
        let of = |text: &str| -> Vec<String> {
            let rests = text.split(mark).skip(1);
            rests
                .filter_map(|rest| rest.split(['"', '\n']).next())
                .map(ToOwned::to_owned)
                .collect()
        };
        assert!(!of(&text).is_empty(), "{mark}");
        assert_eq!(of(&text), of(&clients), "{mark}");
    }
}

/// Behind an untrusted gateway all users would share one limit.
#[test]
fn idp_trusts_the_gateways_client_address() {
    let tree = tree();
    assert!(environment(&compose(tree), "idp").contains("IDP_TRUSTED_PROXIES"));
    assert!(
        read(tree, "deploy/gateway/nginx.conf.template")
            .contains("X-Forwarded-For $proxy_add_x_forwarded_for;")
    );
}

/// Compose refuses an inline file for a read-only container, and does not notice changes of its content.
#[test]
fn read_only_container_is_given_no_inline_file() {
    let text = compose(tree());
    assert!(!text.contains("configs:") && !text.contains("secrets:"));
    let idp = block(&text, "idp");
    let file = behind(&idp, "IDP_CLIENTS_FILE: ")
        .first()
        .expect("a file")
        .clone();
    assert!(idp.contains(&format!("printenv CLIENTS >{file} && exec tollgate idp")));
    let (folder, _) = file.rsplit_once('/').expect("a folder");
    assert!(
        idp.contains(&format!("- {folder}:uid=10001,gid=10001,")),
        "the idp's user cannot write to {folder}"
    );
}

#[test]
fn each_service_has_two_replicas_and_a_health_check() {
    let text = read(tree(), COMPOSE);
    assert!(text.contains("    replicas: 2\n"));
    for service in ["idp", "product-api"] {
        let block = block(&text, service);
        assert!(
            block.contains("<<: *service") && block.contains("healthcheck:"),
            "{service}"
        );
    }
    for service in ["postgres", "redis"] {
        assert!(block(&text, service).contains("healthcheck:"), "{service}");
    }
    assert_eq!(
        text.matches("--maxmemory-policy\", \"noeviction\"").count(),
        1,
        "a session must never be thrown out"
    );
}

/// The scale of the runbook, with the replicas of one service doubled while they are replaced.
#[test]
fn postgresql_has_connections_for_the_scale_of_the_runbook() {
    const REPLICAS: u32 = 4;
    /// Connections of a product-api outside its pool.
    const OWN: u32 = 3;
    /// Superusers' reserve, migrations and the doctor.
    const OTHERS: u32 = 10;
    let tree = tree();
    let scale = format!("--scale idp={REPLICAS} --scale product-api={REPLICAS}");
    assert!(read(tree, "deploy/README.md").contains(&scale));
    let variables = variables(&compose(tree));
    let default = |name: &str| -> u32 {
        let (_, rest) = variables.iter().find(|(one, _)| one == name).expect(name);
        rest.trim_start_matches(":-").parse().expect("a number")
    };
    let of_idp = REPLICAS * default("IDP_DATABASE_CONNECTIONS");
    let of_api = REPLICAS * (default("API_DATABASE_CONNECTIONS") + OWN);
    let most = of_idp + of_api + of_idp.max(of_api) + OTHERS;
    let has = default("POSTGRES_MAX_CONNECTIONS");
    assert!(most <= has, "{most} connections, and PostgreSQL has {has}");
}

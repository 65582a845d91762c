//! deploy/Dockerfile: the files that it copies, their sources, and the user and command of its images.

use std::collections::BTreeSet;

use tidy::Tree;

use crate::text::{assert_breach, behind, read, some_behind, tree, without_comments};

const DOCKERFILE: &str = "deploy/Dockerfile";

/// Returns the file's instructions, each as one line.
fn instructions(tree: &Tree) -> Vec<String> {
    let text = without_comments(&read(tree, DOCKERFILE)).replace("\\\n", " ");
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// Returns the instructions of one stage, its FROM included.
fn stage(instructions: &[String], name: &str) -> Vec<String> {
    let ending = format!(" AS {name}");
    let mut lines = instructions
        .iter()
        .skip_while(|line| !line.ends_with(&ending));
    let first = lines.next().expect("the stage").clone();
    std::iter::once(first)
        .chain(lines.take_while(|line| !line.starts_with("FROM ")).cloned())
        .collect()
}

/// Returns the sources of `COPY` from the build's own files.
fn copied(instructions: &[String]) -> Vec<String> {
    instructions
        .iter()
        .filter_map(|line| line.strip_prefix("COPY "))
        .filter(|rest| !rest.starts_with("--from="))
        .flat_map(|rest| {
            let words: Vec<&str> = rest.split_whitespace().collect();
            words
                .split_last()
                .map(|(_, sources)| sources.to_vec())
                .unwrap_or_default()
        })
        .map(ToOwned::to_owned)
        .collect()
}

fn check_copies(tree: &Tree) {
    let ignored = read(tree, ".dockerignore");
    let copied = copied(&instructions(tree));
    assert!(!copied.is_empty(), "{DOCKERFILE} copies nothing");
    for path in copied {
        let there = match path.split_once('*') {
            Some((front, back)) => tree
                .texts()
                .any(|(one, _)| one.starts_with(front) && one.ends_with(back)),
            None => tree.has(&path),
        };
        assert!(there, "{path} is copied, but not there");
        assert!(
            !ignored.lines().any(|line| line == path),
            "{path} is copied, but .dockerignore leaves it out"
        );
    }
}

#[test]
fn copied_paths_exist_and_are_not_ignored() {
    check_copies(tree());
    assert_breach(check_copies, DOCKERFILE, |text| {
        text.replace("COPY ", "ADD ")
    });
    let rename = |text: &str| text.replace("COPY Cargo.toml", "COPY Cargo.yaml");
    assert_breach(check_copies, DOCKERFILE, rename);
    let ignore = |text: &str| format!("{text}\nCargo.toml\n");
    assert_breach(check_copies, ".dockerignore", ignore);
}

fn check_crates(tree: &Tree) {
    let sources = copied(&instructions(tree));
    for member in some_behind(&read(tree, "Cargo.toml"), "\n  \"") {
        let is_copied = sources
            .iter()
            .any(|source| member == *source || member.starts_with(&format!("{source}/")));
        assert!(
            !tree.has(&member) || is_copied,
            "the crate {member} is not copied"
        );
    }
    assert!(read(tree, "crates/tollgate/src/web/asset.rs").contains("web/dist\""));
    assert!(instructions(tree).contains(&"COPY --from=web /build/web/dist web/dist".to_owned()));
}

#[test]
fn dockerfile_copies_crates_and_embedded_files() {
    check_crates(tree());
    assert_breach(check_crates, "Cargo.toml", |text| {
        text.replace("\n  \"", "\n\"")
    });
    let add = |text: &str| text.replace("\n  \"idp\",", "\n  \"idp\",\n  \"docs\",");
    assert_breach(check_crates, "Cargo.toml", add);
}

fn check_stages(tree: &Tree) {
    let lines = instructions(tree);
    let stages: BTreeSet<&str> = lines
        .iter()
        .filter_map(|line| line.rsplit_once(" AS "))
        .map(|(_, name)| name)
        .collect();
    let sources: Vec<String> = lines
        .iter()
        .flat_map(|line| behind(line, "--from="))
        .collect();
    assert!(!sources.is_empty(), "no stage copies from another one");
    for source in sources {
        assert!(stages.contains(source.as_str()), "{source} is no stage");
    }
    let rust = some_behind(&read(tree, "Cargo.toml"), "\nrust-version = \"");
    let rust = rust.first().expect("a version");
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with(&format!("FROM rust:{rust}-"))),
        "the image is not of Rust {rust}"
    );
}

#[test]
fn dockerfile_stages_exist_with_workspace_versions() {
    check_stages(tree());
    assert_breach(check_stages, DOCKERFILE, |text| {
        text.replace("--from=", "--of=")
    });
    assert_breach(check_stages, DOCKERFILE, |text| {
        text.replace("--from=build", "--from=base")
    });
    assert_breach(check_stages, DOCKERFILE, |text| {
        text.replace("FROM rust:", "FROM rust:0")
    });
}

#[test]
fn images_run_without_root_and_have_health_checks() {
    let lines = instructions(tree());
    for name in ["tollgate", "gateway"] {
        let stage = stage(&lines, name);
        let user = stage
            .iter()
            .find_map(|line| line.strip_prefix("USER "))
            .expect("a user");
        assert!(
            !user.starts_with("root") && !user.starts_with('0'),
            "{name} runs as {user}"
        );
        assert!(
            stage.iter().any(|line| line.starts_with("HEALTHCHECK ")),
            "{name} has no health check"
        );
    }
    let tollgate = stage(&lines, "tollgate").join("\n");
    assert!(tollgate.contains("\"tollgate\", \"health\", \"http://127.0.0.1:8080/health/ready\""));
    assert!(tollgate.contains("TOLLGATE_LISTEN=0.0.0.0:8080"));
}

/// The outgoing HTTP client needs root certificates, and every command creates one.
#[test]
fn program_finds_root_certificates() {
    let lines = instructions(tree());
    let store = "/etc/ssl/certs/ca-certificates.crt";
    let copied = format!("COPY --from=build {store} {store}");
    assert!(stage(&lines, "tollgate").contains(&copied));
}

#[test]
fn user_of_the_image_is_the_one_that_compose_gives_folders_to() {
    let tree = tree();
    let lines = stage(&instructions(tree), "tollgate");
    assert!(lines.contains(&"USER 10001:10001".to_owned()));
    assert!(read(tree, "docker-compose.yml").contains("uid=10001,gid=10001"));
}

fn check_settings(tree: &Tree) {
    let known = crate::text::names(&read(tree, ".env.example"), true);
    let stage = stage(&instructions(tree), "tollgate");
    let pairs = stage
        .iter()
        .filter_map(|line| line.strip_prefix("ENV "))
        .flat_map(str::split_whitespace)
        .filter_map(|pair| pair.split_once('='));
    let names: Vec<&str> = pairs.map(|(name, _)| name).collect();
    assert!(!names.is_empty(), "the image has no settings");
    for name in names {
        assert!(known.contains(name), "{name} is not in .env.example");
    }
}

#[test]
fn dockerfile_settings_are_known() {
    check_settings(tree());
    assert_breach(check_settings, DOCKERFILE, |text| {
        text.replace("ENV ", "ARG ")
    });
    assert_breach(check_settings, DOCKERFILE, |text| {
        text.replace("TOLLGATE_LISTEN", "TOLLGATE_HEAR")
    });
}

//! Tests of the settings: rejected values, and that all problems are reported at once.

use super::*;

fn good() -> Vec<(&'static str, &'static str)> {
    vec![
        ("API_ISSUER", "https://id.example.com/"),
        ("API_CLIENT_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ("API_DATABASE_URL", "sqlite:api.db"),
    ]
}

fn names_of(problems: &SettingProblems) -> Vec<&str> {
    problems
        .0
        .iter()
        .map(|problem| problem.name.as_str())
        .collect()
}

#[test]
#[expect(
    clippy::cognitive_complexity,
    reason = "one assertion for each setting"
)]
fn complete_set_is_read_with_its_defaults() {
    let config = Config::read(&Environment::from_pairs(good())).unwrap();
    assert_eq!(config.issuer.issuer, "https://id.example.com");
    assert_eq!(config.issuer.audience, "https://id.example.com");
    assert_eq!(config.issuer.idp_url, "https://id.example.com");
    assert_eq!(config.issuer.client_id, "product-api");
    assert_eq!(config.base.listen.to_string(), "127.0.0.1:8082");
    assert_eq!(config.issuer.user_changes_seconds, 5);
    assert_eq!(config.ledger.lanes.get(), 4);
    assert_eq!(config.ledger.together.get(), 256);
    assert_eq!(config.ledger.usage_seconds.get(), 2);
    assert_eq!(config.ledger.verify_hours, 24);
    assert_eq!(config.webhooks.poll_seconds, 1);
    assert_eq!(config.stripe.api_base.as_str(), "https://api.stripe.com/");
    assert_eq!(config.stripe.requests_per_second, None);
    assert_eq!(config.stripe.poll_seconds, 10);
    assert!(config.issuer.is_first_party("web"));
    assert!(!config.issuer.is_first_party("webshop"));
}

#[test]
fn settings_of_stripe_have_defaults_and_can_be_set() {
    let read = |more: &[(&'static str, &'static str)]| {
        let mut pairs = good();
        pairs.extend(more);
        Config::read(&Environment::from_pairs(pairs))
            .unwrap()
            .stripe
    };
    let config = read(&[]);
    assert_eq!(config.api_base.as_str(), "https://api.stripe.com/");
    assert_eq!(config.requests_per_second, None);
    assert_eq!(config.poll_seconds, 10);
    let config = read(&[
        ("API_STRIPE_API_BASE", "http://localhost:12111"),
        ("API_STRIPE_REQUESTS_PER_SECOND", "1000"),
        ("API_STRIPE_POLL_SECONDS", "3600"),
    ]);
    assert_eq!(config.api_base.as_str(), "http://localhost:12111/");
    assert_eq!(config.requests_per_second, Some(1_000));
    assert_eq!(config.poll_seconds, 3_600);
}

#[test]
fn metadata_of_a_resource_is_between_its_host_and_its_path() {
    let rows = [
        (
            "https://api.example.com",
            Some("https://api.example.com/.well-known/oauth-protected-resource"),
        ),
        (
            "https://api.example.com/",
            Some("https://api.example.com/.well-known/oauth-protected-resource"),
        ),
        (
            "https://a.example:8443/v1",
            Some("https://a.example:8443/.well-known/oauth-protected-resource/v1"),
        ),
        ("urn:example:api", None),
        ("https://a.example/?x=1", None),
        ("product-api", None),
    ];
    for (audience, expected) in rows {
        let mut pairs = good();
        pairs.push(("API_AUDIENCE", audience));
        let config = Config::read(&Environment::from_pairs(pairs)).unwrap();
        assert_eq!(
            config.issuer.resource_metadata.as_deref(),
            expected,
            "{audience}"
        );
    }
}

#[test]
fn several_first_party_clients() {
    let mut pairs = good();
    pairs.push(("API_FIRST_PARTY_CLIENTS", "web, app"));
    let config = Config::read(&Environment::from_pairs(pairs)).unwrap();
    assert_eq!(config.issuer.first_party_clients, ["web", "app"]);
}

#[test]
fn each_bad_value_is_a_problem_of_its_own_name() {
    let rows = [
        ("API_ISSUER", "https://id.example.com/path"),
        ("API_ISSUER", "ftp://id.example.com"),
        ("API_IDP_URL", "idp:8081/x"),
        ("API_CLIENT_SECRET", "too short"),
        ("API_CLIENT_SECRET", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("API_LISTEN", "everywhere"),
        ("API_DATABASE_MIGRATION_URL", "sqlite:api.db"),
        (
            "API_DATABASE_MIGRATION_URL",
            "postgres://owner:password@host/api",
        ),
        ("API_DATABASE_CONNECTIONS", "3"),
        ("API_DATABASE_CONNECTIONS", "501"),
        ("API_DATABASE_POOLER", "session"),
        ("API_DATABASE_POOLER", "transaction"),
        ("API_STEP_UP_SECONDS", "0"),
        ("API_WEBSITE_REGISTRATION", "nobody"),
        ("API_WEBSITE_INVITED", "example.org"),
        ("API_WEBSITE_INVITED", "@example.org"),
        ("API_STEP_UP_SECONDS", "29"),
        ("API_STEP_UP_SECONDS", "86401"),
        ("API_USER_CHANGES_SECONDS", "0"),
        ("API_USER_CHANGES_SECONDS", "3601"),
        ("API_USER_CHANGES_SECONDS", "often"),
        ("API_CLIENT_SECRET_PREVIOUS", "too short"),
        ("API_OUTBOUND_ALLOW", "localhost"),
        ("API_OUTBOUND_ALLOW", "a.example:443, 10.0.0.7"),
        ("API_WEBHOOK_POLL_SECONDS", "0"),
        ("API_WEBHOOK_POLL_SECONDS", "3601"),
        ("API_LEDGER_LANES", "0"),
        ("API_LEDGER_LANES", "65"),
        ("API_LEDGER_TOGETHER", "0"),
        ("API_LEDGER_TOGETHER", "1025"),
        ("API_LEDGER_TOGETHER", "all"),
        ("API_USAGE_SECONDS", "0"),
        ("API_USAGE_SECONDS", "3601"),
        ("API_VERIFY_HOURS", "721"),
        ("API_VERIFY_HOURS", "daily"),
        ("API_KEY_REQUESTS_PER_SECOND", "1000001"),
        ("API_CUSTOMER_REQUESTS_PER_SECOND", "many"),
        ("API_STRIPE_API_BASE", "api.stripe.com"),
        ("API_STRIPE_API_BASE", "http://stripe.example"),
        ("API_STRIPE_API_BASE", "https://api.stripe.com/v1"),
        ("API_STRIPE_REQUESTS_PER_SECOND", "0"),
        ("API_STRIPE_REQUESTS_PER_SECOND", "1001"),
        ("API_STRIPE_REQUESTS_PER_SECOND", "all"),
        ("API_STRIPE_POLL_SECONDS", "0"),
        ("API_STRIPE_POLL_SECONDS", "3601"),
        ("API_UNKNOWN", "x"),
    ];
    for (name, value) in rows {
        let mut pairs = good();
        pairs.push((name, value));
        let problems = Config::read(&Environment::from_pairs(pairs)).unwrap_err();
        assert_eq!(names_of(&problems), [name], "{name}={value}");
    }
}

#[test]
fn invitations_need_a_registration_that_reads_them() {
    for (registration, is_accepted) in [("invited", true), ("everyone", false), ("operator", false)]
    {
        let mut pairs = good();
        pairs.extend([
            ("API_WEBSITE_REGISTRATION", registration),
            ("API_WEBSITE_INVITED", "ann@example.com"),
        ]);
        let read = Config::read(&Environment::from_pairs(pairs));
        let problems = read.err().unwrap_or_default();
        let expected: &[&str] = if is_accepted {
            &[]
        } else {
            &["API_WEBSITE_INVITED"]
        };
        assert_eq!(names_of(&problems), expected, "{registration}");
    }
}

#[test]
fn empty_environment_lists_everything_that_is_missing() {
    let problems = Config::read(&Environment::default()).unwrap_err();
    assert_eq!(
        names_of(&problems),
        ["API_DATABASE_URL", "API_ISSUER", "API_CLIENT_SECRET"]
    );
}

//! Tests of the settings: refused values, and all problems reported at once.

use foundation::secret::ExposeSecret;

use super::*;

fn good() -> Vec<(&'static str, &'static str)> {
    vec![
        ("IDP_BASE_URL", "https://id.example.com/"),
        ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ("IDP_DATABASE_URL", "sqlite:idp.db"),
        ("IDP_MAIL_DIRECTORY", "mail"),
    ]
}

#[test]
fn complete_set_is_read_and_the_issuer_has_no_trailing_slash() {
    let config = Config::read(&Environment::from_pairs(good())).unwrap();
    assert_eq!(config.base.issuer, "https://id.example.com");
    assert_eq!(config.base.default_audience, "https://id.example.com");
    assert!(config.base.is_secure());
}

#[test]
fn scopes_have_words_by_language_and_else_in_english() {
    let words = r#"{"a": "All", "b": {"en": "English", "de": "Deutsch"}}"#;
    let given = good().into_iter().chain([("IDP_SCOPE_WORDS", words)]);
    let config = Config::read(&Environment::from_pairs(given)).unwrap();
    let rows = [
        ("a", "de", Some("All")),
        ("b", "de", Some("Deutsch")),
        ("b", "en", Some("English")),
        ("b", "fr", Some("English")),
        ("c", "en", None),
    ];
    for (scope, language, expected) in rows {
        assert_eq!(
            config.scope_words.find(scope, language),
            expected,
            "{scope} {language}"
        );
    }
}

// row: decision-7, seed-7
#[test]
fn each_bad_value_is_a_problem_of_its_own_name() {
    let rows = [
        ("IDP_BASE_URL", "https://id.example.com/path"),
        ("IDP_BASE_URL", "ftp://id.example.com"),
        ("IDP_LISTEN", "everywhere"),
        ("IDP_SESSION_STORE", "memory"),
        ("IDP_SESSION_STORE", "Cookie"),
        ("IDP_SESSION_DAYS", "0"),
        ("IDP_SESSION_DAYS", "181"),
        ("IDP_SESSION_DAYS", "ever"),
        ("IDP_SMTP_URL", "mail.example.com"),
        ("IDP_SMTP_URL", "https://mail.example.com"),
        ("IDP_SMTP_URL", "smtp://user:password@mail.example.com:587"),
        (
            "IDP_SMTP_URL",
            "smtp://user:password@mail.example.com?tls=opportunistic",
        ),
        ("IDP_SMTP_URL", "smtp://user:password@localhost?tls=none"),
        ("IDP_SMTP_URL", "smtp://user@localhost"),
        ("IDP_SMTP_URL", "smtp://mail.example.com"),
        ("IDP_SMTP_URL", "smtp://mail:1025"),
        ("IDP_SMTP_URL", "smtp://localhost.example.com"),
        ("IDP_SMTP_URL", "smtp://localhost?tls=maybe"),
        ("IDP_SMTP_URL", "smtp://localhost?tls=none&tls=required"),
        ("IDP_SMTP_URL", "smtps://mail.example.com?tls=none"),
        ("IDP_REDIS_URL", "http://localhost:6379"),
        ("IDP_REDIS_URL", "localhost"),
        ("IDP_REDIS_MILLISECONDS", "9"),
        ("IDP_REDIS_MILLISECONDS", "10001"),
        ("IDP_REDIS_MILLISECONDS", "soon"),
        ("IDP_MAIL_FROM", "nobody"),
        ("IDP_SIGN_IN_LINK_MINUTES", "1441"),
        ("IDP_SIGN_IN_LINK_MINUTES", "0"),
        ("IDP_AUDIT_DAYS", "29"),
        ("IDP_AUDIT_DAYS", "all"),
        ("IDP_DATABASE_MIGRATION_URL", "sqlite:idp.db"),
        (
            "IDP_DATABASE_MIGRATION_URL",
            "postgres://owner:password@host/idp",
        ),
        ("IDP_MAILS_PER_NETWORK", "0"),
        ("IDP_MAILS_PER_HOUR", "many"),
        ("IDP_PASSWORDS", "on"),
        ("IDP_PASSWORD_DOMAINS", "example.com"),
        ("IDP_TRUSTED_PROXIES", "10.0.0.0/33"),
        ("IDP_TRUSTED_PROXIES", "10.0.0.1, everybody"),
        ("IDP_GITHUB_BASE_URL", "http://github.com"),
        ("IDP_GITHUB_API_URL", "https://user@api.github.com"),
        ("IDP_GOOGLE_ISSUER", "http://accounts.google.com"),
        ("IDP_OIDC_PROVIDERS", "google"),
        ("IDP_OIDC_PROVIDERS", "Acme"),
        ("IDP_PROVIDER_SECONDS", "0"),
        ("IDP_PROVIDER_SECONDS", "10"),
        ("IDP_PASSKEYS", "maybe"),
        ("IDP_UNKNOWN", "x"),
    ];
    for (name, value) in rows {
        is_the_one_problem(name, value);
    }
}

#[test]
fn each_bad_value_about_clients_and_keys_is_a_problem_of_its_own_name() {
    let rows = [
        ("IDP_CLIENT_DOCUMENTS", "yes"),
        ("IDP_CLIENT_DOCUMENT_SCOPE", "credits.read idp.clients"),
        ("IDP_SCOPE_WORDS", "credits.read=See your credits"),
        ("IDP_SCOPE_WORDS", r#"["credits.read"]"#),
        ("IDP_SCOPE_WORDS", r#"{"credits.read": ""}"#),
        ("IDP_SCOPE_WORDS", r#"{"credits.read": 7}"#),
        ("IDP_SCOPE_WORDS", r#"{"credits.read": {"de": "Guthaben"}}"#),
        ("IDP_SCOPE_WORDS", r#"{"credits.read": {"en": "a\nb"}}"#),
        ("IDP_SCOPE_WORDS", r#"{"email": "See nothing"}"#),
        ("IDP_SCOPE_WORDS", r#"{"a": "See", "a": "Spend"}"#),
        ("IDP_IDLE_CLIENT_DAYS", "0"),
        ("IDP_IDLE_CLIENT_DAYS", "3651"),
        ("IDP_OUTBOUND_ALLOW", "localhost"),
        ("IDP_OUTBOUND_ALLOW", "a.example:0"),
        ("IDP_OUTBOUND_ALLOW", "10.0.0.7"),
        ("IDP_OUTBOUND_ALLOW", "a.example:443, b.example"),
        ("IDP_OUTBOUND_PROXY", "proxy.internal:3128"),
        ("IDP_MAIL_CONCURRENCY", "0"),
        ("IDP_MAIL_CONCURRENCY", "11"),
        ("IDP_OUTBOUND_PROXY", "socks5://proxy.internal:1080"),
        ("IDP_KEY_DAYS", "6"),
        ("IDP_KEY_DAYS", "3651"),
        ("IDP_KEY_ANNOUNCE_HOURS", "1"),
        ("IDP_KEY_ANNOUNCE_HOURS", "145"),
        ("IDP_SECRET_PREVIOUS", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ("IDP_REFRESH_GRACE_SECONDS", "121"),
        ("IDP_REFRESH_GRACE_SECONDS", "-1"),
        ("IDP_REFRESH_GRACE_SECONDS", "20s"),
    ];
    for (name, value) in rows {
        is_the_one_problem(name, value);
    }
}

// row: C17
#[test]
fn secrets_that_are_short_or_could_be_guessed_are_problems() {
    let rows = [
        ("IDP_SECRET", "too short"),
        ("IDP_SECRET", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("IDP_SECRET", "0123456789abcdef0123456789abcdef"),
        ("IDP_SECRET", "change-me-to-something-of-your-own-soon"),
        ("IDP_SECRET_PREVIOUS", "too short"),
        ("IDP_SECRET_PREVIOUS", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("IDP_SESSION_SECRETS", "too short"),
        (
            "IDP_SESSION_SECRETS",
            "9c41f7d2e8a05b63714fd0c29be8a635,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ),
        ("IDP_SESSION_SECRETS", "9c41f7d2e8a05b63714fd0c29be8a635,"),
        (
            "IDP_SESSION_SECRETS",
            "9c41f7d2e8a05b63714fd0c29be8a635,too short",
        ),
        (
            "IDP_SESSION_SECRETS",
            "9c41f7d2e8a05b63714fd0c29be8a630,9c41f7d2e8a05b63714fd0c29be8a631,9c41f7d2e8a05b63714fd0c29be8a632,9c41f7d2e8a05b63714fd0c29be8a633",
        ),
    ];
    for (name, value) in rows {
        is_the_one_problem(name, value);
    }
}

#[test]
fn operator_page_must_be_a_path_of_the_same_origin() {
    let rows = [
        ("IDP_PAGE_SIGN_IN", "welcome"),
        ("IDP_PAGE_SIGN_IN", "https://evil.example/"),
        ("IDP_PAGE_SIGN_OUT", "//evil.example"),
        ("IDP_PAGE_SIGN_OUT", "/\\\\evil.example"),
        ("IDP_PAGE_ERROR", "/api/auth/error"),
        ("IDP_PAGE_ERROR", "/oauth?x=1"),
        ("IDP_PAGE_VERIFY_REQUEST", "/a/../api/auth/verify-request"),
        ("IDP_PAGE_VERIFY_REQUEST", "/%61pi/auth"),
        ("IDP_PAGE_NEW_USER", "/first#steps"),
        ("IDP_PAGE_NEW_USER", "/first steps"),
    ];
    for (name, value) in rows {
        is_the_one_problem(name, value);
    }
}

#[test]
fn tls_needs_both_files_and_an_https_issuer() {
    let with = |own: &[(&'static str, &'static str)]| {
        let mut pairs = good();
        pairs.retain(|(name, _)| !own.iter().any(|(other, _)| name == other));
        pairs.extend(own);
        Config::read(&Environment::from_pairs(pairs))
    };
    let both = [
        ("IDP_TLS_CERTIFICATE", "tls.pem"),
        ("IDP_TLS_KEY", "key.pem"),
    ];
    let tls = with(&both).unwrap().tls.unwrap();
    assert_eq!(tls.certificate.to_str(), Some("tls.pem"));
    assert_eq!(tls.key.to_str(), Some("key.pem"));
    assert_eq!(with(&[]).unwrap().tls, None);
    let plain = ("IDP_BASE_URL", "http://localhost:8080");
    let rows: [(&[(&'static str, &'static str)], &str); 3] = [
        (&both[..1], "IDP_TLS_KEY"),
        (&both[1..], "IDP_TLS_CERTIFICATE"),
        (&[both[0], both[1], plain], "IDP_TLS_CERTIFICATE"),
    ];
    for (pairs, expected) in rows {
        let problems = with(pairs).unwrap_err();
        assert_eq!(problems.0.len(), 1, "{problems}");
        assert_eq!(problems.0[0].name, expected);
    }
}

fn is_the_one_problem(name: &str, value: &str) {
    let mut pairs = good();
    pairs.push((name, value));
    let problems = Config::read(&Environment::from_pairs(pairs)).unwrap_err();
    let names: Vec<_> = problems
        .0
        .iter()
        .map(|problem| problem.name.as_str())
        .collect();
    assert_eq!(names, [name], "{name}={value}");
}

#[test]
fn empty_environment_lists_everything_that_is_missing() {
    let problems = Config::read(&Environment::default()).unwrap_err();
    let names: Vec<_> = problems
        .0
        .iter()
        .map(|problem| problem.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "IDP_BASE_URL",
            "IDP_SECRET",
            "IDP_DATABASE_URL",
            "IDP_SMTP_URL"
        ]
    );
}

#[test]
fn password_registration_settings_are_read() {
    let read = |mode: &'static str, domains: &'static str| {
        let mut pairs = good();
        pairs.push(("IDP_PASSWORDS", mode));
        pairs.push(("IDP_PASSWORD_DOMAINS", domains));
        Config::read(&Environment::from_pairs(pairs)).map(|config| config.passwords)
    };
    let rows = [
        ("", "", false, false),
        ("off", "", false, false),
        ("sign-in", "", true, false),
        ("register", "", true, true),
        ("register", " Example.com, example.org", true, true),
        ("register", "example.org", true, false),
        ("register", "Ex\u{ff41}mple.com", true, true),
    ];
    for (mode, domains, is_on, may) in rows {
        let passwords = read(mode, domains).unwrap();
        assert_eq!(passwords.is_on(), is_on, "{mode}");
        assert_eq!(
            passwords.may_register("ann@example.com"),
            may,
            "{mode} {domains}"
        );
    }
    let near = read("register", "example.com").unwrap();
    assert!(!near.may_register("ann@sub.example.com") && !near.may_register("ann@anexample.com"));
    let unicode = read("register", "b\u{fc}cher.example").unwrap();
    assert!(unicode.may_register("ann@xn--bcher-kva.example"));
    for domains in [
        "example",
        "@example.com",
        "example.com;example.org",
        "a b.com",
    ] {
        let problems = read("register", domains).unwrap_err();
        assert_eq!(problems.0[0].name, "IDP_PASSWORD_DOMAINS", "{domains}");
    }
}

#[test]
fn providers_come_in_their_order_and_whole() {
    let mut pairs = good();
    pairs.extend([
        ("IDP_OIDC_PROVIDERS", "acme, other-one"),
        ("IDP_OIDC_ACME_ISSUER", "https://login.acme.example"),
        ("IDP_OIDC_ACME_CLIENT_ID", "tollgate"),
        ("IDP_OIDC_ACME_CLIENT_SECRET", "secret"),
        ("IDP_OIDC_ACME_NAME", "Acme"),
        ("IDP_OIDC_OTHER_ONE_ISSUER", "http://localhost:9999"),
        ("IDP_OIDC_OTHER_ONE_CLIENT_ID", "tollgate"),
        ("IDP_OIDC_OTHER_ONE_CLIENT_SECRET", "secret"),
        ("IDP_OIDC_OTHER_ONE_SCOPES", "openid email"),
        ("IDP_GOOGLE_CLIENT_ID", "tollgate"),
        ("IDP_GOOGLE_CLIENT_SECRET", "secret"),
    ]);
    let config = Config::read(&Environment::from_pairs(pairs.clone())).unwrap();
    let names: Vec<_> = config
        .upstream
        .openid
        .iter()
        .map(|one| &*one.name)
        .collect();
    assert_eq!(names, ["Google", "Acme", "other-one"]);
    assert!(config.upstream.github.is_none());
    for missing in [
        "IDP_OIDC_ACME_ISSUER",
        "IDP_OIDC_ACME_CLIENT_SECRET",
        "IDP_GOOGLE_CLIENT_ID",
    ] {
        let left = pairs.iter().copied().filter(|(name, _)| *name != missing);
        let problems = Config::read(&Environment::from_pairs(left)).unwrap_err();
        assert_eq!(problems.0[0].name, missing);
    }
}

#[test]
fn sessions_in_cookies_are_sealed_under_up_to_three_secrets() {
    let (one, two) = (
        "9c41f7d2e8a05b63714fd0c29be8a631",
        "9c41f7d2e8a05b63714fd0c29be8a632",
    );
    let list = format!("{one}, {two}");
    for (text, expected) in [
        (None, vec![]),
        (Some(one), vec![one]),
        (Some(list.as_str()), vec![one, two]),
    ] {
        let mut pairs = good();
        pairs.push(("IDP_SESSION_STORE", "cookie"));
        pairs.extend(text.map(|text| ("IDP_SESSION_SECRETS", text)));
        let sessions = Config::read(&Environment::from_pairs(pairs))
            .unwrap()
            .sessions;
        assert_eq!(sessions.store, SessionStoreKind::Cookie);
        let secrets: Vec<_> = sessions
            .secrets
            .iter()
            .map(ExposeSecret::expose_secret)
            .collect();
        assert_eq!(secrets, expected);
    }
}

#[test]
fn redis_sessions_need_an_address() {
    let mut pairs = good();
    pairs.push(("IDP_SESSION_STORE", "redis"));
    let problems = Config::read(&Environment::from_pairs(pairs)).unwrap_err();
    assert_eq!(problems.0[0].name, "IDP_REDIS_URL");
}

#[test]
fn mail_server_requires_explicit_tls_mode() {
    for url in [
        "smtps://user:password@mail.example.com",
        "smtps://mail.example.com?tls=required",
        "smtp://user:password@mail.example.com:587?tls=required",
        "smtp://mail.example.com?tls=required",
        "smtp://mail.example.com?tls=opportunistic",
        "smtp://mail:1025?tls=none",
        "smtp://localhost",
        "smtp://127.0.0.1:1025",
        "smtp://[::1]:1025",
    ] {
        let mut pairs = good();
        pairs.push(("IDP_SMTP_URL", url));
        assert!(
            Config::read(&Environment::from_pairs(pairs)).is_ok(),
            "{url}"
        );
    }
}

#[test]
fn passkeys_are_on_unless_they_are_turned_off() {
    for (value, is_on) in [(None, true), (Some("on"), true), (Some("off"), false)] {
        let mut pairs = good();
        pairs.extend(value.map(|value| ("IDP_PASSKEYS", value)));
        let config = Config::read(&Environment::from_pairs(pairs)).unwrap();
        assert_eq!(config.passkeys.is_on, is_on, "{value:?}");
    }
}

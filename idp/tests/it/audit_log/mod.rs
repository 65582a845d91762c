//! Tests the audit log of a journey with each sign-in method: it is complete, and has no used secret.

mod secrets;

use std::collections::BTreeSet;

use secrets::SecretValues;
use serde_json::{Value, json};

use crate::sign_in::passkeys;
use crate::upstream::{fake_provider::FakeProvider, press};
use crate::visiting::{
    Authenticator, Browser, ReceivedEmail, TestBackend, TestInstallation, hidden,
};

const BASE: &str = "http://localhost:8080";
const ACCOUNT: &str = "/api/auth/account";
const ANN: &str = "ann@example.com";
const NEW: &str = "new-address@example.com";
const FIRST: &str = "kiln tugboat 40";
const SECOND: &str = "gravel tulip anchovy";
const WRONG: &str = "wrong password here";
const CLIENT_SECRET: &str = "client-secret-at-the-provider";

/// An entry of the audit log.
struct Row {
    actor: String,
    action: String,
    subject: String,
    network: String,
    client: String,
    details: String,
}

impl Row {
    fn columns(&self) -> [&str; 6] {
        [
            &self.actor,
            &self.action,
            &self.subject,
            &self.network,
            &self.client,
            &self.details,
        ]
    }
}

async fn audit_entries(world: &TestInstallation) -> Vec<Row> {
    let mut reader = world.app.database.reader().await.unwrap();
    let rows: Vec<(String, String, String, String, String, String)> =
        foundation::on_engine!(&mut reader.connection(), |c| {
            sqlx::query_as(
                "SELECT actor, action, subject, COALESCE(network, ''), COALESCE(client_id, ''), details FROM audit \
                 ORDER BY id",
            )
            .fetch_all(c)
            .await
        })
        .unwrap();
    let row = |(actor, action, subject, network, client, details)| Row {
        actor,
        action,
        subject,
        network,
        client,
        details,
    };
    rows.into_iter().map(row).collect()
}

/// A user's journey, with the objects that it needs.
struct Journey {
    world: TestInstallation,
    double: FakeProvider,
    secrets: SecretValues,
    device: Authenticator,
}

async fn post(browser: &Browser, path: &str, fields: &[(&str, &str)]) -> String {
    let csrf = browser.csrf().await;
    let mut all = vec![("csrfToken", csrf.as_str())];
    all.extend(fields);
    browser.post(path, &all).await.location().to_owned()
}

impl Journey {
    async fn at(backend: TestBackend) -> Self {
        let double = FakeProvider::start().await;
        let folder = tempfile::TempDir::new().unwrap();
        let clients = folder.path().join("clients.json");
        std::fs::write(&clients, crate::installation::clients(BASE).to_string()).unwrap();
        let clients = clients.display().to_string();
        let at = double.address.as_str();
        let settings = [
            ("IDP_BASE_URL", BASE),
            ("IDP_PASSKEYS", "on"),
            ("IDP_PASSWORDS", "register"),
            ("IDP_CLIENTS_FILE", &clients),
            ("IDP_GITHUB_CLIENT_ID", "tollgate"),
            ("IDP_GITHUB_CLIENT_SECRET", CLIENT_SECRET),
            ("IDP_GITHUB_BASE_URL", at),
            ("IDP_GITHUB_API_URL", at),
            ("IDP_GOOGLE_CLIENT_ID", "tollgate"),
            ("IDP_GOOGLE_CLIENT_SECRET", CLIENT_SECRET),
            ("IDP_GOOGLE_ISSUER", at),
        ];
        let world = TestInstallation::at(backend, &settings).await;
        let mut secrets = SecretValues::default();
        for secret in [FIRST, SECOND, WRONG, CLIENT_SECRET, ANN, NEW] {
            secrets.add(secret);
        }
        for secret in ["at-secret", "rt-secret", "code-of-the-double"] {
            secrets.add(secret);
        }
        Self {
            world,
            double,
            secrets,
            device: Authenticator::new(BASE, "localhost"),
        }
    }

    async fn email(&mut self, to: &str, count: usize) -> ReceivedEmail {
        let mail = self.world.wait_for_email(to, count).await;
        self.secrets.add_email(&mail);
        mail
    }

    /// Signs in by a link for a client, after a wrong link. Then signs in by a code in another browser, after a wrong code.
    async fn by_mail(&mut self) -> Browser {
        let browser = self.world.browser();
        let expected = "/oauth/authorize?client_id=web&scope=openid";
        let fields = [("email", ANN), ("callbackUrl", expected)];
        post(&browser, "/api/auth/signin/email", &fields).await;
        let link = self.email(ANN, 1).await.link();
        let wrong = link.replace("token=", "token=0");
        let response = browser.post(&wrong, &[]).await;
        assert!(response.location().ends_with("error=Verification"));
        browser.post(&link, &[]).await;
        assert!(browser.is_signed_in().await);
        self.secrets.add_browser(&browser);

        let other = self.world.browser();
        other.ask(ANN).await;
        self.secrets.add_browser(&other);
        let code = self.email(ANN, 2).await.code();
        let wrong = if code == "000000" { "111111" } else { "000000" };
        self.secrets.add(wrong);
        for typed in [wrong, &code] {
            post(&other, "/api/auth/callback/email", &[("code", typed)]).await;
        }
        assert!(other.is_signed_in().await);
        self.secrets.add_browser(&other);
        other
    }

    /// Sets a password by its email, tries a wrong one, signs in with it, and changes it.
    async fn by_password(&mut self) -> Browser {
        let browser = self.world.browser();
        post(&browser, "/api/auth/password/new", &[("email", ANN)]).await;
        let mail = self.email(ANN, 3).await;
        let mut words = mail.text.split_whitespace();
        let link = words.find(|word| word.contains("/password/set")).unwrap();
        let page = browser.get(link).await.body;
        let (token, email) = (hidden(&page, "token"), hidden(&page, "email"));
        self.secrets.add(&token);
        let fields = [
            ("token", token.as_str()),
            ("email", &email),
            ("password", FIRST),
            ("again", FIRST),
        ];
        post(&browser, "/api/auth/password/set", &fields).await;
        assert!(browser.is_signed_in().await);
        let other = self.world.browser();
        for password in [WRONG, FIRST] {
            let fields = [("email", ANN), ("password", password)];
            post(&other, "/api/auth/callback/credentials", &fields).await;
        }
        assert!(other.is_signed_in().await);
        let fields = [("current", FIRST), ("password", SECOND), ("again", SECOND)];
        post(&other, "/api/auth/password/change", &fields).await;
        self.secrets.add_browser(&browser);
        self.secrets.add_browser(&other);
        other
    }

    /// Adds a passkey, fails with it, signs in with it, renames it, and removes it.
    async fn by_passkey(&mut self, browser: &Browser) {
        passkeys::add(browser, &mut self.device, "Phone").await;
        let other = self.world.browser();
        for counts_backwards in [true, false] {
            let (ceremony, reply) = passkeys::begin_sign_in(&other).await;
            if counts_backwards {
                self.device.flags = 0;
            }
            let credential = self.device.sign(&reply);
            self.device.repent(BASE, "localhost");
            passkeys::submit(&other, &ceremony, &credential).await;
            self.secrets.add(&ceremony);
            self.secrets.add_json(&reply["challenge"]);
            let credential: Value = serde_json::from_str(&credential).unwrap();
            self.secrets.add_json(&credential);
        }
        assert!(other.is_signed_in().await);
        let page = browser.get(&format!("{ACCOUNT}/passkeys")).await.body;
        let id = passkeys::id_on(&page);
        let name = "A name of one's own";
        self.secrets.add(name);
        for what in ["rename", "remove"] {
            let path = format!("{ACCOUNT}/passkeys/{what}");
            let fields = [("id", id.as_str()), ("name", name)];
            let response = post(browser, &path, &fields).await;
            assert!(response.contains("?done="), "{response}");
        }
        self.secrets.add_browser(&other);
        self.secrets.add_browser(browser);
    }

    /// Adds a provider, signs in with it, refuses at it, gets a false response, and removes it.
    async fn by_provider(&mut self, browser: &Browser) {
        let away = post(browser, &format!("{ACCOUNT}/link/github"), &[]).await;
        self.secrets.add_browser(browser);
        self.secrets.add_address(&away);
        browser.get(&self.double.agree(&away)).await;
        let other = self.world.browser();
        let lies = [json!({}), json!({ "aud": "other" })];
        for (provider, lie) in [("github", &lies[0]), ("google", &lies[1])] {
            self.double.lie(|says| says.claims = lie.clone());
            let away = press(&other, provider).await;
            self.secrets.add_browser(&other);
            self.secrets.add_address(away.location());
            other.get(&self.double.agree(away.location())).await;
        }
        assert!(other.is_signed_in().await);
        let id = self.world.text("SELECT id FROM accounts").await;
        let found = post(browser, &format!("{ACCOUNT}/unlink"), &[("account", &id)]).await;
        assert!(found.ends_with("?done=removed"), "{found}");
        self.secrets.add_browser(&other);
        self.secrets.add_browser(browser);
    }

    /// Replaces the address by a proof, and signs out.
    async fn sign_off(&mut self, browser: &Browser) {
        post(browser, &format!("{ACCOUNT}/email"), &[("email", NEW)]).await;
        let code = self.email(NEW, 1).await.code();
        let found = post(
            browser,
            &format!("{ACCOUNT}/email/confirm"),
            &[("code", &code)],
        )
        .await;
        assert!(found.ends_with("?done=address"), "{found}");
        self.secrets.add_browser(browser);
        post(browser, "/api/auth/signout", &[]).await;
        assert!(!browser.is_signed_in().await);
    }
}

foundation::on_each_backend! {
    whole_journey_is_logged_without_its_secrets:
    sqlite crate::visiting::TestBackend::Sqlite,
    postgres crate::visiting::TestBackend::Postgres,
    redis crate::visiting::TestBackend::Redis,
}

// row: audit-1
async fn whole_journey_is_logged_without_its_secrets(backend: TestBackend) {
    let mut journey = Journey::at(backend).await;
    journey.by_mail().await;
    let browser = journey.by_password().await;
    journey.by_passkey(&browser).await;
    journey.by_provider(&browser).await;
    journey.sign_off(&browser).await;
    let ann = journey.world.text("SELECT id FROM users").await;
    let audit_log = audit_entries(&journey.world).await;
    everything_is_there(&audit_log, &ann);
    let columns: Vec<_> = audit_log.iter().flat_map(Row::columns).collect();
    journey.secrets.are_in_none_of(&columns);
}

/// Asserts that the log has each event with its user and its network.
fn everything_is_there(audit_log: &[Row], ann: &str) {
    let has = |action: &str, part: &str| {
        let found = |row: &&Row| row.action == action && row.details.contains(part);
        audit_log.iter().find(found)
    };
    let rows = [
        ("sign_in.failed", r#""way":"email","reason":"Verification""#),
        ("sign_in.failed", r#""way":"otp","reason":"Verification""#),
        ("sign_in.failed", r#""way":"pwd","reason":"wrong""#),
        ("sign_in.failed", r#""way":"passkey","reason":"wrong""#),
        ("sign_in.failed", r#""way":"google","code":"OAuthCallback""#),
        ("sign_in.succeeded", r#""way":"email""#),
        ("sign_in.succeeded", r#""way":"otp""#),
        ("sign_in.succeeded", r#""way":"pwd""#),
        ("sign_in.succeeded", r#""way":"hwk user""#),
        ("sign_in.succeeded", r#""way":"github""#),
        ("password.set", ""),
        ("passkey.added", ""),
        ("passkey.renamed", ""),
        ("passkey.removed", ""),
        ("account.linked", "github"),
        ("account.unlinked", "github"),
        ("user.email_changed", ""),
        ("session.ended", ""),
    ];
    for (action, part) in rows {
        let row = has(action, part).unwrap_or_else(|| panic!("no {action} with {part}"));
        assert_eq!(row.network, "127.0.0.1", "{action} {part}");
        let is_known = row.actor == ann;
        let is_failure = action == "sign_in.failed";
        assert_eq!(is_known, !is_failure, "{action} {part}: {}", row.actor);
    }
    // An entry of a failure names the known account, and one of a sign-in names the client that requested it.
    for part in [r#""way":"pwd""#, r#""way":"passkey""#] {
        assert_eq!(has("sign_in.failed", part).unwrap().subject, ann, "{part}");
    }
    let clients: BTreeSet<_> = audit_log
        .iter()
        .filter(|row| row.client == "web")
        .map(|row| row.action.as_str())
        .collect();
    let by_link = has("sign_in.succeeded", r#""way":"email""#).unwrap();
    assert_eq!(by_link.client, "web");
    assert!(clients.contains("sign_in.failed"), "{clients:?}");
    assert_eq!(
        has("sign_in.succeeded", r#""way":"pwd""#).unwrap().client,
        ""
    );
}

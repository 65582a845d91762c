//! The sign-in scenarios: starting by email and at a provider, redeeming an email's link, entering a password.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use foundation::testing::test_client;
use journeys::installation::TestInstallation;
use journeys::mailbox::Email;
use journeys::process::binary;
use serde_json::{Value, json};

use crate::load::Scenario;
use crate::request::form;

/// Extra settings of the scenarios; they send no request to a provider, because no user returns from it.
pub(crate) const SETTINGS: &[(&str, &str)] = &[
    ("IDP_PASSWORDS", "sign-in"),
    ("IDP_MAILS_PER_NETWORK", "1000000"),
    ("IDP_MAILS_PER_HOUR", "1000000"),
    ("IDP_TRUSTED_PROXIES", "127.0.0.1"),
    ("IDP_GITHUB_CLIENT_ID", "bench"),
    ("IDP_GITHUB_CLIENT_SECRET", "bench-bench-bench"),
];
/// Users with a password: more than connections, so that no request waits for a row.
const PEOPLE: usize = 64;
/// Users who keep another system's hash, because none of them signs in.
const FOREIGN_HASH_USERS: usize = 64;
/// Number of links that are created before each turn.
const LINKS: usize = 400;
/// The password, and its hash of another system until the first sign-in.
pub(crate) const PASSWORD: &str = "kiln+tugboat+40";
const HASH: &str = "$2b$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy";
/// Name of the scenario that is compared with a hash alone.
pub(crate) const PASSWORD_SIGN_IN: &str = "S9 password sign-in (11 statements, 2 commits)";
/// Name of the scenario that uses up links.
pub(crate) const REDEMPTION: &str = "link redemption, new people (10 statements, 1 commit)";
const ENTER: &str = "/api/auth/callback/credentials";
const START: &str = "/api/auth/signin/email";

/// Imports the users with passwords while the world is stopped.
pub(crate) fn import(world: &TestInstallation) {
    let file = world.data().join("people.jsonl");
    let line = |email: String| {
        json!({"id": email, "email": email, "email_verified": true, "password_hash": HASH})
            .to_string()
            + "\n"
    };
    let people = (0..PEOPLE).map(person);
    let lines: String = people
        .chain((0..FOREIGN_HASH_USERS).map(foreign_hash_user))
        .map(line)
        .collect();
    std::fs::write(&file, lines).expect("the file");
    let mut program = Command::new(binary());
    let settings = world.settings().iter().map(|(name, value)| (name, value));
    let run = program.arg("import").arg(file).env_clear().envs(settings);
    let ended = run.output().expect("the import runs");
    assert!(
        ended.status.success(),
        "{}",
        String::from_utf8_lossy(&ended.stderr)
    );
}

/// Returns an address whose hash is ours.
pub(crate) fn person(number: usize) -> String {
    format!("person-{}@example.com", number % PEOPLE)
}

/// Returns an address whose hash is another system's.
pub(crate) fn foreign_hash_user(number: usize) -> String {
    format!("foreign-hash-{}@example.com", number % FOREIGN_HASH_USERS)
}

/// A browser's CSRF protection: its token, and the cookie line that belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    token: String,
    cookie: String,
}

impl Guard {
    /// Requests a token.
    pub(crate) async fn ask(base: &str) -> Self {
        let url = format!("{base}/api/auth/csrf");
        let response = test_client().get(url).send().await.expect("a response");
        let cookies = response.headers().get_all("set-cookie").iter();
        let pairs: Vec<_> = cookies
            .filter_map(|line| line.to_str().ok()?.split(';').next())
            .map(str::to_owned)
            .collect();
        let body: Value = response.json().await.expect("JSON");
        Self {
            token: body
                .get("csrfToken")
                .and_then(Value::as_str)
                .expect("a token")
                .to_owned(),
            cookie: format!("Cookie: {}\r\n", pairs.join("; ")),
        }
    }

    /// Returns a form with this token, whose response is JSON.
    pub(crate) fn form(&self, path: &str, headers: &str, fields: &str) -> String {
        let body = format!("csrfToken={}&json=true{fields}", self.token);
        form(path, &format!("{}{headers}", self.cookie), &body)
    }

    /// Returns a password sign-in from a separate network.
    pub(crate) fn password(&self, number: usize) -> String {
        self.try_password(&person(number), PASSWORD, number)
    }

    /// Returns a sign-in with any address and password from a separate network.
    pub(crate) fn try_password(&self, email: &str, password: &str, number: usize) -> String {
        let from = format!(
            "X-Forwarded-For: 10.1.{}.{}\r\n",
            number.div_euclid(250) % 250,
            number % 250
        );
        let email = email.replace('@', "%40");
        self.form(ENTER, &from, &format!("&email={email}&password={password}"))
    }
}

/// Links that wait to be redeemed.
pub(crate) struct Links {
    base: String,
    folder: PathBuf,
    guard: Guard,
    seen: HashSet<PathBuf>,
    ready: Rc<RefCell<Vec<String>>>,
    asked: usize,
}

impl Links {
    /// Creates an empty list.
    pub(crate) fn new(world: &TestInstallation, guard: &Guard) -> Self {
        Self {
            base: world.address.base.clone(),
            folder: world.address.mailbox.0.clone(),
            guard: guard.clone(),
            seen: HashSet::new(),
            ready: Rc::default(),
            asked: 0,
        }
    }

    /// Requests new links and waits for all of their emails, so that no older email is still to come.
    pub(crate) async fn fill(&mut self) {
        let client = test_client();
        let mut awaited = HashSet::new();
        for _link in 0..LINKS {
            self.asked += 1;
            let email = format!("link-{}@example.com", self.asked);
            let fields = [("csrfToken", self.guard.token.as_str()), ("email", &email)];
            let cookie = self.guard.cookie.trim_start_matches("Cookie: ").trim_end();
            let request = client.post(format!("{}{START}", self.base)).form(&fields);
            let response = request.header("cookie", cookie).send().await;
            assert!(response.expect("a response").status().is_redirection());
            awaited.insert(email);
        }
        self.ready.borrow_mut().clear();
        while !awaited.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            let mut emails = self.fresh_emails();
            emails.retain(|mail| awaited.remove(&mail.to));
            let paths = emails
                .iter()
                .map(|mail| mail.link().replacen(&self.base, "", 1));
            self.ready.borrow_mut().extend(paths);
        }
    }

    fn fresh_emails(&mut self) -> Vec<Email> {
        let entries = std::fs::read_dir(&self.folder).expect("the mail folder");
        let mut emails = Vec::new();
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|ending| ending != "eml")
                || !self.seen.insert(path.clone())
            {
                continue;
            }
            emails.extend(
                std::fs::read(&path)
                    .ok()
                    .and_then(|bytes| Email::parse(&bytes)),
            );
        }
        emails
    }

    /// Returns the scenario that redeems one link after the other.
    fn scenario(&self) -> Scenario {
        let ready = Rc::clone(&self.ready);
        Scenario::limited(REDEMPTION, "tollgate.session-token=", move |_| {
            let path = ready.borrow_mut().pop()?;
            Some(form(&path, "", "json=true"))
        })
    }
}

/// Returns the scenarios of starting by email and at a provider, and of redeeming. Their names contain their database
/// statements; the idp's own test of costs checks these numbers.
pub(crate) fn scenarios(guard: &Guard, links: &Links) -> Vec<Scenario> {
    let by_mail = guard.clone();
    let by_github = guard.clone();
    vec![
        Scenario::checked(
            "sign-in start, mail (8 statements, 1 commit)",
            "verify-request",
            move |number| by_mail.form(START, "", &format!("&email=start-{number}%40example.com")),
        ),
        Scenario::checked(
            "sign-in start, GitHub (none)",
            "login/oauth/authorize",
            move |_| by_github.form("/api/auth/signin/github", "", ""),
        ),
        links.scenario(),
    ]
}

/// Signs every user in by password once, so that every hash is ours, and returns the scenario of further sign-ins.
pub(crate) async fn by_password(base: &str, guard: &Guard) -> Scenario {
    let guard = guard.clone();
    let scenario = Scenario::checked(PASSWORD_SIGN_IN, "tollgate.session-token=", move |number| {
        guard.password(number)
    });
    scenario.ask_some(base, PEOPLE).await;
    scenario
}

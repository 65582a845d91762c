//! A client of an OpenID Provider with its users: the same requests to our server and to the peer.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use foundation::testing::test_client;
use journeys::browser::Browser;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use crate::load::Scenario;
use crate::request::{form, get};

/// Redirect URI of the client, without a listener.
pub(crate) const CALLBACK: &str = "https://bench.example/callback";
/// Twice as many as connections, so that no request waits for another's row.
pub(crate) const USERS: usize = 32;

const FORM: &str = "application/x-www-form-urlencoded";
/// RFC 7636 appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A client with a secret, and users who are signed in and allowed it.
pub(crate) struct TestClient {
    client_id: &'static str,
    /// Parameters that authenticate the client.
    proof: String,
    /// Session cookies of each user, as a header line.
    cookies: Vec<String>,
    tokens: Rc<RefCell<Tokens>>,
}

/// Tokens of a client's users. A refresh replaces one of each kind, so that access tokens do not expire in a long run.
#[derive(Default)]
struct Tokens {
    refresh: Vec<String>,
    access: VecDeque<String>,
}

impl Tokens {
    /// Stores the tokens of a token response.
    fn keep(&mut self, body: &str) {
        let response: Value = serde_json::from_str(body).expect("JSON");
        let text = |member: &str| response.get(member).and_then(Value::as_str);
        let refresh = text("refresh_token").expect("a refresh token");
        let access = text("access_token").expect("an access token");
        self.refresh.push(refresh.to_owned());
        self.access.push_back(access.to_owned());
    }

    /// Returns the access token that was not used for the longest time.
    fn next_access(&mut self) -> Option<String> {
        let token = self.access.pop_front()?;
        self.access.push_back(token.clone());
        Some(token)
    }
}

impl TestClient {
    /// Signs the user of each browser in at a client, and stores the tokens. The browsers have a session already, or
    /// get one on the way.
    pub(crate) async fn open(
        base: &str,
        client_id: &'static str,
        secret: &str,
        users: &[Browser],
    ) -> Self {
        let mut site = Self {
            client_id,
            proof: format!("client_id={client_id}&client_secret={secret}"),
            cookies: Vec::new(),
            tokens: Rc::default(),
        };
        for browser in users {
            site.sign_in(base, browser).await;
        }
        site
    }

    async fn sign_in(&mut self, base: &str, browser: &Browser) {
        let path = self.authorization("openid%20offline_access");
        // OpenID Connect Core section 11 requires this prompt for a refresh token.
        let mut page = browser.open(&format!("{base}{path}&prompt=consent")).await;
        if page.body.contains("id=\"consent-allow\"") {
            page = browser.submit_page(&page, "consent-allow").await;
        }
        let code = page.parameter("code").expect("a code");
        let request = test_client().post(format!("{base}/oauth/token"));
        let request = request.header(CONTENT_TYPE, FORM);
        let request = request.body(redemption(&code, &self.proof));
        let response = request.send().await.expect("a response");
        let body = response.text().await.expect("a body");
        self.tokens.borrow_mut().keep(&body);
        // A browser sends the peer's other cookies only to the pages of an interaction.
        let cookies = browser.cookies().into_iter();
        let cookies = cookies.filter(|cookie| !cookie.starts_with("_interaction"));
        let cookies: Vec<String> = cookies.collect();
        self.cookies
            .push(format!("Cookie: {}\r\n", cookies.join("; ")));
    }

    fn authorization(&self, scope: &str) -> String {
        format!(
            "/oauth/authorize?client_id={}&redirect_uri={}&response_type=code&scope={scope}&state=s&nonce=n\
             &code_challenge={CHALLENGE}&code_challenge_method=S256",
            self.client_id,
            urlencoded(CALLBACK)
        )
    }

    /// An authorization request of a browser with a live session, whose user allowed the client before, and the
    /// redemption of the code for an access token and an ID token.
    pub(crate) fn code_flow(&self, name: &'static str) -> Scenario {
        let path = self.authorization("openid");
        let requests = self.cookies.iter().map(|cookies| get(&path, cookies));
        let proof = self.proof.clone();
        in_turn(name, "\"id_token\"", requests)
            .signing(2.0)
            .then(move |response| {
                let code = between(response, "code=", &['&', '\r']);
                form("/oauth/token", "", &redemption(code, &proof))
            })
    }

    /// Refreshes with the token of the last response; an access token and an ID token come with it.
    pub(crate) fn refresh(&self, name: &'static str) -> Scenario {
        let (tokens, stored) = (Rc::clone(&self.tokens), Rc::clone(&self.tokens));
        let proof = self.proof.clone();
        Scenario::limited(name, "\"id_token\"", move |_| {
            let token = tokens.borrow_mut().refresh.pop()?;
            let body = format!("grant_type=refresh_token&refresh_token={token}&{proof}");
            Some(form("/oauth/token", "", &body))
        })
        .signing(2.0)
        .learning(move |response| {
            let body = response.split("\r\n\r\n").nth(1).expect("a body");
            let mut stored = stored.borrow_mut();
            stored.keep(body);
            stored.access.pop_front();
        })
    }

    /// Reads the claims about each user in turn.
    pub(crate) fn userinfo(&self, name: &'static str) -> Scenario {
        let tokens = Rc::clone(&self.tokens);
        Scenario::limited(name, "\"sub\"", move |_| {
            let token = tokens.borrow_mut().next_access()?;
            let bearer = format!("Authorization: Bearer {token}\r\n");
            Some(get("/oauth/userinfo", &bearer))
        })
    }

    /// Introspects the client's own access tokens.
    pub(crate) fn introspection(&self, name: &'static str) -> Scenario {
        let (tokens, proof) = (Rc::clone(&self.tokens), self.proof.clone());
        Scenario::limited(name, "\"active\":true", move |_| {
            let token = tokens.borrow_mut().next_access()?;
            let body = format!("token={token}&{proof}");
            Some(form("/oauth/introspect", "", &body))
        })
    }

    /// Reads the session of each user in turn, by our own route.
    pub(crate) fn session_read(&self, name: &'static str) -> Scenario {
        let requests = self.cookies.iter();
        let requests = requests.map(|cookies| get("/api/auth/session", cookies));
        in_turn(name, "\"user\"", requests)
    }

    /// Requests a token for the client itself, with further parameters.
    pub(crate) fn client_credentials(&self, name: &'static str, more: &str) -> Scenario {
        let body = format!("grant_type=client_credentials&{}{more}", self.proof);
        client_credentials(name, &body)
    }
}

/// Reads the metadata document.
pub(crate) fn discovery(name: &'static str) -> Scenario {
    Scenario::checked(name, "\"issuer\"", |_| {
        get("/.well-known/openid-configuration", "")
    })
}

/// Sends a token request of a machine.
pub(crate) fn client_credentials(name: &'static str, body: &str) -> Scenario {
    let request = form("/oauth/token", "", body);
    Scenario::checked(name, "\"access_token\"", move |_| request.clone()).signing(1.0)
}

fn redemption(code: &str, proof: &str) -> String {
    let back = urlencoded(CALLBACK);
    format!(
        "grant_type=authorization_code&code={code}&redirect_uri={back}&code_verifier={VERIFIER}&{proof}"
    )
}

/// Sends these requests in turn.
fn in_turn(
    name: &'static str,
    shows: &'static str,
    requests: impl Iterator<Item = String>,
) -> Scenario {
    let requests: Vec<String> = requests.collect();
    let mut next = requests.into_iter().cycle();
    let next = RefCell::new(move || next.next());
    Scenario::limited(name, shows, move |_| (next.borrow_mut())())
}

fn between<'a>(text: &'a str, begins: &str, ends: &[char]) -> &'a str {
    let rest = text.split(begins).nth(1).ok_or(text);
    let rest = rest.expect("the response has the value");
    rest.split(ends).next().unwrap_or_default()
}

/// Encodes a URL as a parameter's value; ours have only these two reserved characters.
fn urlencoded(address: &str) -> String {
    address.replace(':', "%3A").replace('/', "%2F")
}

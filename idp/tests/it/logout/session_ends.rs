//! Tests every cause of a session's end: its clients get one logout token each, with each session store.

use idp::testing::{TestBrowser, merge, set_password, sign_out_everywhere};
use serde_json::json;

use super::idp_with_client::{IdpWithClient, machine};
use super::{SignOutQuestion, assert_done, assert_signed_in, text};
use crate::harness::{HttpResponse, TestIdp, claims};
use crate::waiting::until;

/// Maximum of sessions of a user; one more ends the session that was unused longest.
const MAX_PER_USER: usize = 100;
const KILN: &str = "kiln tugboat 40";
const GRAVEL: &str = "gravel tulip anchovy";

/// The cause of a session's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SessionEnd {
    ByTheOperator,
    AllByTheOperator,
    SwitchedOff,
    AnotherPersonInThisBrowser,
    AllOfTheUser,
    AtOurOwnPage,
    AllOthers,
    ByAnotherPassword,
    InAMerge,
    OneTooMany,
}

const SESSION_ENDS: [SessionEnd; 10] = [
    SessionEnd::ByTheOperator,
    SessionEnd::AllByTheOperator,
    SessionEnd::SwitchedOff,
    SessionEnd::AnotherPersonInThisBrowser,
    SessionEnd::AllOfTheUser,
    SessionEnd::AtOurOwnPage,
    SessionEnd::AllOthers,
    SessionEnd::ByAnotherPassword,
    SessionEnd::InAMerge,
    SessionEnd::OneTooMany,
];

/// A user with tokens of the client, whose session is to end.
struct SignedInUser {
    email: String,
    browser: TestBrowser,
    sid: String,
}

impl SessionEnd {
    async fn end(self, world: &TestIdp, person: &SignedInUser) {
        let (user, sid) = (&person.browser.user_id, &person.sid);
        let name = person.email.split('@').next().unwrap();
        match self {
            Self::ByTheOperator => {
                order(world, "DELETE", &format!("{user}/sessions/{sid}")).await;
            }
            Self::AllByTheOperator => order(world, "DELETE", &format!("{user}/sessions")).await,
            Self::SwitchedOff => order(world, "PUT", &format!("{user}/active")).await,
            Self::AnotherPersonInThisBrowser => {
                let _other = world.sign_in_again("somebody", &person.browser).await;
            }
            Self::AllOfTheUser => sign_out_everywhere(&world.app, user).await.unwrap(),
            Self::AtOurOwnPage => {
                let page = world.get("/oauth/logout", Some(&person.browser)).await;
                let question = SignOutQuestion::read(page, &person.browser).await;
                assert_done(question.yes(world).await).await;
            }
            Self::AllOthers => {
                let elsewhere = world.visitor(name).await;
                let others = [("others", "all")];
                let path = "/api/auth/account/sessions";
                assert_eq!(send(world, &elsewhere, path, &others).await, 303);
                assert_signed_in(world, &elsewhere).await;
            }
            Self::ByAnotherPassword => change_password(world, person, name).await,
            Self::InAMerge => {
                let other = world.visitor("joiner").await;
                let joined = merge(&world.app, &other, &person.email).await.unwrap();
                assert_signed_in(world, &joined).await;
            }
            Self::OneTooMany => {
                // The user's session becomes the one that was unused longest.
                world.wait(1);
                for _ in 0..MAX_PER_USER {
                    world.visitor(name).await;
                }
            }
        }
    }
}

async fn order(world: &TestIdp, method: &str, path: &str) {
    let request = world.request(method, &format!("/admin/v1/users/{path}"));
    let request = request.bearer_auth(machine(world).await);
    let response = request.json(&json!({ "active": false })).send().await;
    let status = response.unwrap().status();
    assert!(status.is_success(), "{path} {status}");
}

/// Sends a form of ours from a browser; returns the status.
async fn send(world: &TestIdp, browser: &TestBrowser, path: &str, fields: &[(&str, &str)]) -> u16 {
    let response = world.get("/api/auth/csrf", Some(browser)).await;
    let pair = response
        .headers()
        .get("set-cookie")
        .map_or("", |line| line.to_str().unwrap().split(';').next().unwrap());
    let cookie = format!("{}; {pair}", browser.cookie);
    let document = HttpResponse::read(response).await.ok();
    let mut form = vec![("csrfToken", document["csrfToken"].as_str().unwrap())];
    form.extend(fields);
    world.post(path, &form, &cookie).await.status().as_u16()
}

async fn change_password(world: &TestIdp, person: &SignedInUser, name: &str) {
    set_password(&world.app, &person.email, KILN).await.unwrap();
    let elsewhere = world.visitor(name).await;
    let fields = [("current", KILN), ("password", GRAVEL), ("again", GRAVEL)];
    let path = "/api/auth/password/change";
    assert_eq!(send(world, &elsewhere, path, &fields).await, 302);
}

on_every_store!(each_cause_of_a_sessions_end_reaches_the_client);

// row: decision-11
/// Ends sessions for each cause; the client gets one logout token for each.
async fn each_cause_of_a_sessions_end_reaches_the_client(sited: IdpWithClient) {
    let IdpWithClient { world, site, .. } = &sited;
    let mut ended = Vec::new();
    for (number, way) in SESSION_ENDS.into_iter().enumerate() {
        let name = format!("person{number}");
        let browser = world.visitor(&name).await;
        let token_claims = claims(&text(&sited.tokens(&browser).await, "id_token"));
        let person = SignedInUser {
            email: format!("{name}@example.com"),
            browser,
            sid: token_claims["sid"].as_str().unwrap().to_owned(),
        };
        way.end(world, &person).await;
        ended.push(person.sid);
        let received = site.wait_for_requests(ended.len()).await;
        let sids: Vec<_> = received
            .iter()
            .map(|one| claims(&one.token)["sid"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(sids, ended, "{way:?}");
    }
    until(async || sited.rows().await == 0).await;
}

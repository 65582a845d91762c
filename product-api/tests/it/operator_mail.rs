//! Tests the state of emails: the operator gets it from the identity provider, or an error.

use serde_json::{Value, json};

use crate::harness::{TestApi, on_both_engines};
use crate::issuer::Behaviour;
use crate::operator::operator_token;
use crate::operator_area::ask;

const PATH: &str = "/v1/operator/mail-deliveries";

fn email_delivery(id: &str, recipient: &str, state: &str) -> Value {
    let is_waiting = state == "waiting";
    json!({
        "id": id, "kind": "sign_in_link", "recipient": recipient, "state": state, "attempts": 2,
        "reason": "refused", "reply": "550 5.1.1", "created_at": "2027-01-15T08:00:00.000Z",
        "next_attempt_at": is_waiting.then_some("2027-01-15T08:00:04.000Z"),
        "ended_at": (!is_waiting).then_some("2027-01-15T08:00:02.000Z"),
    })
}

fn insert_emails(world: &TestApi) -> [Value; 3] {
    let emails = [
        email_delivery("mail_3", "ann@example.com", "waiting"),
        email_delivery("mail_2", "a+b@example.com", "given_up"),
        email_delivery("mail_1", "ann@example.com", "sent"),
    ];
    *world.issuer.emails.lock().unwrap() = emails.to_vec();
    emails
}

on_both_engines! {
    async fn email_list_equals_the_idps_response(world: TestApi) {
        assert_eq!(ask(&world, PATH).await, json!({"items": [], "next_cursor": null}));
        let [waiting, given_up, sent] = insert_emails(&world);
        let all = ask(&world, PATH).await;
        assert_eq!(all, json!({"items": [waiting, given_up, sent], "next_cursor": null}));
        for (query, expected) in [
            ("state=waiting", vec![&waiting]),
            ("state=given_up", vec![&given_up]),
            ("q=%20a%2Bb@example.com%20", vec![&given_up]),
            ("q=ann@example.com&state=sent", vec![&sent]),
            ("q=nobody@example.com", vec![]),
        ] {
            let body = ask(&world, &format!("{PATH}?{query}")).await;
            assert_eq!(body["items"], json!(expected), "{query}");
        }
        let first = ask(&world, &format!("{PATH}?limit=2")).await;
        assert_eq!(first["items"], json!([waiting, given_up]));
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = ask(&world, &format!("{PATH}?limit=2&cursor={cursor}")).await;
        assert_eq!(second, json!({"items": [sent], "next_cursor": null}));
    }
}

on_both_engines! {
    async fn invalid_email_filter_names_its_parameter(world: TestApi) {
        insert_emails(&world);
        let long = format!("q={}", "a".repeat(255));
        for (query, parameter) in [("state=lost", "state"), ("cursor=x", "cursor"), ("limit=0", "limit"), (long.as_str(), "q")] {
            let response = world.get(&format!("{PATH}?{query}"), &operator_token(&world)).await;
            let problem = response.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["parameter"], parameter, "{query}");
        }
    }
}

on_both_engines! {
    async fn email_list_fails_while_the_idp_is_unavailable(world: TestApi) {
        world.issuer.behave(Behaviour::Away);
        world.get(PATH, &operator_token(&world)).await.is_problem(503, "unavailable");
    }
}

//! The readiness check responds in time although a dependency does not respond.

use foundation::Failure;
use foundation::http::health::{Check, add_routes};
use foundation::testing::{TestServer, test_client};
use poem::{EndpointExt, Route};
use serde_json::{Value, json};
use tokio::net::TcpListener;

async fn serve(checks: Vec<Check>) -> (TestServer, String) {
    let (listener, url) = TestServer::bind().await;
    let endpoint = add_routes(Route::new(), checks, Vec::new())
        .map_to_response()
        .boxed();
    (TestServer::start(listener, endpoint), url)
}

async fn ask(url: &str) -> (u16, Value) {
    let response = test_client().get(format!("{url}/health/ready")).send();
    let response = response.await.unwrap();
    let status = response.status().as_u16();
    let body = response.text().await.unwrap();
    (status, serde_json::from_str(&body).unwrap())
}

/// A dependency that accepts connections and never responds: without a time limit this test never ends.
#[tokio::test]
async fn silent_dependency_is_unavailable_without_delay() {
    // The kernel accepts the connections, and no server reads them.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", silent.local_addr().unwrap());
    let wait_for = move || {
        let request = test_client().get(&address).send();
        async move {
            let result = request.await.map(drop);
            result.map_err(|error| Failure::unavailable("asking a neighbour", error))
        }
    };
    let check = wait_for.clone();
    let inform = move || {
        let result = check();
        async { result.await.map(|()| "well") }
    };
    let there = || async { Ok(()) };
    let needed = vec![Check::new("silent", wait_for), Check::new("there", there)];
    let (_server, url) = serve(needed).await;
    let response = ask(&url).await;
    assert_eq!(response, (503, json!({"silent": "away", "there": "ready"})));
    let not_needed = vec![
        Check::informing("silent", inform),
        Check::informing("well", || async { Ok("well") }),
    ];
    let (_server, url) = serve(not_needed).await;
    let response = ask(&url).await;
    assert_eq!(response, (200, json!({"silent": "away", "well": "well"})));
}

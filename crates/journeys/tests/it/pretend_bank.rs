//! Changes objects at the double of Stripe that a server runs, as banks and time do.

use reqwest::Url;
use serde_json::Value;

/// Executes a control of the double whose card page has an address.
pub(crate) async fn at_the_bank(checkout_url: &str, control: &str, arguments: &Value) -> Value {
    let double = Url::parse(checkout_url).unwrap().join("/").unwrap();
    let client = foundation::testing::test_client();
    let request = client.post(format!("{double}_control/{control}"));
    let response = request.json(arguments).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 200, "{control}");
    response.json().await.unwrap()
}

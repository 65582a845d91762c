//! Lists of the double, read without the server.

use foundation::testing::test_client;
use journeys::selling_website::ACCOUNT;
use serde_json::Value;

use super::shop::BillingShop;

/// Reads all pages of a list, and gives each object to a function.
pub(super) async fn read_list(shop: &BillingShop, list: &str, mut each: impl FnMut(&Value)) {
    let key = shop.stripe.double.add_key(ACCOUNT, false, None);
    let (key, client) = (key.expect("a key"), test_client());
    let mut after = String::new();
    loop {
        let address = format!("{}/v1/{list}{after}", shop.stripe.base);
        let response = client.get(address).bearer_auth(&key).send().await;
        let page: Value = response.expect("a response").json().await.expect("a page");
        let data = page.get("data").and_then(Value::as_array).expect("a list");
        data.iter().for_each(&mut each);
        let newest = data.last().and_then(|object| object.get("id")?.as_str());
        match newest.filter(|_| page.get("has_more") == Some(&Value::Bool(true))) {
            Some(id) => after = format!("&starting_after={id}"),
            None => return,
        }
    }
}

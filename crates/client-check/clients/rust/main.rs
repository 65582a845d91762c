//! Example of a website's back end in Rust, with the client that OpenAPI Generator creates from the contract.

use openapi::apis::configuration::Configuration;
use openapi::apis::{Error, credits_api, customers_api, me_api};
use openapi::models::{CustomerRef, GrantKind, GrantRequest, SpendRequest};

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let client = |token: &str| Configuration {
        base_path: arguments[1].clone(),
        bearer_access_token: Some(token.to_owned()),
        ..Configuration::default()
    };
    let (back_end, person) = (client(&arguments[2]), client(&arguments[3]));
    let customer = CustomerRef {
        external_id: Some("user-rust".to_owned()),
        ..CustomerRef::new()
    };

    let grant = GrantRequest::new(100, customer.clone(), GrantKind::Promo);
    let granted = credits_api::grant_credits(&back_end, "rust-grant", grant, None, None);
    assert_eq!(granted.await.unwrap().transaction.amount, 100);

    let spend = |amount| SpendRequest {
        amount: Some(amount),
        ..SpendRequest::new(customer.clone())
    };
    for _ in 0..2 {
        let spent = credits_api::spend_credits(&back_end, "rust-spend", spend(5)).await;
        assert_eq!(spent.unwrap().balance.available, 95);
    }

    let refused = credits_api::spend_credits(&back_end, "rust-too-much", spend(500)).await;
    let Err(Error::ResponseError(refused)) = refused else {
        panic!("a balance that is too small is a 402")
    };
    assert_eq!(refused.status.as_u16(), 402);
    assert!(refused.content.contains("\"shortfall\":405"));

    let page = customers_api::list_customers(&back_end, None, None, None, None, None, None, None, None, None, None, None, None).await;
    assert!(!page.unwrap().items.is_empty());

    let me = me_api::get_me(&person, None).await;
    assert_eq!(me.unwrap().id, "usr_1");
    println!("done");
}

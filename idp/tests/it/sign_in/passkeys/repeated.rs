//! Tests credentials whose JSON repeats a member: they neither add a passkey nor sign a user in.

use super::*;

#[tokio::test]
async fn credential_that_names_a_member_twice_is_refused() {
    let world = world(TestBackend::Sqlite).await;
    let browser = world.signed_in(ANN).await;
    let mut device = Authenticator::new(BASE, "localhost");
    let twice = |credential: &str| credential.replacen('{', r#"{"x":1,"x":2,"#, 1);
    let asked_to_add = begin(&browser, &format!("{OURS}/options")).await;
    let credential = twice(&device.register(&asked_to_add["publicKey"]));
    let ceremony = asked_to_add["ceremony"].as_str().unwrap();
    let response = bring(&browser, &format!("{OURS}/add"), ceremony, &credential, "").await;
    assert_eq!(response.location(), format!("{OURS}?error=device"));
    let response = add(&browser, &mut device, "Phone").await;
    assert_eq!(
        response.location(),
        format!("{OURS}?done=added"),
        "the control"
    );

    let other = world.browser();
    let (ceremony, public_key) = begin_sign_in(&other).await;
    submit(&other, &ceremony, &twice(&device.sign(&public_key))).await;
    assert!(!other.is_signed_in().await);
    let (ceremony, public_key) = begin_sign_in(&other).await;
    submit(&other, &ceremony, &device.sign(&public_key)).await;
    assert!(other.is_signed_in().await, "the control");
}

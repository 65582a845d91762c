//! Tests that a session that ends during the work on a new password does not set it.

use std::sync::Arc;
use std::time::Duration;

use idp::testing::{
    free_password_slots, occupy_password_workers, password_work, sign_out_everywhere,
};

use super::{ANN, GRAVEL, ON, change, try_password};
use crate::visiting::{TestBackend, TestInstallation, spawn};

on_every_store!(session_that_ends_during_a_password_change_sets_no_password);

// row: stricter-9, F13
/// Delays the work on a first password while the owner ends every session elsewhere.
async fn session_that_ends_during_a_password_change_sets_no_password(backend: TestBackend) {
    for is_put_out in [false, true] {
        let world = Arc::new(TestInstallation::at(backend, &[ON]).await);
        let intruder = Arc::new(world.signed_in(ANN).await);
        let held = occupy_password_workers(&world.app).await.unwrap();
        let changing = {
            let intruder = Arc::clone(&intruder);
            spawn(async move { change(&intruder, "", GRAVEL).await })
        };
        waits(&world).await;
        if is_put_out {
            let user = world.text("SELECT id FROM users").await;
            sign_out_everywhere(&world.app, &user).await.unwrap();
        }
        drop(held);
        let response = changing.await.unwrap();
        assert_eq!(response.status, 302);
        let is_set = !response.location().contains("SessionRequired");
        assert_eq!(is_set, !is_put_out, "{response:?}");
        assert_eq!(intruder.is_signed_in().await, !is_put_out);
        let opens = try_password(&world.browser(), ANN, GRAVEL).await.status == 200;
        assert_eq!(opens, !is_put_out, "{backend:?}");
    }
}

/// Waits until one job waits for a core.
async fn waits(world: &TestInstallation) {
    assert_eq!(password_work(&world.app).0, 0);
    let waiting = async {
        while free_password_slots(&world.app) > 63 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), waiting)
        .await
        .expect("it waits for a core");
}

//! Tests the polling interval and the lifetime of device codes, and the deletion of expired ones.

use foundation::on_both_engines;

use super::{allowed, begin, typed};
use crate::harness::TestIdp;

on_both_engines!(device_that_polls_too_often_is_slowed_down);

// row: B22
async fn device_that_polls_too_often_is_slowed_down(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    let rows = [
        (0, "authorization_pending"),
        (0, "slow_down"),
        (9, "slow_down"),
        (15, "authorization_pending"),
        (14, "slow_down"),
        (20, "authorization_pending"),
    ];
    for (seconds, expected) in rows {
        world.wait(seconds);
        assert_eq!(device.refused(&world).await, expected, "after {seconds}");
    }
    // The valid counterpart: another device polls at the interval and gets its tokens at once.
    let other_device = begin(&world, "openid").await;
    for _ in 0..3 {
        assert_eq!(other_device.refused(&world).await, "authorization_pending");
        world.wait(5);
    }
    allowed(&world, &ann, &device).await;
    assert_eq!(device.poll(&world).await.status, 200);
}

on_both_engines!(codes_count_for_ten_minutes_and_are_swept);

async fn codes_count_for_ten_minutes_and_are_swept(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let (in_time, late) = (begin(&world, "openid").await, begin(&world, "openid").await);
    world.wait(599);
    allowed(&world, &ann, &in_time).await;
    assert_eq!(late.refused(&world).await, "authorization_pending");
    assert_eq!(in_time.poll(&world).await.status, 200);
    world.wait(1);
    assert_eq!(late.refused(&world).await, "expired_token");
    let page = typed(&world, &ann, &late.user_code).await;
    assert!(!page.has_question() && page.html.contains("That code does not work."));
    world.wait(15 * 60);
    idp::testing::sweep(&world.app).await.unwrap();
    assert_eq!(world.count("SELECT COUNT(*) FROM device_codes").await, 0);
    assert_eq!(late.refused(&world).await, "invalid_grant");
}

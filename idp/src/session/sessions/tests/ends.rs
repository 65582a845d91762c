//! Tests of the ends of sessions: unused ones, and the latest end that no use postpones.

use std::time::Duration;

use super::super::session::{LIFE, TOLERANCE};
use super::super::*;
use super::TestSessions;

/// A session used every day ends ninety days after the user's last proof of identity.
pub(super) async fn used_session_ends_at_its_maximum(world: &TestSessions) {
    let started = world.start(&world.user, None).await;
    let mut presented = started.id;
    for day in 1..90 {
        world.app.clock.advance(Duration::from_hours(24));
        match world.visit(&presented).await {
            SessionLookup::SignedIn { resent, .. } => presented = resent.unwrap_or(presented),
            SessionLookup::SignedOut => panic!("signed out on day {day}"),
        }
    }
    let renewed = world.start(&world.user, Some(&presented)).await;
    world.app.clock.advance(Duration::from_hours(24));
    assert!(world.is_live(&renewed.id).await, "proven anew");
    assert!(!world.is_live(&presented).await);
    let mut presented = renewed.id;
    for _day in 0..88 {
        world.app.clock.advance(Duration::from_hours(24));
        match world.visit(&presented).await {
            SessionLookup::SignedIn { resent, .. } => presented = resent.unwrap_or(presented),
            SessionLookup::SignedOut => panic!("signed out early"),
        }
    }
    world
        .app
        .clock
        .advance(Duration::from_hours(24).saturating_add(TOLERANCE));
    assert!(!world.is_live(&presented).await, "after ninety days");
}

pub(super) async fn expired_session_never_counts(world: &TestSessions) {
    let started = world.start(&world.user, None).await;
    world.app.clock.advance(LIFE);
    if let SessionStore::Cookie(_) = world.app.sessions {
        world.app.clock.advance(TOLERANCE);
    }
    assert!(!world.is_live(&started.id).await);
}

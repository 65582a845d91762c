//! Tests of the ends of sessions: unused ones, and the latest end that no use postpones.

use std::time::Duration;

use foundation::Random;

use super::super::session::{LIFETIME, TOLERANCE};
use super::super::*;
use super::TestSessions;
use crate::app::App;

pub(super) async fn all_cases(world: &TestSessions) {
    expired_session_never_counts(world).await;
    session_past_its_last_end_is_not_listed(world).await;
    used_session_ends_at_its_maximum(world).await;
}

/// A session used every day ends ninety days after the user's last proof of identity.
async fn used_session_ends_at_its_maximum(world: &TestSessions) {
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

async fn expired_session_never_counts(world: &TestSessions) {
    let started = world.start(&world.user, None).await;
    world.app.clock.advance(LIFETIME);
    if let SessionStore::Cookie(_) = world.app.sessions {
        world.app.clock.advance(TOLERANCE);
    }
    assert!(!world.is_live(&started.id).await);
}

/// A list has no sessions that ended because the operator lowered `IDP_SESSION_DAYS`.
async fn session_past_its_last_end_is_not_listed(world: &TestSessions) {
    const DAY: Duration = Duration::from_hours(24);
    end_all_of_user(&world.app, &world.user).await.unwrap();
    let mut sids = Vec::new();
    for _ in 0..2 {
        world.app.clock.advance(DAY);
        let started = world.start(&world.user, None).await;
        sids.insert(0, world.session(&started.id).await.sid);
    }
    let listed = async |app: &App| -> Vec<String> {
        let listed = list_of_user(app, &world.user).await.unwrap();
        listed.into_iter().map(|session| session.sid).collect()
    };
    assert_eq!(listed(&world.app).await, sids);
    let mut config = world.app.config.clone();
    config.sessions.longest = DAY;
    let clock = world.app.clock.clone();
    let lowered = App::open(config, clock, Random::system()).await.unwrap();
    assert_eq!(listed(&lowered).await, sids[..1]);
    for (sid, is_found) in sids.iter().zip([true, false]) {
        let found = find_of_user(&lowered, &world.user, sid).await.unwrap();
        assert_eq!(found.is_some(), is_found, "{sid}");
    }
}

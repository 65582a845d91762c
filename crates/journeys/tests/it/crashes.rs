//! A power cut during a stream of spends: no acknowledged spend is lost, none is charged twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foundation::on_both_engines;
use journeys::installation::TestInstallation;
use journeys::users::{TestUser, WebsiteBackEnd};
use tokio::task::JoinSet;

const STREAMS: usize = 8;
/// Number of acknowledged spends before the cut.
const ACKNOWLEDGED_BEFORE_THE_CUT: usize = 60;
const GRANTED: i64 = 1_000_000;

on_both_engines! {
    async fn power_cut_loses_and_doubles_nothing(mut world: TestInstallation) {
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let shop = WebsiteBackEnd::new(&world.address, &owner.register_website(&world.address, "Shop").await);
        shop.grant("welcome", "ann@example.com", GRANTED).await;

        let acknowledged = Arc::new(AtomicUsize::new(0));
        let cut = Arc::new(AtomicBool::new(false));
        let mut streams = JoinSet::new();
        for stream in 0..STREAMS {
            streams.spawn(spend_until(shop.clone(), stream, Arc::clone(&cut), Arc::clone(&acknowledged)));
        }
        while acknowledged.load(Ordering::SeqCst) < ACKNOWLEDGED_BEFORE_THE_CUT {
            tokio::task::yield_now().await;
        }
        world.kill_and_restart();
        cut.store(true, Ordering::SeqCst);
        let tried: Vec<SpendAttempt> = streams.join_all().await.into_iter().flatten().collect();
        assert!(tried.iter().any(|tried| tried.response.is_none()), "the cut hit nothing");

        // Every key is sent again: acknowledged ones are replayed byte for byte, unknown ones are completed once.
        for tried in &tried {
            let again = shop.spend(&tried.key, "ann@example.com", 1).await;
            assert_eq!(again.status, 200, "{}", again.json());
            if let Some(first) = &tried.response {
                assert!(again.replayed, "{} was acknowledged and lost", tried.key);
                assert_eq!(&again.body, first);
            }
        }
        let spent = i64::try_from(tried.len()).unwrap();
        let last = shop.spend("one-more", "ann@example.com", 1).await;
        assert_eq!(last.json()["balance"]["available"], GRANTED - spent - 1);
    }
}

/// A spend that was sent, and the bytes of its response if one arrived.
struct SpendAttempt {
    key: String,
    response: Option<Vec<u8>>,
}

async fn spend_until(
    shop: WebsiteBackEnd,
    stream: usize,
    cut: Arc<AtomicBool>,
    acknowledged: Arc<AtomicUsize>,
) -> Vec<SpendAttempt> {
    let mut tried = Vec::new();
    while !cut.load(Ordering::SeqCst) {
        let key = format!("stream-{stream}-{}", tried.len());
        let response = shop.try_spend(&key, "ann@example.com", 1).await;
        let lost = response.is_err();
        let response = response.ok().filter(|response| response.status == 200);
        acknowledged.fetch_add(usize::from(response.is_some()), Ordering::SeqCst);
        tried.push(SpendAttempt {
            key,
            response: response.map(|response| response.body),
        });
        if lost {
            break;
        }
    }
    tried
}

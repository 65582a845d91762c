//! Tests the reading of events for connections without a webhook endpoint.

use std::time::Duration;

use futures_util::future::try_join;
use serde_json::{Value, json};

use super::super::stripe::{ACCOUNT, PERMISSIONS, call_stripe, connect_with, fail, key_with};
use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};

/// Operation by which events are read.
const READ: &str = "GET /v1/events";

/// A world with a connection whose events are read.
struct PolledShop {
    world: TestApi,
    customer: String,
}

impl PolledShop {
    async fn new(world: TestApi) -> Self {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = key_with(&world, ACCOUNT, false, &PERMISSIONS);
        let body = json!({"mode": "test", "api_key": key, "delivery": "poll"});
        let connected = connect_with(&world, "usr_1", &shop.id, &body).await;
        assert_eq!(
            connected.json()["connection"]["delivery"],
            "poll",
            "{connected:?}"
        );
        let made = call_stripe(&world, ACCOUNT, false, "POST /v1/customers name=Ada").await;
        Self {
            customer: made["id"].as_str().unwrap().to_owned(),
            world,
        }
    }

    /// Changes the customer at Stripe some times.
    async fn change(&self, times: usize) {
        for number in 0..times {
            let change = format!("POST /v1/customers/{} name=Ada{number}", self.customer);
            call_stripe(&self.world, ACCOUNT, false, &change).await;
        }
    }

    async fn poll(&self) {
        product_api::billing::inbox::once(&self.world.app)
            .await
            .unwrap();
    }

    /// Lets the pause between two readings pass, and reads.
    async fn poll_later(&self) {
        self.world.clock.advance(Duration::from_secs(10));
        self.poll().await;
    }

    async fn events(&self) -> i64 {
        let events =
            "SELECT count(*) FROM stripe_event WHERE source = 'poll' AND type = 'customer.updated'";
        self.world.count(events).await
    }

    fn reads(&self) -> u64 {
        let figures: Value = self
            .world
            .stripe
            .control("get_figures", &json!({}))
            .unwrap();
        let mut accounts = figures.as_object().unwrap().values();
        accounts
            .find_map(|account| account["calls"][READ].as_u64())
            .unwrap_or_default()
    }
}

on_both_engines! {
    async fn events_are_read_once_and_mark_their_objects(world: TestApi) {
        let shop = PolledShop::new(world).await;
        shop.change(3).await;
        shop.poll().await;
        assert_eq!(shop.events().await, 3);
        let all = "SELECT count(*) FROM stripe_event";
        assert_eq!(shop.world.count(all).await, 3, "types that mark nothing are left out");
        let dirty = "SELECT dirty FROM stripe_object WHERE kind = 'customer' AND object_id = $1";
        assert_eq!(shop.world.count_of(dirty, &[&shop.customer]).await, 3);
        shop.change(2).await;
        shop.poll_later().await;
        assert_eq!(shop.events().await, 5);
        shop.poll_later().await;
        assert_eq!((shop.events().await, shop.world.count_of(dirty, &[&shop.customer]).await), (5, 5));
    }
}

on_both_engines! {
    async fn events_of_many_pages_are_read(world: TestApi) {
        let shop = PolledShop::new(world).await;
        shop.change(120).await;
        shop.poll().await;
        assert_eq!(shop.events().await, 120);
        shop.change(230).await;
        shop.poll_later().await;
        assert_eq!(shop.events().await, 350);
    }
}

on_both_engines! {
    async fn reading_pauses_for_the_setting(world: TestApi) {
        let shop = PolledShop::new(world).await;
        shop.change(1).await;
        shop.poll().await;
        let reads = shop.reads();
        shop.world.clock.advance(Duration::from_millis(9_999));
        shop.poll().await;
        assert_eq!(shop.reads(), reads);
        shop.world.clock.advance(Duration::from_millis(1));
        shop.poll().await;
        assert_eq!(shop.reads(), reads + 1);
    }
}

on_both_engines! {
    async fn one_of_two_servers_reads(world: TestApi) {
        let shop = PolledShop::new(world).await;
        let other = shop.world.replica().await;
        shop.change(5).await;
        let reads = shop.reads();
        let once = product_api::billing::inbox::once;
        for _ in 0..5 {
            try_join(once(&shop.world.app), once(&other.app)).await.unwrap();
            shop.world.clock.advance(Duration::from_secs(10));
        }
        assert_eq!(shop.events().await, 5);
        assert_eq!(shop.reads() - reads, 5, "each time one");
    }
}

on_both_engines! {
    async fn reading_of_a_server_that_ended_is_repeated(world: TestApi) {
        let shop = PolledShop::new(world).await;
        shop.poll().await;
        shop.change(1).await;
        let until = shop.world.clock.now().plus(Duration::from_mins(5)).micros();
        let claim = "UPDATE stripe_poll SET next_at = CAST($1 AS BIGINT)";
        shop.world.sql(claim, &[&until.to_string()]).await;
        shop.poll_later().await;
        assert_eq!(shop.events().await, 0);
        shop.world.clock.advance(Duration::from_mins(5));
        shop.poll().await;
        assert_eq!(shop.events().await, 1);
    }
}

on_both_engines! {
    async fn lost_position_is_found_again_by_time(world: TestApi) {
        let shop = PolledShop::new(world).await;
        shop.change(2).await;
        shop.poll().await;
        shop.world.sql("UPDATE stripe_connection SET poll_cursor = 'evt_missing'", &[]).await;
        shop.change(2).await;
        shop.poll_later().await;
        assert_eq!(shop.events().await, 4);
        assert_eq!(shop.world.count("SELECT count(*) FROM stripe_connection WHERE poll_cursor = 'evt_missing'").await, 0);
        shop.change(1).await;
        shop.poll_later().await;
        assert_eq!(shop.events().await, 5);
    }
}

on_both_engines! {
    async fn failed_reading_loses_nothing(world: TestApi) {
        let shop = PolledShop::new(world).await;
        shop.change(2).await;
        fail(&shop.world, READ, 3, "server_error_before");
        shop.poll().await;
        assert_eq!(shop.events().await, 0);
        shop.poll_later().await;
        assert_eq!(shop.events().await, 2);
    }
}

on_both_engines! {
    async fn revoked_connection_is_not_read(world: TestApi) {
        let shop = PolledShop::new(world).await;
        shop.change(1).await;
        let reads = shop.reads();
        shop.world.sql("UPDATE stripe_connection SET state = 'revoked'", &[]).await;
        shop.poll_later().await;
        assert_eq!((shop.reads(), shop.events().await), (reads, 0));
    }
}

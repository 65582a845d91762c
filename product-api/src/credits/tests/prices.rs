//! Tests of charges by quantity: price versions, lots for one feature, free features, and refusals.

use crate::credits::queries::holds::find_hold;
use std::time::Duration;

use serde_json::{Value, json};

use super::once::run_concurrently;
use super::test_ledger::{TestLedger, body, hold_of, on_both_engines, slug, status};
use crate::credits::commands::grant::{GrantRequest, grant};
use crate::credits::commands::holds;
use crate::credits::commands::holds::HoldRequest;
use crate::credits::commands::spend::{SpendRequest, spend};
use crate::credits::execution::request::OperationResponse;
use crate::credits::ledger::amount::{Amount, LARGEST};
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::feature::{BilledFeature, Usage};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::lot::LotKind;
use crate::credits::queries::transactions::CreditsPageRequest;
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// Creates features of the first website. Images cost 3 credits for 2, from 100 s on 10 each; one feature is free, one has no
/// price, one costs too much. Two more are in the other mode and at another website.
pub(super) async fn price_list(world: &TestLedger) {
    world
        .sql(
            "INSERT INTO feature (id, website_id, mode, code, name, created_at) VALUES \
             (1, 'web_1', 'live', 'image', 'Images', 0), (2, 'web_1', 'live', 'free', 'Free', 0), \
             (3, 'web_1', 'live', 'bare', 'No price', 0), (4, 'web_1', 'live', 'dear', 'Dear', 0), \
             (5, 'web_1', 'test', 'trial', 'Trial', 0), (6, 'web_2', 'live', 'other', 'Other', 0)",
        )
        .await;
    world
        .sql(
            "INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES \
             (1, 1, 3, 2, 0, 0), (1, 2, 10, 1, 0, 1800000100000000), (2, 1, 0, 1, 0, 0), \
             (3, 1, 1, 1, 0, 1900000000000000), (4, 1, 9007199254740991, 1, 0, 0), (5, 1, 1, 1, 0, 0), (6, 1, 1, 1, 0, 0)",
        )
        .await;
}

fn quantity_of(quantity: i64, code: &str) -> Charge {
    Charge::Quantity(quantity, code.to_owned())
}

fn credits(amount: i64, code: Option<&str>) -> Charge {
    Charge::Amount(Amount::new(amount).unwrap(), code.map(ToOwned::to_owned))
}

impl TestLedger {
    /// Spends a charge from a customer of the first website.
    pub(super) async fn spend_on(
        &self,
        key: &str,
        customer: &str,
        charge: Charge,
    ) -> Result<OperationResponse, Problem> {
        let call = self.call(
            "web_1",
            key,
            &json!({"spend": format!("{charge:?}"), "customer": customer}),
        );
        let request = SpendRequest {
            customer: CustomerRef::ExternalId(customer.to_owned()),
            charge: Some(charge),
            description: None,
            metadata: "{}".to_owned(),
        };
        spend(&self.app, call, request).await
    }

    async fn hold_of(
        &self,
        key: &str,
        charge: Charge,
        on_expiry: OnExpiry,
    ) -> Result<OperationResponse, Problem> {
        let call = self.call("web_1", key, &json!({"hold": format!("{charge:?}")}));
        let request = HoldRequest {
            customer: CustomerRef::ExternalId("ada".to_owned()),
            charge: Some(charge),
            ttl: Duration::from_mins(1),
            on_expiry,
            description: None,
            metadata: "{}".to_owned(),
        };
        holds::open(&self.app, call, request).await
    }

    async fn grant_for(
        &self,
        key: &str,
        amount: i64,
        feature: &str,
    ) -> Result<OperationResponse, Problem> {
        let call = self.call("web_1", key, &json!({"grant": amount, "feature": feature}));
        let request = GrantRequest {
            customer: CustomerRef::ExternalId("ada".to_owned()),
            amount: Amount::new(amount),
            feature: Some(feature.to_owned()),
            kind: LotKind::Purchase,
            expires_at: None,
            priority: Some(100),
            reason: None,
            metadata: "{}".to_owned(),
        };
        grant(&self.app, call, request).await
    }

    /// Formats the newest transactions by amount and charge, as `-8 image 5@1`.
    async fn latest_costs(&self, count: i32) -> Vec<String> {
        let request = CreditsPageRequest {
            limit: Some(count),
            cursor: None,
        };
        let page = self.page("ada", request).await;
        let rendered = |amount: i64, billed: Option<&BilledFeature>| match billed {
            None => format!("{amount}"),
            Some(BilledFeature {
                code, usage: None, ..
            }) => format!("{amount} {code}"),
            Some(BilledFeature {
                code,
                usage:
                    Some(Usage {
                        price_version,
                        quantity,
                    }),
                ..
            }) => {
                format!("{amount} {code} {quantity}@{price_version}")
            }
        };
        page.items
            .iter()
            .map(|item| &item.transaction)
            .map(|item| rendered(item.amount, item.billed.as_ref()))
            .collect()
    }
}

fn refused(outcome: &Result<OperationResponse, Problem>) -> String {
    let document = body(outcome);
    let kind = document["type"].as_str().unwrap_or_default();
    kind.rsplit('/').next().unwrap_or_default().to_owned()
}

on_both_engines! {
    async fn quantity_costs_the_price_of_the_instant(world: TestLedger) {
        price_list(&world).await;
        world.grant("g", "ada", 1000, None).await.unwrap();
        world.spend_on("a", "ada", quantity_of(5, "image")).await.unwrap();
        world.clock.advance(Duration::from_secs(100) - Duration::from_micros(1));
        world.spend_on("b", "ada", quantity_of(5, "image")).await.unwrap();
        world.clock.advance(Duration::from_micros(1));
        world.spend_on("c", "ada", quantity_of(5, "image")).await.unwrap();
        world.spend_on("d", "ada", credits(7, Some("image"))).await.unwrap();
        world.spend_on("e", "ada", credits(7, None)).await.unwrap();
        assert_eq!(world.latest_costs(5).await, ["-7", "-7 image", "-50 image 5@2", "-8 image 5@1", "-8 image 5@1"]);
        // A new version applies at once, even instead of an earlier version that would start later.
        world.sql("INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES \
                   (1, 3, 1, 1, 0, 1900000000000000), (1, 4, 2, 1, 9, 1800000100000000)").await;
        world.spend_on("f", "ada", quantity_of(5, "image")).await.unwrap();
        assert_eq!(world.latest_costs(1).await, ["-10 image 5@4"]);
        world.clock.set(foundation::Timestamp::from_seconds(1_900_000_000));
        world.spend_on("g2", "ada", quantity_of(1, "image")).await.unwrap();
        assert_eq!(world.latest_costs(1).await, ["-9 image 1@4"]);
        assert!(world.spend_on("a", "ada", quantity_of(5, "image")).await.unwrap().is_replayed);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: L2
    async fn unpriced_charge_is_refused_and_replayed(world: TestLedger) {
        price_list(&world).await;
        world.grant("g", "ada", 1000, None).await.unwrap();
        let rows = [
            (quantity_of(1, "none"), "unknown-feature"),
            (quantity_of(1, "trial"), "unknown-feature"),
            (quantity_of(1, "other"), "unknown-feature"),
            (quantity_of(1, "bare"), "unknown-feature"),
            (credits(1, Some("none")), "unknown-feature"),
            (credits(1, Some("other")), "unknown-feature"),
            (quantity_of(2, "dear"), "amount-out-of-range"),
            (quantity_of(LARGEST, "dear"), "amount-out-of-range"),
            (quantity_of(1, "dear"), "insufficient-credits"),
        ];
        for (index, (charge, expected)) in rows.iter().enumerate() {
            let spent = world.spend_on(&format!("s{index}"), "ada", charge.clone()).await;
            assert_eq!(refused(&spent), *expected, "{charge:?}");
            let held = world.hold_of(&format!("h{index}"), charge.clone(), OnExpiry::Release).await;
            assert_eq!(refused(&held), *expected, "{charge:?}");
        }
        let scoped = world.grant_for("gn", 5, "none").await;
        assert_eq!((status(&scoped), refused(&scoped).as_str()), (422, "unknown-feature"));
        assert_eq!(world.count("SELECT count(*) FROM txn").await, 1);
        assert_eq!(world.balance("ada").await.available, 1000);
        // The price is added; the key keeps its refusal, and another key succeeds.
        world.sql("INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES (3, 2, 1, 1, 0, 0)").await;
        let again = world.spend_on("s3", "ada", quantity_of(1, "bare")).await;
        assert_eq!((status(&again), again.unwrap().is_replayed), (422, true));
        assert_eq!(status(&world.spend_on("new", "ada", quantity_of(1, "bare")).await), 200);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A spend uses a lot for the feature before all others, even if its priority number is higher.
    async fn credits_for_one_feature_are_used_for_it_first_and_for_nothing_else(world: TestLedger) {
        price_list(&world).await;
        world.grant("g", "ada", 50, None).await.unwrap();
        world.grant_for("gi", 30, "image").await.unwrap();
        let lots = "SELECT remaining FROM lot WHERE scope IS NOT NULL";
        world.spend_on("a", "ada", quantity_of(4, "image")).await.unwrap();
        assert_eq!(world.count(lots).await, 24);
        world.spend_on("b", "ada", credits(4, Some("image"))).await.unwrap();
        assert_eq!(world.count(lots).await, 20);
        world.spend_on("c", "ada", credits(10, None)).await.unwrap();
        world.spend_on("d", "ada", quantity_of(1, "free")).await.unwrap();
        assert_eq!(world.count(lots).await, 20, "for no other use");
        let short = body(&world.spend_on("e", "ada", credits(41, None)).await);
        assert_eq!((&short["status"], &short["available"]), (&json!(402), &json!(40)));
        let short = body(&world.spend_on("f", "ada", credits(61, Some("image"))).await);
        assert_eq!((&short["status"], &short["available"]), (&json!(402), &json!(60)));
        let hold = hold_of(&world.hold_of("h", credits(25, Some("image")), OnExpiry::Release).await);
        assert_eq!(world.count("SELECT held FROM lot WHERE scope IS NOT NULL").await, 20);
        world.capture("k", &hold, None, true).await.unwrap();
        assert_eq!((world.count(lots).await, world.balance("ada").await.available), (0, 35));
        assert_eq!(world.latest_costs(4).await, ["-25 image", "-10", "-4 image", "-6 image 4@1"]);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A free charge succeeds without a transaction and without an entry of zero, and its response is stored.
    async fn free_operation_books_no_transaction(world: TestLedger) {
        price_list(&world).await;
        let free = || world.spend_on("a", "ada", quantity_of(7, "free"));
        let first = free().await;
        assert_eq!((status(&first), &body(&first)["transaction"], &body(&first)["available"]), (200, &Value::Null, &json!(0)));
        let again = free().await.unwrap();
        assert_eq!((again.is_replayed, &again.stored), (true, &first.unwrap().stored));
        assert_eq!(slug(&world.spend_on("a", "ada", quantity_of(8, "free")).await), "idempotency-key-reused");
        // A later price does not change earlier results.
        world.sql("INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES (2, 2, 5, 1, 0, 0)").await;
        assert!(free().await.unwrap().is_replayed);
        for _ in 0..2 {
            world.clock.advance(Duration::from_hours(24 * 100));
            crate::idempotency::prune(&world.app).await.unwrap();
            let pruned = free().await.unwrap_err();
            assert_eq!(pruned.kind().slug(), "operation-already-executed");
            assert!(pruned.to_string().contains("cost nothing"), "{pruned}");
        }
        assert_eq!(refused(&world.spend_on("b", "ada", quantity_of(7, "free")).await), "insufficient-credits");
        world.sql("INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES (2, 3, 0, 1, 0, 0)").await;
        let held = world.hold_of("h", quantity_of(7, "free"), OnExpiry::Release).await;
        assert_eq!((status(&held), refused(&held).as_str()), (422, "amount-out-of-range"));
        for table in ["SELECT count(*) FROM txn", "SELECT count(*) FROM entry", "SELECT count(*) FROM hold"] {
            assert_eq!(world.count(table).await, 0, "{table}");
        }
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn hold_keeps_the_price_of_its_opening(world: TestLedger) {
        price_list(&world).await;
        world.grant("g", "ada", 1000, None).await.unwrap();
        let access = world.access("web_1");
        let whole = hold_of(&world.hold_of("a", quantity_of(5, "image"), OnExpiry::Release).await);
        let part = hold_of(&world.hold_of("b", quantity_of(5, "image"), OnExpiry::Release).await);
        let end = hold_of(&world.hold_of("c", quantity_of(5, "image"), OnExpiry::Capture).await);
        let seen = find_hold(&world.app, &access, &whole).await.unwrap();
        let billed = seen.billed.unwrap();
        let usage = Usage { price_version: 1, quantity: 5 };
        assert_eq!((seen.amount, billed.code.as_str(), billed.usage), (8, "image", Some(usage)));
        world.extend("x", &whole, 600).await.unwrap();
        world.extend("y", &part, 600).await.unwrap();
        world.clock.advance(Duration::from_secs(200));
        world.capture("k", &whole, None, true).await.unwrap();
        world.capture("l", &part, Some(3), true).await.unwrap();
        assert_eq!(world.latest_costs(3).await, ["-3 image", "-8 image 5@1", "-8 image 5@1"], "{end} ran out of time");
        world.hold_of("d", quantity_of(5, "image"), OnExpiry::Release).await.unwrap();
        assert_eq!(world.balance("ada").await.held, 50);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// While a price changes, each spend reports the version that it used. A spend that starts after the commit uses the new
    /// one.
    async fn committed_price_replaces_the_old_one(world: TestLedger) {
        price_list(&world).await;
        world.grant("g", "ada", 1000, None).await.unwrap();
        let requests = (0..50).map(|index| {
            let world = world.clone();
            async move {
                if index == 25 {
                    world.sql("INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) VALUES (1, 3, 4, 1, 0, 0)").await;
                    world.spend_on("after", "ada", quantity_of(1, "image")).await
                } else {
                    world.spend_on(&format!("k{index}"), "ada", quantity_of(1, "image")).await
                }
            }
        });
        for outcome in run_concurrently(requests).await {
            assert_eq!(status(&outcome), 200, "{outcome:?}");
        }
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE feature_id = 1 AND amount = CASE price_version WHEN 1 THEN -2 ELSE -4 END").await, 50);
        assert_eq!(world.count("SELECT price_version FROM txn WHERE op_key = 'key:after'").await, 3);
        world.assert_sound(&world.findings().await);
    }
}

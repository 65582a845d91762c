//! Kills at random moments, while some buyers buy and get their money back.

use std::time::Duration;

use foundation::testing::SeededRng;
use journeys::selling_website::{SellingWebsite, session_of};
use stripe_double::StripeDouble;
use tokio::task::JoinSet;

use super::killed_shop::{KilledShop, pay};
use crate::sale_steps::{finish, refunded, started, text};

/// Purchases of each round.
const BUYERS: usize = 6;
/// Longest time before a random kill, in milliseconds: longer than a purchase takes.
const MAX_MILLISECONDS: usize = 400;

impl KilledShop {
    /// Lets buyers buy, with kills at random moments.
    pub(super) async fn kill_at_random(&mut self, kills: usize, seed: u64) {
        let mut rng = SeededRng::new(seed);
        for _kill in 0..kills {
            self.buy_under_a_kill(&mut rng).await;
        }
    }

    /// Lets some buyers buy, of whom every second one gets the money back, kills the process at a random moment, and completes
    /// everything by its keys.
    async fn buy_under_a_kill(&mut self, rng: &mut SeededRng) {
        let first = self.purchases;
        self.purchases += BUYERS;
        let mut buying = JoinSet::new();
        for number in first..self.purchases {
            let (site, double) = (self.site.clone(), self.stripe.double.clone());
            buying.spawn(async move { try_to_buy(&site, &double, number).await });
        }
        let moment = u64::try_from(rng.below(MAX_MILLISECONDS)).unwrap();
        tokio::time::sleep(Duration::from_millis(moment)).await;
        self.kill().await;
        buying.join_all().await;
        self.end_leases().await;
        for number in first..self.purchases {
            let checkout = started(&self.site, &format!("buyer-{number}")).await;
            if checkout["state"] == "open" {
                pay(&self.stripe, &checkout);
            }
            let payment = finish(&self.site, &text(&checkout["id"])).await;
            if is_refunded(number) {
                refunded(&self.site, &payment).await;
                self.refunds += 1;
            }
        }
    }
}

const fn is_refunded(number: usize) -> bool {
    number.is_multiple_of(2)
}

/// Buys and gets the money back as far as the kill allows.
async fn try_to_buy(site: &SellingWebsite, double: &StripeDouble, number: usize) {
    let buyer = format!("buyer-{number}");
    let Ok(response) = site.start(&buyer, &buyer).await else {
        return;
    };
    if response.status != 200 {
        return;
    }
    // A kill may have ended the buyer's purchase before; then another attempt pays.
    let _paid = double.pay_session(&session_of(&response.body), "pays");
    let Ok(granted) = site.sync(&text(&response.body["id"])).await else {
        return;
    };
    if let (true, Some(payment)) = (is_refunded(number), granted.body["payment_id"].as_str()) {
        let _refunded = site.refund(payment, payment).await;
    }
}

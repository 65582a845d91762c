//! Actions about cards: how charges end, confirmations at the bank, and new cards.

use serde_json::json;

use super::history::RuleHistories;
use super::holder::RuleHolder;

/// Outcomes of later charges of a saved card.
const OUTCOMES: [&str; 8] = [
    "pays",
    "pays",
    "pays",
    "no_funds",
    "lost_card",
    "expired_card",
    "must_confirm",
    "must_confirm",
];

impl RuleHistories<'_> {
    /// Lets later charges of a user's cards end in another way.
    pub(super) async fn change_outcome(&mut self, holders: &mut [RuleHolder]) {
        let outcome = self.rng.pick(&OUTCOMES);
        let world = self.world;
        let holder = self.one_of(holders);
        for card in holder.objects(world, "/v1/payment_methods").await {
            let arguments = json!({"payment_method": card["id"], "method": outcome});
            world
                .stripe
                .control("set_card_outcome", &arguments)
                .unwrap();
        }
    }

    /// Confirms or refuses what the bank asks for, or pays an open invoice with another card on its page.
    pub(super) async fn act_at_bank(&mut self, holders: &mut [RuleHolder]) {
        let action = self.rng.below(4);
        let world = self.world;
        let holder = self.one_of(holders);
        let invoices = holder.objects(world, "/v1/invoices").await;
        for invoice in invoices.iter().filter(|one| one["status"] == "open") {
            let id = &invoice["id"];
            let (name, arguments) = match action {
                0 => ("pay_invoice", json!({"invoice": id, "method": "pays"})),
                1 => (
                    "confirm_invoice",
                    json!({"invoice": id, "is_confirmed": false}),
                ),
                _ => (
                    "confirm_invoice",
                    json!({"invoice": id, "is_confirmed": true}),
                ),
            };
            // An invoice whose card was declined waits for no confirmation.
            let _refused = world.stripe.control(name, &arguments);
        }
    }

    /// Saves another card as the default one.
    pub(super) fn replace_card(&mut self, holders: &mut [RuleHolder]) {
        let holder = self.one_of(holders);
        let arguments = json!({"customer": holder.at_stripe, "method": "pays"});
        self.world.stripe.control("add_card", &arguments).unwrap();
    }
}

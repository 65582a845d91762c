//! The numbers that Stripe publishes for tests, and what happens with each.

use super::methods::{MethodOutcome, TestMethod};

/// Returns the methods that the card page offers by name.
pub(crate) fn main_methods() -> impl Iterator<Item = &'static TestMethod> {
    METHODS.iter().filter(|method| !method.title.is_empty())
}

/// Finds a method by its name.
pub(crate) fn find_method(name: &str) -> Option<&'static TestMethod> {
    METHODS.iter().find(|method| method.name == name)
}

/// Finds a method by its number; spaces and hyphens do not count.
pub(crate) fn find_number(number: &str) -> Option<&'static TestMethod> {
    let plain: String = number
        .chars()
        .filter(|character| !matches!(character, ' ' | '-'))
        .collect();
    METHODS.iter().find(|method| method.number == plain)
}

const fn method(
    name: &'static str,
    number: &'static str,
    brand: &'static str,
    outcome: MethodOutcome,
) -> TestMethod {
    TestMethod {
        name,
        title: "",
        hint: "",
        number,
        brand,
        outcome,
    }
}

const fn card(name: &'static str, number: &'static str, outcome: MethodOutcome) -> TestMethod {
    method(name, number, "visa", outcome)
}

impl TestMethod {
    const fn shown(self, title: &'static str, hint: &'static str) -> Self {
        Self {
            title,
            hint,
            ..self
        }
    }
}

const fn declined(
    code: &'static str,
    decline_code: &'static str,
    message: &'static str,
) -> MethodOutcome {
    MethodOutcome::Declines {
        code,
        decline_code,
        message,
    }
}

const DECLINED: &str = "Your card was declined.";

/// The methods; those with a title are on the card page, in this order.
const METHODS: &[TestMethod] = &[
    card("pays", "4242424242424242", MethodOutcome::Succeeds)
        .shown("Pays", "The payment succeeds at once."),
    card(
        "declined",
        "4000000000000002",
        declined("card_declined", "generic_decline", DECLINED),
    )
    .shown("Declined", "The bank refuses the card."),
    card(
        "no_funds",
        "4000000000009995",
        declined(
            "card_declined",
            "insufficient_funds",
            "Your card has insufficient funds.",
        ),
    )
    .shown("No funds", "There is too little money on the account."),
    card(
        "must_confirm",
        "4000002760003184",
        MethodOutcome::MustConfirm,
    )
    .shown("Must confirm", "The bank asks for a confirmation first."),
    card(
        "later_charges_fail",
        "4000000000000341",
        MethodOutcome::LaterChargesFail,
    )
    .shown(
        "Later charges fail",
        "Pays now; charges without the buyer fail.",
    ),
    method(
        "delayed_success",
        "AT321904300235473204",
        "",
        MethodOutcome::DelayedSuccess,
    )
    .shown(
        "Delayed success",
        "A bank debit that is paid three minutes later.",
    ),
    method(
        "delayed_failure",
        "AT591904300235473203",
        "",
        MethodOutcome::DelayedFailure,
    )
    .shown(
        "Delayed failure",
        "A bank debit that fails three minutes later.",
    ),
    card(
        "disputed_later",
        "4000000000000259",
        MethodOutcome::DisputedLater,
    )
    .shown(
        "Disputed later",
        "Pays; the buyer disputes it a minute later.",
    ),
    card(
        "fraud_warning",
        "4000000000005423",
        MethodOutcome::FraudWarning,
    )
    .shown(
        "Fraud warning",
        "Pays; the bank warns of fraud a minute later.",
    ),
    card(
        "confirms_once",
        "4000002500003155",
        MethodOutcome::ConfirmsOnce,
    ),
    card(
        "inquired_later",
        "4000000000001976",
        MethodOutcome::InquiredLater,
    ),
    card(
        "refund_pending",
        "4000000000007726",
        MethodOutcome::RefundPending,
    ),
    card(
        "refund_fails",
        "4000000000005126",
        MethodOutcome::RefundFails,
    ),
    card(
        "lost_card",
        "4000000000009987",
        declined("card_declined", "lost_card", DECLINED),
    ),
    card(
        "stolen_card",
        "4000000000009979",
        declined("card_declined", "stolen_card", DECLINED),
    ),
    card(
        "fraudulent",
        "4100000000000019",
        declined("card_declined", "fraudulent", DECLINED),
    ),
    card(
        "expired_card",
        "4000000000000069",
        declined("expired_card", "", "Your card has expired."),
    ),
    card(
        "incorrect_cvc",
        "4000000000000127",
        declined(
            "incorrect_cvc",
            "",
            "Your card's security code is incorrect.",
        ),
    ),
    card(
        "processing_error",
        "4000000000000119",
        declined(
            "processing_error",
            "",
            "An error occurred while processing your card. Try again in a little bit.",
        ),
    ),
    method(
        "mastercard",
        "5555555555554444",
        "mastercard",
        MethodOutcome::Succeeds,
    ),
    method("amex", "378282246310005", "amex", MethodOutcome::Succeeds),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_is_found_with_spaces_and_others_are_not() {
        let rows = [
            ("4242 4242 4242 4242", Some("pays")),
            ("4000-0000-0000-9995", Some("no_funds")),
            ("AT32 1904 3002 3547 3204", Some("delayed_success")),
            ("4111111111111111", None),
            ("", None),
        ];
        for (number, expected) in rows {
            assert_eq!(
                find_number(number).map(|method| method.name),
                expected,
                "{number}"
            );
        }
        assert_eq!(
            find_method("pays").unwrap().grouped(),
            "4242 4242 4242 4242"
        );
        assert_eq!(find_method("pays").unwrap().last4(), "4242");
        assert_eq!(main_methods().count(), 9);
    }
}

//! The table of controls.

use serde_json::Value;

use super::arguments::{Arguments, ControlRefusal};
use super::{accounts, billing, dashboard, faults, figures, objects, payments};
use crate::state::{DoubleState, Tools};

/// A control: its name, the names of its arguments, and its function.
#[derive(Clone, Copy, Debug)]
struct Control {
    name: &'static str,
    arguments: &'static [&'static str],
    run: fn(&mut Arguments<'_>) -> Result<Value, ControlRefusal>,
}

const CONTROLS: &[Control] = &[
    Control {
        name: "add_key",
        arguments: &["account", "is_live", "permissions", "key"],
        run: accounts::add_key,
    },
    Control {
        name: "revoke_key",
        arguments: &["key"],
        run: accounts::revoke_key,
    },
    Control {
        name: "set_account",
        arguments: &[
            "account",
            "name",
            "country",
            "default_currency",
            "tax_basis_points",
            "exchange_rates",
            "after_retries",
        ],
        run: accounts::set_account,
    },
    Control {
        name: "add_promotion_code",
        arguments: &["account", "is_live", "code", "percent_off"],
        run: accounts::add_promotion_code,
    },
    Control {
        name: "advance_clock",
        arguments: &["seconds"],
        run: faults::advance_clock,
    },
    Control {
        name: "add_fault",
        arguments: &["call", "times", "kind"],
        run: faults::add_fault,
    },
    Control {
        name: "get_faults",
        arguments: &[],
        run: faults::get_faults,
    },
    Control {
        name: "clear_faults",
        arguments: &[],
        run: faults::clear_faults,
    },
    Control {
        name: "set_delivery_faults",
        arguments: &[
            "duplicates",
            "drop_one_in",
            "delay_seconds",
            "shuffle",
            "signature_skew_seconds",
            "form",
            "version",
        ],
        run: faults::set_delivery_faults,
    },
    Control {
        name: "pay_session",
        arguments: &[
            "session",
            "method",
            "email",
            "name",
            "country",
            "promotion_code",
        ],
        run: payments::pay_session,
    },
    Control {
        name: "confirm_session",
        arguments: &["session", "is_confirmed"],
        run: payments::confirm_session,
    },
    Control {
        name: "end_delayed_payment",
        arguments: &["session", "is_paid"],
        run: payments::end_delayed,
    },
    Control {
        name: "open_dispute",
        arguments: &["charge", "amount", "reason", "is_inquiry"],
        run: payments::open,
    },
    Control {
        name: "step_dispute",
        arguments: &["dispute", "step"],
        run: payments::step,
    },
    Control {
        name: "warn_of_fraud",
        arguments: &["charge"],
        run: payments::warn,
    },
    Control {
        name: "refund_charge",
        arguments: &["charge", "amount"],
        run: payments::refund_charge,
    },
    Control {
        name: "end_refund",
        arguments: &["refund", "is_successful"],
        run: payments::finish_refund,
    },
    Control {
        name: "archive_price",
        arguments: &["price"],
        run: objects::archive_price,
    },
    Control {
        name: "set_card_expiry",
        arguments: &["payment_method", "month", "year"],
        run: objects::set_card_expiry,
    },
    Control {
        name: "set_card_outcome",
        arguments: &["payment_method", "method"],
        run: billing::set_card_outcome,
    },
    Control {
        name: "add_card",
        arguments: &["customer", "method"],
        run: billing::add_card,
    },
    Control {
        name: "replace_card",
        arguments: &["payment_method", "method"],
        run: billing::replace_card,
    },
    Control {
        name: "pay_invoice",
        arguments: &["invoice", "method"],
        run: billing::pay_invoice,
    },
    Control {
        name: "confirm_invoice",
        arguments: &["invoice", "is_confirmed"],
        run: billing::confirm_invoice,
    },
    Control {
        name: "use_dashboard",
        arguments: &["account", "is_live", "method", "path", "form"],
        run: dashboard::use_dashboard,
    },
    Control {
        name: "roll_secret",
        arguments: &["endpoint", "overlap_seconds"],
        run: objects::roll_secret,
    },
    Control {
        name: "set_thin_events",
        arguments: &["endpoint", "is_thin"],
        run: objects::set_thin_events,
    },
    Control {
        name: "get_object",
        arguments: &["id", "version"],
        run: objects::get_object,
    },
    Control {
        name: "get_figures",
        arguments: &[],
        run: figures::get_figures,
    },
];

/// Executes a control by its name and returns its result.
pub(crate) fn execute(
    state: &mut DoubleState,
    tools: &Tools,
    name: &str,
    given: &Value,
) -> Result<Value, ControlRefusal> {
    let found = CONTROLS.iter().find(|control| control.name == name);
    let control = found.ok_or_else(|| ControlRefusal(format!("There is no control `{name}`.")))?;
    let mut names = given.as_object().into_iter().flat_map(|given| given.keys());
    if let Some(unknown) = names.find(|name| !control.arguments.contains(&name.as_str())) {
        let message = format!("The control `{name}` has no argument `{unknown}`.");
        return Err(ControlRefusal(message));
    }
    (control.run)(&mut Arguments {
        state,
        tools,
        given,
    })
}

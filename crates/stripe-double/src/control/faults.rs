//! Controls of the clock and of faults.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the table of controls takes functions that can refuse"
)]

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::arguments::{Arguments, ControlRefusal};
use super::due::run_due;
use crate::state::{CallFault, DeliveryFaults, Members};

/// Advances the double's clock by whole seconds; what is due then happens.
pub(super) fn advance_clock(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let seconds = arguments.given.number("seconds");
    if seconds < 0 {
        return Err(ControlRefusal("The clock does not go back.".to_owned()));
    }
    let state = &mut *arguments.state;
    let micros = seconds.saturating_mul(1_000_000);
    state.clock_offset = state.clock_offset.saturating_add(micros);
    run_due(state, arguments.tools)?;
    Ok(json!({"now": state.now(&arguments.tools.clock).seconds()}))
}

/// Adds a fault of API calls. The first fault that fits a call hits the call.
pub(super) fn add_fault(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let fault: CallFault = read(arguments.given)?;
    arguments.state.faults.push(fault);
    Ok(json!({}))
}

/// Returns the faults of API calls that are not used up.
pub(super) fn get_faults(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    Ok(json!(arguments.state.faults))
}

/// Removes all faults of API calls.
pub(super) fn clear_faults(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    arguments.state.faults.clear();
    Ok(json!({}))
}

/// Sets the faults of the deliveries that follow, in all accounts.
pub(super) fn set_delivery_faults(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let faults: DeliveryFaults = read(arguments.given)?;
    for data in arguments.state.modes.values_mut() {
        data.delivery_faults.clone_from(&faults);
    }
    arguments.state.delivery_faults = faults;
    Ok(json!({}))
}

fn read<T: DeserializeOwned>(given: &Value) -> Result<T, ControlRefusal> {
    serde_json::from_value(given.clone()).map_err(|error| ControlRefusal(error.to_string()))
}

//! Control of an account's owner in the dashboard, who can do what the API can do.

use serde_json::Value;

use super::arguments::{Arguments, ControlRefusal};
use crate::calls::Call;
use crate::error::StripeError;
use crate::form::Parameters;
use crate::objects::OPERATIONS;
use crate::shapes::{ApiVersion, render};
use crate::state::{AccountScope, Members, RequestOrigin};

/// Does a call of the API without a key, such as `POST` of `/v1/subscriptions/sub_1` with a form; returns its object.
pub(super) fn use_dashboard(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let account = arguments.required("account")?.to_owned();
    let (method, path) = (arguments.required("method")?, arguments.required("path")?);
    let mut all = OPERATIONS.iter().copied().flatten();
    let found = all.find_map(|operation| Some((operation, operation.matched(method, path)?)));
    let unknown = || ControlRefusal(format!("There is no call {method} {path}."));
    let (operation, id) = found.ok_or_else(unknown)?;
    let id = id.to_owned();
    let parameters = Parameters::decode(arguments.given.text("form"))?;
    parameters.refuse_unknown(operation.parameters)?;
    let is_live = arguments.given.is_true("is_live");
    let tools = arguments.tools;
    let now = arguments.state.now(&tools.clock).seconds();
    let data = arguments.state.mode(&account, is_live);
    let mut call = Call {
        scope: AccountScope::new(data, tools, now, RequestOrigin::default()),
        id: &id,
        parameters: &parameters,
        version: ApiVersion::default(),
    };
    let object: Result<Value, StripeError> = (operation.run)(&mut call);
    Ok(render(&object?, ApiVersion::default()))
}

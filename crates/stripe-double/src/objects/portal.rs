//! The customer portal: configurations and sessions.

use serde_json::{Value, json};

use super::fields::{check_url, is_equal, put_metadata, put_texts, with_booleans};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{Members, ObjectKind};

const SESSION: ObjectKind = ObjectKind::PortalSession;
const CONFIGURATION: ObjectKind = ObjectKind::PortalConfiguration;
const READ: &str = "customer_portal_read";
const WRITE: &str = "customer_portal_write";

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/billing_portal/sessions", WRITE, create_session).with(&[
        "configuration",
        "customer",
        "flow_data.**",
        "locale",
        "return_url",
    ]),
    ApiOperation::post(
        "/v1/billing_portal/configurations",
        WRITE,
        create_configuration,
    )
    .with(&[
        "business_profile.*",
        "default_return_url",
        "features.**",
        "login_page.enabled",
        "metadata.*",
        "name",
    ]),
    ApiOperation::get("/v1/billing_portal/configurations", READ, |call| {
        let names = ["active", "is_default"];
        list(call, CONFIGURATION, |found| {
            names
                .iter()
                .all(|name| is_equal(found, call.parameters, name))
        })
    })
    .with(list_parameters!["active", "is_default"]),
    ApiOperation::get("/v1/billing_portal/configurations/{id}", READ, |call| {
        call.retrieve(CONFIGURATION)
    }),
    ApiOperation::post(
        "/v1/billing_portal/configurations/{id}",
        WRITE,
        update_configuration,
    )
    .with(&[
        "active",
        "business_profile.*",
        "default_return_url",
        "features.**",
        "login_page.enabled",
        "metadata.*",
        "name",
    ]),
];

fn create_session(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let customer = parameters.required("customer")?;
    call.scope
        .referenced(ObjectKind::Customer, customer, "customer")?;
    let configuration = if let Some(id) = parameters.text("configuration") {
        call.scope.referenced(CONFIGURATION, id, "configuration")?
    } else {
        let message = "You can't create a portal session until you save your customer portal \
                       settings, or pass a configuration.";
        let mut all = call.scope.data.objects(CONFIGURATION);
        let default = all.find(|found| found.is_true("is_default"));
        default.ok_or_else(|| StripeError::invalid(message))?
    };
    let return_url = match parameters.text("return_url") {
        Some(url) => {
            check_url(url, "return_url")?;
            url.into()
        }
        None => configuration.member("default_return_url").clone(),
    };
    let configuration = configuration.text("id").to_owned();
    let id = call.scope.new_id(SESSION)?;
    let flow = parameters.group("flow_data");
    let session = json!({
        "id": id,
        "object": "billing_portal.session",
        "configuration": configuration,
        "created": call.scope.now,
        "customer": customer,
        "customer_account": null,
        "flow": with_booleans(flow),
        "livemode": call.scope.data.is_live,
        "locale": parameters.value("locale"),
        "on_behalf_of": null,
        "return_url": return_url,
        "url": format!("{}/portal/{id}", call.scope.base_url),
    });
    call.scope.insert(SESSION, session.clone());
    events::emit(&mut call.scope, "billing_portal.session.created", &session)?;
    Ok(session)
}

fn create_configuration(call: &mut Call<'_>) -> Result<Value, StripeError> {
    if !call.parameters.has("features") {
        return Err(StripeError::parameter_missing("features"));
    }
    let id = call.scope.new_id(CONFIGURATION)?;
    let mut configuration = filled(
        "billing_portal.configuration",
        json!({
            "id": id,
            "created": call.scope.now,
            "livemode": call.scope.data.is_live,
            "updated": call.scope.now,
        }),
    );
    apply(call, &mut configuration)?;
    call.scope.insert(CONFIGURATION, configuration.clone());
    Ok(configuration)
}

fn update_configuration(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let mut configuration = call.retrieve(CONFIGURATION)?;
    if let Some(is_active) = call.parameters.boolean("active")? {
        configuration.put("active", is_active);
    }
    apply(call, &mut configuration)?;
    configuration.put("updated", call.scope.now);
    call.scope.insert(CONFIGURATION, configuration.clone());
    Ok(configuration)
}

fn apply(call: &Call<'_>, configuration: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    let features = parameters.group("features").as_object();
    for (name, feature) in features.into_iter().flatten() {
        if configuration.member(&format!("features.{name}")).is_null() {
            let message = format!("Received unknown parameter: features[{name}]");
            return Err(StripeError::parameter(name, "parameter_unknown", message));
        }
        for (member, value) in feature.as_object().into_iter().flatten() {
            configuration.put(&format!("features.{name}.{member}"), with_booleans(value));
        }
    }
    let profile = parameters.group("business_profile").as_object();
    for (name, value) in profile.into_iter().flatten() {
        configuration.put(&format!("business_profile.{name}"), value.clone());
    }
    if let Some(is_enabled) = parameters.boolean("login_page.enabled")? {
        configuration.put("login_page.enabled", is_enabled);
    }
    put_texts(configuration, parameters, &["default_return_url", "name"]);
    put_metadata(configuration, parameters)
}

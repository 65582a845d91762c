//! Handles the calls that concern products.

use serde_json::{Value, json};

use super::fields::{is_equal, put_metadata, put_texts};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Product;
const TEXTS: &[&str] = &[
    "description",
    "statement_descriptor",
    "tax_code",
    "unit_label",
    "url",
];

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/products", "product_write", create).with(&[
        "active",
        "description",
        "id",
        "metadata.*",
        "name",
        "statement_descriptor",
        "tax_code",
        "unit_label",
        "url",
    ]),
    ApiOperation::get("/v1/products", "product_read", list_all)
        .with(list_parameters!["active", "ids.*", "url"]),
    ApiOperation::get("/v1/products/{id}", "product_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/products/{id}", "product_write", update).with(&[
        "active",
        "default_price",
        "description",
        "metadata.*",
        "name",
        "statement_descriptor",
        "tax_code",
        "unit_label",
        "url",
    ]),
    ApiOperation::delete("/v1/products/{id}", "product_write", delete),
];

fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let name = call.parameters.required("name")?;
    let id = match call.parameters.text("id") {
        Some(id) => id.to_owned(),
        None => call.scope.new_id(KIND)?,
    };
    if call.scope.data.find(KIND, &id).is_some() {
        let error = StripeError::invalid("Product already exists.").about("id");
        return Err(error.coded("resource_already_exists"));
    }
    let mut product = filled(
        "product",
        json!({
            "id": id,
            "created": call.scope.now,
            "livemode": call.scope.data.is_live,
            "name": name,
            "updated": call.scope.now,
        }),
    );
    apply(call, &mut product)?;
    call.scope.insert(KIND, product.clone());
    events::emit(&mut call.scope, "product.created", &product)?;
    Ok(product)
}

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    apply(call, &mut after)?;
    if call.parameters.sent("name") == Some("") {
        return Err(StripeError::parameter_missing("name"));
    }
    if let Some(price) = call.parameters.text("default_price") {
        call.scope
            .referenced(ObjectKind::Price, price, "default_price")?;
        after.put("default_price", price);
    }
    after.put("updated", call.scope.now);
    call.scope.insert(KIND, after.clone());
    events::emit_change(&mut call.scope, "product.updated", &before, &after)?;
    Ok(after)
}

fn apply(call: &Call<'_>, product: &mut Value) -> Result<(), StripeError> {
    let active = call.parameters.boolean("active")?;
    product.put(
        "active",
        active.unwrap_or_else(|| product.is_true("active")),
    );
    put_texts(product, call.parameters, TEXTS);
    if let Some(name) = call.parameters.text("name") {
        product.put("name", name);
    }
    put_metadata(product, call.parameters)
}

fn delete(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let product = call.retrieve(KIND)?;
    let is_own = |price: &Value| price.text("product") == call.id;
    if call.scope.data.objects(ObjectKind::Price).any(is_own) {
        let message =
            "This product cannot be deleted because it has one or more user-created prices.";
        return Err(StripeError::invalid(message));
    }
    call.scope.data.table_mut(KIND).remove(call.id);
    events::emit(&mut call.scope, "product.deleted", &product)?;
    Ok(json!({"id": call.id, "object": "product", "deleted": true}))
}

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let ids = call.parameters.texts("ids")?;
    list(call, KIND, |product| {
        let is_wanted = ids.is_empty() || ids.contains(&product.text("id"));
        let names = ["active", "url"];
        is_wanted
            && names
                .iter()
                .all(|name| is_equal(product, call.parameters, name))
    })
}

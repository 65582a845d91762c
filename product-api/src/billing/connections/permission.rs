//! Permissions of a restricted key, and the harmless call that shows each.
//!
//! A call that reads lists one object. A call that writes cannot succeed: it names an unknown object, or lacks a required
//! parameter. Stripe checks the permission first, so that it answers 403 if the key lacks it, else 400 or 404.

/// The call that shows a permission, by the segments of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PermissionCall {
    /// Reads the first object of a list.
    List(&'static [&'static str]),
    /// Reads the one object of its kind.
    Read(&'static [&'static str]),
    /// Writes, without an effect.
    Write(&'static [&'static str]),
}

/// The use of a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PermissionNeed {
    /// Without it nothing is sold.
    Required,
    /// Without it a part is not offered.
    Optional,
}

/// A permission, as Stripe's dashboard names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Permission {
    /// The name and the access, such as `Customers: write`.
    pub(super) name: &'static str,
    /// The use.
    pub(super) need: PermissionNeed,
    /// The call that shows it.
    pub(super) call: PermissionCall,
}

impl Permission {
    const fn required(name: &'static str, call: PermissionCall) -> Self {
        Self {
            name,
            need: PermissionNeed::Required,
            call,
        }
    }

    const fn optional(name: &'static str, call: PermissionCall) -> Self {
        Self {
            need: PermissionNeed::Optional,
            ..Self::required(name, call)
        }
    }
}

/// Permission without which events are polled.
pub(super) const WEBHOOK_ENDPOINTS: Permission = Permission::optional(
    "Webhook Endpoints: write",
    PermissionCall::Write(&["webhook_endpoints", "we_tollgate"]),
);
/// Permission without which tax is not calculated.
pub(super) const TAX: Permission = Permission::optional(
    "Tax settings: read",
    PermissionCall::Read(&["tax", "settings"]),
);
/// Permission without which promotion codes are not offered.
pub(super) const PROMOTION_CODES: Permission = Permission::optional(
    "Promotion Codes: read",
    PermissionCall::List(&["promotion_codes"]),
);

/// The permissions, in the order in which an owner sees them.
pub(super) const PERMISSIONS: [Permission; 19] = [
    Permission::required(
        "Customers: write",
        PermissionCall::Write(&["customers", "cus_tollgate"]),
    ),
    Permission::required("Products: write", PermissionCall::Write(&["products"])),
    Permission::required("Prices: write", PermissionCall::Write(&["prices"])),
    Permission::required(
        "Checkout Sessions: write",
        PermissionCall::Write(&["checkout", "sessions", "cs_tollgate", "expire"]),
    ),
    Permission::required(
        "Charges and Refunds: write",
        PermissionCall::Write(&["refunds"]),
    ),
    Permission::required(
        "Customer portal: write",
        PermissionCall::Write(&["billing_portal", "sessions"]),
    ),
    Permission::required(
        "Subscriptions: write",
        PermissionCall::Write(&["subscriptions", "sub_tollgate"]),
    ),
    Permission::required(
        "Invoices: write",
        PermissionCall::Write(&["invoices", "in_tollgate", "void"]),
    ),
    Permission::required(
        "PaymentIntents: read",
        PermissionCall::List(&["payment_intents"]),
    ),
    Permission::required(
        "PaymentMethods: read",
        PermissionCall::List(&["payment_methods"]),
    ),
    // A session is read together with the setup intent that saved the buyer's card.
    Permission::required(
        "SetupIntents: read",
        PermissionCall::List(&["setup_intents"]),
    ),
    Permission::required("Disputes: read", PermissionCall::List(&["disputes"])),
    Permission::required("Events: read", PermissionCall::List(&["events"])),
    Permission::required("Balance: read", PermissionCall::Read(&["balance"])),
    Permission::required(
        "Balance Transactions: read",
        PermissionCall::List(&["balance_transactions"]),
    ),
    WEBHOOK_ENDPOINTS,
    Permission::optional(
        "Radar: read",
        PermissionCall::List(&["radar", "early_fraud_warnings"]),
    ),
    TAX,
    PROMOTION_CODES,
];

/// A permission, and whether the key has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CheckedPermission {
    /// The permission.
    pub(super) permission: Permission,
    /// True if the key has it.
    pub(super) is_granted: bool,
}

impl CheckedPermission {
    /// Returns true if the key lacks a permission without which nothing is sold.
    pub(super) fn is_missing(&self) -> bool {
        !self.is_granted && self.permission.need == PermissionNeed::Required
    }
}

/// Returns the names of the required permissions that a key lacks.
pub(super) fn missing(checked: &[CheckedPermission]) -> Vec<&'static str> {
    let missing = checked.iter().filter(|one| one.is_missing());
    missing.map(|one| one.permission.name).collect()
}

/// Returns true if a key has a permission.
pub(super) fn has(checked: &[CheckedPermission], permission: Permission) -> bool {
    checked
        .iter()
        .any(|one| one.permission == permission && one.is_granted)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn permissions_have_one_name_and_one_call_each() {
        let names: BTreeSet<&str> = PERMISSIONS.iter().map(|one| one.name).collect();
        assert_eq!(names.len(), PERMISSIONS.len());
        for permission in PERMISSIONS {
            let (path, access) = match permission.call {
                PermissionCall::List(path) | PermissionCall::Read(path) => (path, "read"),
                PermissionCall::Write(path) => (path, "write"),
            };
            assert!(!path.is_empty(), "{}", permission.name);
            assert!(permission.name.ends_with(access), "{}", permission.name);
        }
    }

    #[test]
    fn only_required_permissions_are_missing() {
        let checked = |is_granted| {
            PERMISSIONS.map(|permission| CheckedPermission {
                permission,
                is_granted,
            })
        };
        assert!(missing(&checked(true)).is_empty());
        assert!(has(&checked(true), TAX));
        assert!(!has(&checked(false), TAX));
        let lost = missing(&checked(false));
        assert_eq!(lost.len(), 15);
        assert!(lost.contains(&"Customers: write"));
        for optional in [WEBHOOK_ENDPOINTS, TAX, PROMOTION_CODES] {
            assert!(!lost.contains(&optional.name));
        }
    }
}

/** Short names for the generated shapes that pages use. */
import type { components as AccountComponents } from "./generated/account";
import type { components } from "./generated/product-api";

type Schemas = components["schemas"];
type AccountSchemas = AccountComponents["schemas"];

export type OwnApplication = AccountSchemas["OwnApplication"];
export type OwnPasskey = AccountSchemas["OwnPasskey"];
export type OwnProfile = AccountSchemas["Profile"];
export type OwnSession = AccountSchemas["OwnSession"];
export type WaysIn = AccountSchemas["WaysIn"];

export type ApiKey = Schemas["ApiKey"];
export type ApiKeyChange = Schemas["ApiKeyChange"];
export type Balance = Schemas["Balance"];
export type Branding = Schemas["Branding"];
export type BrandingRequest = Schemas["BrandingRequest"];
export type Customer = Schemas["Customer"];
export type CustomerBalance = Schemas["CustomerBalance"];
export type CustomerPage = Schemas["CustomerPage"];
export type CustomerSort = Schemas["CustomerSort"];
export type CustomerState = Schemas["CustomerState"];
export type Feature = Schemas["Feature"];
export type GrantRequest = Schemas["GrantRequest"];
export type Hold = Schemas["Hold"];
export type Lot = Schemas["Lot"];
export type NewApiKey = Schemas["NewApiKey"];
export type NewWebhookEndpoint = Schemas["NewWebhookEndpoint"];
export type AuditLine = Schemas["AuditLine"];
export type OperatorDelivery = Schemas["OperatorDelivery"];
export type OperatorHealth = Schemas["OperatorHealth"];
export type OperatorSigningKey = Schemas["OperatorSigningKey"];
export type OperatorUser = Schemas["OperatorUser"];
export type OperatorUserDetail = Schemas["OperatorUserDetail"];
export type OperatorWebsite = Schemas["OperatorWebsite"];
export type Price = Schemas["Price"];
export type PriceRequest = Schemas["PriceRequest"];
export type RegisteredWebsite = Schemas["RegisteredWebsite"];
export type RegisterWebsite = Schemas["RegisterWebsite"];
export type SignInActivity = Schemas["SignInActivity"];
export type SignInRequest = Schemas["SignInRequest"];
export type SignupGrant = Schemas["SignupGrant"];
export type Transaction = Schemas["Transaction"];
export type TransactionExplained = Schemas["TransactionExplained"];
export type Usage = Schemas["Usage"];
export type UsageItem = Schemas["UsageItem"];
export type User = Schemas["User"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type WebhookDeliveryState = Schemas["WebhookDeliveryState"];
export type WebhookEndpoint = Schemas["WebhookEndpoint"];
export type WebhookEndpointChange = Schemas["WebhookEndpointChange"];
/** One of the list; a page of its own knows more. */
export type ListedWebsite = Schemas["Website"];
export type Website = Schemas["WebsiteDetail"];
export type WebsiteChange = Schemas["ChangeWebsite"];
export type WebsiteSummary = Schemas["WebsiteSummary"];
export type WebhookQueued = Schemas["WebhookQueued"];

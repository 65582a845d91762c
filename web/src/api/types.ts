/** Short names for the generated shapes that pages use. */
import type { components } from "./generated/ahead";

type Schemas = components["schemas"];

export type ApiKey = Schemas["ApiKey"];
export type ApiKeyChange = Schemas["ApiKeyChange"];
export type Balance = Schemas["Balance"];
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
export type Price = Schemas["Price"];
export type PriceRequest = Schemas["PriceRequest"];
export type PublicClient = Schemas["PublicClient"];
export type RegisteredWebsite = Schemas["RegisteredWebsite"];
export type RegisterWebsite = Schemas["RegisterWebsite"];
export type SignInActivityItem = Schemas["SignInActivityItem"];
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
export type Website = Schemas["Website"];
export type WebsiteChange = Schemas["WebsiteChange"];
export type WebsiteSummary = Schemas["WebsiteSummary"];
export type WebhookQueued = Schemas["WebhookQueued"];

/** Short names for the generated shapes that pages use. */
import type { components } from "./generated/product-api";

type Schemas = components["schemas"];

export type Balance = Schemas["Balance"];
export type RegisteredWebsite = Schemas["RegisteredWebsite"];
export type RegisterWebsite = Schemas["RegisterWebsite"];
export type Transaction = Schemas["Transaction"];
export type User = Schemas["User"];
export type Website = Schemas["Website"];

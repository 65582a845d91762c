/** Typed clients of the product API and the account API, with the hooks that provide them. */
import createClient, { type Client } from "openapi-fetch";
import { createContext, use } from "react";
import { t } from "@/lib/language";
import { Problem, problemOfResponse } from "@/lib/problem";
import type { paths as OwnPaths } from "./generated/account";
import type { paths } from "./generated/product-api";

/** The operations of the product API. */
export type Paths = paths;

export type Api = Client<Paths>;
export type AccountApi = Client<OwnPaths>;

type Fetch = (request: Request) => Promise<Response>;

export function createApi(baseUrl: string, fetch: Fetch): Api {
  return createClient<Paths>({ baseUrl, fetch });
}

export function createAccountApi(issuer: string, fetch: Fetch): AccountApi {
  return createClient<OwnPaths>({ baseUrl: `${issuer}/account/v1`, fetch });
}

export const ApiContext = createContext<Api | null>(null);
export const AccountApiContext = createContext<AccountApi | null>(null);

export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error("useApi() needs an ApiContext above it");
  return api;
}

export function useAccountApi(): AccountApi {
  const api = use(AccountApiContext);
  if (api === null) throw new Error("useAccountApi() needs an AccountApiContext above it");
  return api;
}

type ClientResponse<Data> = { data?: Data; error?: unknown; response: Response };

/** Returns the response's data; an error status becomes a thrown Problem, so that queries see one kind of error. */
export async function dataOf<Data>(pending: Promise<ClientResponse<Data>>): Promise<Data> {
  const { data, error, response } = await pending;
  if (!response.ok) throw problemOfResponse(response, error);
  if (data === undefined) {
    throw new Problem(
      "broken",
      t("Something went wrong"),
      t("The server's response was empty. Try again."),
      response.status,
    );
  }
  return data;
}

/** Throws a Problem for an error status, for a response without data. */
export async function done(pending: Promise<ClientResponse<unknown>>): Promise<void> {
  const { error, response } = await pending;
  if (!response.ok) throw problemOfResponse(response, error);
}

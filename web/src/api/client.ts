/** The typed client of the product API, and how pages get hold of it. */
import createClient, { type Client } from "openapi-fetch";
import { createContext, use } from "react";
import { Problem, problemOfAnswer } from "@/lib/problem";
import type { paths } from "./generated/ahead";

export type Api = Client<paths>;

export function createApi(baseUrl: string, fetch: (request: Request) => Promise<Response>): Api {
  return createClient<paths>({ baseUrl, fetch });
}

export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error("useApi() needs an ApiContext above it");
  return api;
}

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** The answer's data; an error status becomes a thrown Problem, so that queries see one kind of failure. */
export async function dataOf<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw problemOfAnswer(response, error);
  if (data === undefined) {
    throw new Problem(
      "broken",
      "Something went wrong",
      "The server's answer was empty.",
      response.status,
    );
  }
  return data;
}

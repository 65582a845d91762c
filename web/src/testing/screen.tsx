/** Renders one address of the app with fake API responses, signed in or not. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import {
  AccountApiContext,
  ApiContext,
  createAccountApi,
  createApi,
  type Paths,
} from "@/api/client";
import type { paths as OwnPaths } from "@/api/generated/account";
import { forgetBetween } from "@/api/queries";
import { type Session, SessionContext } from "@/auth/session";
import { asViewed, createViews, onlyOwn, type Views, ViewsContext } from "@/auth/view";
import { createAppRouter } from "@/routes";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Call = `${Method} ${keyof Paths | `/account/v1${keyof OwnPaths}`}`;
type FakeResponse = (request: Request) => Response | Promise<Response>;
export type FakeResponses = Partial<Record<Call, FakeResponse>>;

type SignedIn = Extract<Session, { status: "signed-in" }>;

const signedIn: SignedIn = {
  status: "signed-in",
  user: { sub: "usr_1", name: "Ada Lovelace", email: "ada@example.com", emailVerified: true },
  signOut: async () => undefined,
  refresh: async () => undefined,
  lapse: null,
  confirmation: null,
  mayOperate: false,
  operate: async () => undefined,
  endWithAccount: async () => undefined,
};

export function signedInWith(changes: Partial<SignedIn>): Session {
  return { ...signedIn, ...changes };
}

export function showScreen(
  address: string,
  responses: FakeResponses,
  session: Session = signedIn,
  views: Views = createViews(),
) {
  async function fetchFake(request: Request): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const response = Object.entries(responses).find(([name]) => isCallOf(name, call))?.[1];
    if (response === undefined) throw new Error(`the test has no answer for ${call}`);
    return response(request);
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  forgetBetween(views, queries);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  const pageOf = (current: Session) => (
    <QueryClientProvider client={queries}>
      <ApiContext value={createApi("http://localhost:8080", asViewed(views, fetchFake))}>
        <AccountApiContext
          value={createAccountApi("http://localhost:8080", onlyOwn(views, fetchFake))}
        >
          <SessionContext value={current}>
            <ViewsContext value={views}>
              <RouterProvider router={router} />
            </ViewsContext>
          </SessionContext>
        </AccountApiContext>
      </ApiContext>
    </QueryClientProvider>
  );
  const shown = render(pageOf(session));
  return { ...shown, router, queries, become: (next: Session) => shown.rerender(pageOf(next)) };
}

/** "GET /v1/customers/{id}" matches each customer. */
function isCallOf(name: string, call: string): boolean {
  const [pattern, made] = [name.split("/"), call.split("/")];
  return (
    pattern.length === made.length &&
    pattern.every((part, at) => part === made[at] || part.startsWith("{"))
  );
}

export function ok(body: unknown, status = 200): FakeResponse {
  return () => Response.json(body, { status });
}

/** Returns a list that is filtered by the requested mode. */
export function ofMode(items: { mode: string }[]): FakeResponse {
  return (request) => {
    const requestedMode = new URL(request.url).searchParams.get("mode");
    const filtered = items.filter(({ mode }) => mode === requestedMode);
    return Response.json({ items: filtered, next_cursor: null });
  };
}

export function refusal(status: number, members: Record<string, unknown>): FakeResponse {
  return () =>
    new Response(JSON.stringify({ status, ...members }), {
      status,
      headers: { "content-type": "application/problem+json" },
    });
}

/** The server never responds. */
export const silence: FakeResponse = () => new Promise(() => undefined);

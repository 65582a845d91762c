/** A usual front end for the client library `next-auth/react` 4; it knows nothing of Tollgate. */
import {
  getCsrfToken,
  getProviders,
  getSession,
  SessionProvider,
  signIn,
  signOut,
  useSession,
} from "next-auth/react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const client = { getCsrfToken, getProviders, getSession, signIn, signOut };

/** The tests call this in the page. */
export type Client = typeof client & { update: (data?: unknown) => Promise<unknown> };

const isClosed = new URLSearchParams(location.search).has("members");

function Page() {
  const { data, status, update } = useSession({ required: isClosed });
  Object.assign(window, { client: { ...client, update } });
  return [
    createElement("p", { id: "status", key: "status" }, status),
    createElement("p", { id: "email", key: "email" }, data?.user?.email),
  ];
}

const root = document.getElementById("root");
if (root) createRoot(root).render(createElement(SessionProvider, null, createElement(Page)));

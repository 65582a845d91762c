/** Sessions and apps are listed, and end when the user ends them. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { anApplication, aSession } from "@/testing/account-fixtures";
import { ok, showScreen, silence } from "@/testing/screen";

const gone = () => new Response(null, { status: 204 });
const phone = aSession({
  id: "ses_2",
  current: false,
  device: { kind: "phone", browser: "Safari", system: "iOS" },
  ip: "192.0.2.9",
  method: "passkey",
  applications: [
    { client_id: "web", name: "Tollgate" },
    { client_id: "c1", name: "Paperplane" },
  ],
});

test("the current session is first and has no button; every other one can be ended with its apps", async () => {
  const ended: string[] = [];
  showScreen("/account/sessions", {
    "GET /account/v1/sessions": ok({ items: [phone, aSession()] }),
    "DELETE /account/v1/sessions/{session_id}": ({ url }) => {
      ended.push(new URL(url).pathname);
      return gone();
    },
  });
  await screen.findByText("192.0.2.9");
  const text = document.querySelector("main")?.textContent ?? "";
  expect(text.indexOf("Firefox on Linux")).toBeLessThan(text.indexOf("Safari on iOS"));
  expect(screen.queryByRole("button", { name: "End Firefox on Linux" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "End Safari on iOS" }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "End Safari on iOS?" }),
  );
  expect(confirmation.getByText(/Tollgate, Paperplane/)).toBeDefined();
  expect(ended).toEqual([]);
  fireEvent.click(confirmation.getByRole("button", { name: "End session" }));
  expect(await screen.findByText("Safari on iOS is signed out.")).toBeDefined();
  expect(ended).toEqual(["/account/v1/sessions/ses_2"]);
});

test("all other sessions are ended by one action that names their number", async () => {
  let requests = "";
  showScreen("/account/sessions", {
    "GET /account/v1/sessions": ok({ items: [aSession(), phone, { ...phone, id: "ses_3" }] }),
    "DELETE /account/v1/sessions": ({ url }) => {
      requests = new URL(url).search;
      return Response.json({ ended: 2 });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "End all others…" }));
  const confirmation = await screen.findByRole("alertdialog", { name: "End 2 other sessions?" });
  fireEvent.click(within(confirmation).getByRole("button", { name: "End 2 sessions" }));
  expect(await screen.findByText("You are now signed in only here.")).toBeDefined();
  expect(requests).toBe("?except=current");
});

test("after ending a session the heading has the focus; after cancelling, the button", async () => {
  let items = [aSession(), phone];
  showScreen("/account/sessions", {
    "GET /account/v1/sessions": () => Response.json({ items }),
    "DELETE /account/v1/sessions/{session_id}": () => {
      items = [aSession()];
      return gone();
    },
  });
  const end = await screen.findByRole("button", { name: "End Safari on iOS" });
  const heading = screen.getByRole("heading", { level: 1, name: "Sessions" });
  const has = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
  end.focus();
  fireEvent.click(end);
  await has(await screen.findByRole("button", { name: "Cancel" }));
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await has(end);
  fireEvent.click(end);
  const act = await screen.findByRole("button", { name: "End session" });
  act.focus();
  fireEvent.click(act);
  await has(heading);
  expect(end.isConnected).toBe(false);
});

test("a user with one session has nothing to end", async () => {
  showScreen("/account/sessions", { "GET /account/v1/sessions": ok({ items: [aSession()] }) });
  expect(await screen.findByText("You are not signed in anywhere else.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /End/ })).toBeNull();
});

test("an app shows its permissions and can be revoked; an app of the installation cannot", async () => {
  let path = "";
  showScreen("/account/apps", {
    "GET /account/v1/applications": ok({
      items: [
        anApplication({ scopes: ["email", "x.custom"] }),
        anApplication({ client_id: "web", name: "Tollgate", first_party: true }),
      ],
    }),
    "DELETE /account/v1/applications/{client_id}": ({ url }) => {
      path = new URL(url).pathname;
      return gone();
    },
  });
  expect(await screen.findAllByText("See your email address")).toHaveLength(2);
  expect(screen.getByText("x.custom")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Revoke Tollgate" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Revoke Paperplane" }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Revoke Paperplane?" }),
  );
  fireEvent.click(confirmation.getByRole("button", { name: "Revoke access" }));
  expect(await screen.findByText("Paperplane no longer has access.")).toBeDefined();
  expect(path).toBe("/account/v1/applications/client-1");
});

test("an app whose website starts sign-ins is opened from the list", async () => {
  const login_uri = "https://paperplane.example/login?iss=https%3A%2F%2Fid.example";
  showScreen("/account/apps", {
    "GET /account/v1/applications": ok({
      items: [anApplication({ login_uri }), anApplication({ client_id: "other", name: "Other" })],
    }),
  });
  const link = await screen.findByRole("link", { name: "Open Paperplane" });
  expect(link.getAttribute("href")).toBe(login_uri);
  expect(screen.queryByRole("link", { name: "Open Other" })).toBeNull();
});

test("no apps is a state with words, and so is waiting", async () => {
  const none = showScreen("/account/apps", { "GET /account/v1/applications": ok({ items: [] }) });
  expect(await screen.findByText("No apps yet")).toBeDefined();
  none.unmount();
  showScreen("/account/apps", { "GET /account/v1/applications": silence });
  expect(await screen.findByText("Loading your apps")).toBeDefined();
});

/** The list of websites and the registration, in each of their states. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aRegistration, aRequest, aWebsite } from "@/testing/fixtures";
import { type Answers, ok, refusal, showScreen, silence } from "@/testing/screen";

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const site: Answers = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
};

const submit = () => fireEvent.click(screen.getByRole("button", { name: "Register" }));

test("websites are listed with their clients", async () => {
  const closed = aWebsite({ id: "web_2", name: "Atlas", status: "suspended" });
  showScreen("/sites", { "GET /v1/websites": ok({ items: [aWebsite(), closed] }) });
  expect(await screen.findByRole("heading", { name: "Paperplane" })).toBeDefined();
  expect(screen.getAllByText("client-1")).toHaveLength(2);
  expect(screen.getByText("Active")).toBeDefined();
  expect(screen.getByText("Suspended")).toBeDefined();
});

test("loading, empty and failing lists", async () => {
  const loading = showScreen("/sites", { "GET /v1/websites": silence });
  expect(await screen.findByText("Loading your websites")).toBeDefined();
  loading.unmount();
  const empty = showScreen("/sites", { "GET /v1/websites": ok({ items: [] }) });
  expect(await screen.findByText("No websites yet")).toBeDefined();
  empty.unmount();
  showScreen("/sites", { "GET /v1/websites": refusal(500, {}) });
  expect((await screen.findByRole("alert")).textContent).toContain("status 500");
});

test("redirect addresses follow the address until they are typed in", async () => {
  showScreen("/sites/new", {});
  await screen.findByRole("heading", { name: "Register a website" });
  const uris = screen.getByLabelText("Redirect addresses");
  type("Address", "shop.example");
  expect(uris).toHaveProperty("value", expect.stringContaining("https://shop.example/api/auth/"));
  type("Redirect addresses", "https://shop.example/cb");
  type("Address", "other.example");
  expect(uris).toHaveProperty("value", "https://shop.example/cb");
});

test("an incomplete form is not sent and the first gap gets the focus", async () => {
  const post = vi.fn(() => Response.json({}));
  showScreen("/sites/new", { "POST /v1/websites": post });
  await screen.findByRole("heading", { name: "Register a website" });
  submit();
  const name = screen.getByLabelText("Name");
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Enter at least one redirect address.")).toBeDefined();
  expect(post).not.toHaveBeenCalled();
});

test("a refusal stands at its field", async () => {
  showScreen("/sites/new", {
    "POST /v1/websites": refusal(400, {
      title: "The request is not valid",
      errors: [{ pointer: "/url", detail: "Registered already." }],
    }),
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Shop");
  type("Address", "shop.example");
  submit();
  expect((await screen.findByRole("alert")).textContent).toBe("Registered already.");
  const { activeElement } = document;
  expect(activeElement).toBe(screen.getByLabelText("Address"));
  expect(activeElement?.getAttribute("aria-invalid")).toBe("true");
});

test("after no answer nobody is told that nothing happened", async () => {
  showScreen("/sites/new", {
    "POST /v1/websites": () => Promise.reject(new DOMException("late", "TimeoutError")),
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Shop");
  type("Address", "shop.example");
  submit();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("It may be registered all the same");
});

const nothingSeen = ok({ items: [], first_sign_in_at: null });

test("a registration shows its secrets and the first calls once", async () => {
  let sent: unknown;
  showScreen("/sites/new", {
    "GET /v1/websites/{id}": ok(aWebsite()),
    "GET /v1/websites/{id}/sign-in-activity": nothingSeen,
    "POST /v1/websites": async (request) => {
      sent = await request.json();
      return Response.json(aRegistration(), { status: 201 });
    },
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Paperplane");
  type("Address", "https://paperplane.example");
  type("Redirect addresses", "https://paperplane.example/cb");
  submit();
  const heading = await screen.findByRole("heading", { name: "Connect Paperplane" });
  // The button that had the focus is gone: reading goes on at the new heading.
  expect(document.activeElement).toBe(heading);
  expect(sent).toEqual({
    name: "Paperplane",
    url: "https://paperplane.example",
    redirect_uris: ["https://paperplane.example/cb"],
  });
  expect(screen.getByText("s3cret")).toBeDefined();
  expect(screen.getByText("tg_live_Q7whole")).toBeDefined();
  expect(screen.getByText("tg_test_Q7whole")).toBeDefined();
  expect(screen.getByText(/shown once/)).toBeDefined();
  const copies = screen.getAllByRole("button", { name: /^Copy/ }).map((button) => button.ariaLabel);
  expect(new Set(copies).size).toBe(copies.length);
  fireEvent.click(screen.getByLabelText("Credits API"));
  const commands = screen.getAllByText(/^curl http:\/\/localhost:8080\/v1/);
  expect(commands.map((command) => command.textContent)).toEqual([
    expect.stringContaining('"sub": "usr_1"'),
    expect.stringContaining("first-spend"),
  ]);
});

test("what was registered is shown before it is read again", async () => {
  showScreen("/sites/new", {
    "GET /v1/websites/{id}": silence,
    "GET /v1/websites/{id}/sign-in-activity": nothingSeen,
    "POST /v1/websites": ok(aRegistration()),
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Paperplane");
  type("Address", "https://paperplane.example");
  type("Redirect addresses", "https://paperplane.example/cb");
  submit();
  await screen.findByRole("heading", { name: "Connect Paperplane" });
  expect(screen.getByText("https://paperplane.example/cb")).toBeDefined();
});

test("the integration page waits for the first sign-in, and says by itself that it was there", async () => {
  const answers = [
    ok({ items: [], first_sign_in_at: null }),
    ok({ items: [aRequest()], first_sign_in_at: "2026-11-20T10:00:00Z" }),
  ];
  const asked = vi.fn((request: Request) => (answers.shift() ?? nothingSeen)(request));
  showScreen("/s/web_1/integration", {
    ...site,
    "GET /v1/websites/{id}/sign-in-activity": asked,
  });
  expect(await screen.findByText("Waiting for the first sign-in")).toBeDefined();
  const address = "https://paperplane.example/api/auth/callback/tollgate";
  expect(screen.getAllByRole("listitem").some((one) => one.textContent === address)).toBe(true);
  expect(await screen.findByText("The first sign-in worked")).toBeDefined();
  expect(await screen.findByText("Somebody was sent to sign in")).toBeDefined();
  expect(screen.queryByText(/client with/)).toBeNull();
  expect(screen.queryByText("s3cret")).toBeNull();
});

const local = "http://localhost:3000/cb";

/** Somebody was sent to sign in with an address that is not registered. */
function showIntegration(address: string, more: Answers) {
  const refused = aRequest({
    status: 400,
    error: "invalid_request",
    redirect_uri: address,
    fix: { kind: "allow-redirect-uri", value: address },
  });
  return showScreen("/s/web_1/integration", {
    ...site,
    "GET /v1/websites/{id}/sign-in-activity": ok({ items: [refused], first_sign_in_at: null }),
    ...more,
  });
}

test("an address that is not registered is allowed by one press, beside those that are", async () => {
  let website = aWebsite();
  showIntegration(local, {
    "GET /v1/websites/{id}": () => Response.json(website),
    "PATCH /v1/websites/{id}": async (request) => {
      website = aWebsite(await request.json());
      return Response.json(website);
    },
  });
  expect(await screen.findByText("This redirect address is not registered")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Allow this address" }));
  expect(await screen.findByText("It is allowed now: try again.")).toBeDefined();
  expect(website.redirect_uris).toEqual([aWebsite().redirect_uris[0], local]);
});

test("each of two clients is named, and is allowed its own addresses", async () => {
  const page = { client_id: "client-page", redirect_uris: ["https://paperplane.example/app"] };
  let website = aWebsite({ redirect_uris: [local], public_client: page });
  const changed = vi.fn(ok(website));
  const refused = { status: 400, error: "invalid_request", redirect_uri: local };
  const fix = { kind: "allow-redirect-uri" as const, value: local };
  const items = [
    aRequest({ ...refused, fix, client_id: "client-page", request_id: "req_2" }),
    aRequest({ ...refused, fix }),
  ];
  showScreen("/s/web_1/integration", {
    ...site,
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": ok({ items, first_sign_in_at: null }),
    "PATCH /v1/websites/{id}": changed,
    "POST /v1/websites/{id}/public-client": async (request) => {
      const { redirect_uris } = await request.json();
      website = aWebsite({ ...website, public_client: { ...page, redirect_uris } });
      return Response.json(website.public_client);
    },
  });
  const panel = within(await screen.findByRole("region", { name: "What we see" }));
  await panel.findByText("It is allowed now: try again.");
  const told = panel.getAllByRole("listitem").map((item) => item.textContent);
  expect(told[0]).toMatch(/· client without a secretAllow this address$/);
  expect(told[1]).toMatch(/· client with a secretIt is allowed now: try again\.$/);
  fireEvent.click(panel.getByRole("button", { name: "Allow this address" }));
  await expect.poll(() => panel.getAllByText("It is allowed now: try again.").length).toBe(2);
  expect(website.public_client?.redirect_uris).toEqual([page.redirect_uris[0], local]);
  expect(changed).not.toHaveBeenCalled();
});

test("what was allowed meanwhile in another place stays allowed", async () => {
  const [old, meanwhile] = ["https://a.example/cb", "https://b.example/cb"];
  let website = aWebsite({ redirect_uris: [old] });
  showIntegration(local, {
    "GET /v1/websites/{id}": () => Response.json(website),
    "PATCH /v1/websites/{id}": async (request) => {
      website = { ...website, ...(await request.json()) };
      return Response.json(website);
    },
  });
  const allow = await screen.findByRole("button", { name: "Allow this address" });
  website = aWebsite({ redirect_uris: [old, meanwhile] });
  fireEvent.click(allow);
  expect(await screen.findByText("It is allowed now: try again.")).toBeDefined();
  expect(website.redirect_uris).toEqual([old, meanwhile, local]);
});

test("an address of strangers is allowed only after a question that names where people will go", async () => {
  const sent = vi.fn(ok(aWebsite()));
  showIntegration("https://evil.example/cb", { "PATCH /v1/websites/{id}": sent });
  fireEvent.click(await screen.findByRole("button", { name: "Allow this address…" }));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Send people to evil.example?" }),
  );
  expect(question.getByText("https://evil.example/cb")).toBeDefined();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole("button", { name: "Allow this address" }));
  expect(await screen.findByText("The address is allowed. Try again.")).toBeDefined();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(sent).toHaveBeenCalledTimes(1);
});

test("a page without a server gets a client of its own, and a snippet with its id", async () => {
  let website = aWebsite();
  let sent: unknown;
  showScreen("/s/web_1/integration", {
    ...site,
    "GET /v1/websites": () => Response.json({ items: [website] }),
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": nothingSeen,
    "POST /v1/websites/{id}/public-client": async (request) => {
      sent = await request.json();
      const redirect_uris = ["https://paperplane.example/callback"];
      website = aWebsite({ public_client: { client_id: "client-page", redirect_uris } });
      return Response.json(website.public_client);
    },
  });
  fireEvent.click(await screen.findByLabelText("React SPA"));
  fireEvent.click(screen.getByRole("button", { name: "Make the client" }));
  expect(await screen.findByText(/client_id: "client-page"/)).toBeDefined();
  expect(sent).toEqual({
    redirect_uris: ["https://paperplane.example/callback", "http://localhost:5173/callback"],
  });
});

/** The integration page shows recent sign-in requests and allows a refused address by one press. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aPublicClient, aRequest, aResource, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, showScreen } from "@/testing/screen";

const websiteResponses: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
};

const noActivity = ok({ items: [], first_sign_in_at: null });

test("the integration page waits for the first sign-in, and says by itself that it was there", async () => {
  const responses = [
    ok({ items: [], first_sign_in_at: null }),
    ok({ items: [aRequest()], first_sign_in_at: "2026-11-20T10:00:00Z" }),
  ];
  const requests = vi.fn((request: Request) => (responses.shift() ?? noActivity)(request));
  showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites/{id}/sign-in-activity": requests,
  });
  expect(await screen.findByText("Waiting for the first sign-in")).toBeDefined();
  const address = "https://paperplane.example/api/auth/callback/tollgate";
  expect(screen.getAllByRole("listitem").some((one) => one.textContent === address)).toBe(true);
  expect(await screen.findByText("The first sign-in worked")).toBeDefined();
  expect(await screen.findByText("Sign-in started")).toBeDefined();
  expect(screen.queryByText(/client with/)).toBeNull();
  expect(screen.queryByText("s3cret")).toBeNull();
});

const local = "http://localhost:3000/cb";

/** Sign-in started with an unregistered address. */
function showIntegration(address: string, more: FakeResponses) {
  const refused = aRequest({
    status: 400,
    error: "invalid_request",
    redirect_uri: address,
    fix: { kind: "allow-redirect-uri", value: address },
  });
  return showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites/{id}/sign-in-activity": ok({ items: [refused], first_sign_in_at: null }),
    ...more,
  });
}

test("an unregistered address is added to the registered ones by one press", async () => {
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
  expect(await screen.findByText("Allowed now. Try again.")).toBeDefined();
  expect(website.redirect_uris).toEqual([aWebsite().redirect_uris[0], local]);
});

test("each of two clients is named, and is allowed its own addresses", async () => {
  const page = aPublicClient();
  let website = aWebsite({ redirect_uris: [local], public_client: page });
  const changed = vi.fn(ok(website));
  const refused = { status: 400, error: "invalid_request", redirect_uri: local };
  const fix = { kind: "allow-redirect-uri" as const, value: local };
  const items = [
    aRequest({ ...refused, fix, client_id: "client-page", request_id: "req_2" }),
    aRequest({ ...refused, fix }),
  ];
  showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": ok({ items, first_sign_in_at: null }),
    "PATCH /v1/websites/{id}": changed,
    "POST /v1/websites/{id}/public-client": async (request) => {
      const { redirect_uris } = await request.json();
      website = aWebsite({ ...website, public_client: { ...page, redirect_uris } });
      return Response.json(website.public_client);
    },
  });
  const panel = within(await screen.findByRole("region", { name: "Live sign-in log" }));
  await panel.findByText("Allowed now. Try again.");
  const text = panel.getAllByRole("listitem").map((item) => item.textContent);
  expect(text[0]).toMatch(/· client without a secretAllow this address$/);
  expect(text[1]).toMatch(/· client with a secretAllowed now\. Try again\.$/);
  fireEvent.click(panel.getByRole("button", { name: "Allow this address" }));
  await expect.poll(() => panel.getAllByText("Allowed now. Try again.").length).toBe(2);
  expect(website.public_client?.redirect_uris).toEqual([page.redirect_uris[0], local]);
  expect(changed).not.toHaveBeenCalled();
});

test("an unregistered address after sign-out is allowed by one press, for either client", async () => {
  const bye = "https://paperplane.example/bye";
  let website = aWebsite({ public_client: aPublicClient() });
  const fix = { kind: "allow-post-logout-redirect-uri" as const, value: bye };
  const refused = { endpoint: "end_session", error: "invalid_request", redirect_uri: bye, fix };
  const items = [
    aRequest({ ...refused, client_id: "client-page", request_id: "req_2" }),
    aRequest(refused),
  ];
  showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": ok({ items, first_sign_in_at: null }),
    "PATCH /v1/websites/{id}": async (request) => {
      website = { ...website, ...(await request.json()) };
      return Response.json(website);
    },
    "POST /v1/websites/{id}/public-client": async (request) => {
      website = { ...website, public_client: aPublicClient(await request.json()) };
      return Response.json(website.public_client);
    },
  });
  expect((await screen.findAllByText("This address after sign-out is not registered")).length).toBe(
    2,
  );
  for (const left of [2, 1]) {
    const buttons = screen.getAllByRole("button", { name: "Allow this address" });
    expect(buttons.length).toBe(left);
    fireEvent.click(buttons[0] as HTMLElement);
    await expect.poll(() => screen.queryAllByText("Allowed now. Try again.").length).toBe(3 - left);
  }
  expect(website.post_logout_redirect_uris).toEqual([bye]);
  expect(website.public_client?.post_logout_redirect_uris).toEqual([bye]);
  expect(website.public_client?.redirect_uris).toEqual(aPublicClient().redirect_uris);
});

test("an address that was allowed elsewhere in the meantime stays allowed", async () => {
  const [old, concurrent] = ["https://a.example/cb", "https://b.example/cb"];
  let website = aWebsite({ redirect_uris: [old] });
  showIntegration(local, {
    "GET /v1/websites/{id}": () => Response.json(website),
    "PATCH /v1/websites/{id}": async (request) => {
      website = { ...website, ...(await request.json()) };
      return Response.json(website);
    },
  });
  const allow = await screen.findByRole("button", { name: "Allow this address" });
  website = aWebsite({ redirect_uris: [old, concurrent] });
  fireEvent.click(allow);
  expect(await screen.findByText("Allowed now. Try again.")).toBeDefined();
  expect(website.redirect_uris).toEqual([old, concurrent, local]);
});

test("an address at an unknown origin is allowed only after a confirmation that names the host", async () => {
  const sent = vi.fn(ok(aWebsite()));
  showIntegration("https://evil.example/cb", { "PATCH /v1/websites/{id}": sent });
  fireEvent.click(await screen.findByRole("button", { name: "Allow this address…" }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Send people to evil.example?" }),
  );
  expect(confirmation.getByText("https://evil.example/cb")).toBeDefined();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(confirmation.getByRole("button", { name: "Allow this address" }));
  expect(await screen.findByText("The address is allowed. Try again.")).toBeDefined();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(sent).toHaveBeenCalledTimes(1);
});

test("a page without a server gets a client of its own, and a snippet with its id", async () => {
  let website = aWebsite();
  let sent: unknown;
  showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites": () => Response.json({ items: [website] }),
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": noActivity,
    "POST /v1/websites/{id}/public-client": async (request) => {
      sent = await request.json();
      website = aWebsite({ public_client: aPublicClient() });
      return Response.json(website.public_client);
    },
  });
  fireEvent.click(await screen.findByLabelText("React"));
  fireEvent.click(screen.getByRole("button", { name: "Create the client" }));
  expect(await screen.findByText(/client_id: "client-page"/)).toBeDefined();
  expect(sent).toEqual({
    redirect_uris: ["https://paperplane.example/callback", "http://localhost:5173/callback"],
  });
});

test("the owner sets PKCE and the algorithm, and only what was touched is sent", async () => {
  let website = aWebsite();
  const sent: unknown[] = [];
  showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": noActivity,
    "PATCH /v1/websites/{id}": async (request) => {
      const change = await request.json();
      sent.push(change);
      website = { ...website, ...change };
      return Response.json(website);
    },
  });
  const card = within(await screen.findByRole("region", { name: "Sign-in settings" }));
  expect(card.getByText(/Recommended: turn it on once/)).toBeDefined();
  fireEvent.click(card.getByLabelText(/Require PKCE/));
  fireEvent.click(card.getByLabelText("ES256"));
  fireEvent.click(card.getByRole("button", { name: "Save sign-in settings" }));
  expect(await screen.findByText("The sign-in settings are saved.")).toBeDefined();
  expect(sent).toEqual([{ require_pkce: true, id_token_signed_response_alg: "ES256" }]);
});

test("the owner sees whether the website uses PKCE, and the recommended setting", async () => {
  for (const [uses_pkce, words] of [
    [true, "Your website uses PKCE. Recommended: turn this on."],
    [false, /^Your last sign-in came without PKCE\./],
  ] as const) {
    const { unmount } = showScreen("/s/web_1/integration", {
      ...websiteResponses,
      "GET /v1/websites/{id}/sign-in-activity": ok({
        items: [aRequest({ uses_pkce })],
        first_sign_in_at: null,
      }),
    });
    expect(await screen.findByText(words)).toBeDefined();
    unmount();
  }
});

test("a resource is added with its scopes, and the metadata to serve is shown", async () => {
  let website = aWebsite();
  const resource = "https://mcp.paperplane.example/mcp";
  showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": noActivity,
    "PATCH /v1/websites/{id}": async (request) => {
      const { resources } = await request.json();
      website = aWebsite({ resources: resources.map(aResource) });
      return Response.json(website);
    },
  });
  const card = within(await screen.findByRole("region", { name: "Resources" }));
  fireEvent.change(card.getByLabelText("Address of the server"), { target: { value: resource } });
  fireEvent.change(card.getByLabelText("Scopes"), { target: { value: "tools.read tools.call" } });
  fireEvent.click(card.getByRole("button", { name: "Add resource" }));
  expect(await card.findByText(/"scopes_supported"/)).toBeDefined();
  expect(website.resources[0]?.scopes).toEqual(["tools.read", "tools.call"]);
  fireEvent.click(card.getByRole("button", { name: `Remove ${resource}` }));
  await expect.poll(() => website.resources).toEqual([]);
});

test("the client without a secret gets a private scheme and an address after sign-out", async () => {
  let website = aWebsite({ public_client: aPublicClient() });
  let sent: unknown;
  showScreen("/s/web_1/integration", {
    ...websiteResponses,
    "GET /v1/websites/{id}": () => Response.json(website),
    "GET /v1/websites/{id}/sign-in-activity": noActivity,
    "POST /v1/websites/{id}/public-client": async (request) => {
      sent = await request.json();
      website = { ...website, public_client: aPublicClient(sent as object) };
      return Response.json(website.public_client);
    },
  });
  const card = within(await screen.findByRole("region", { name: "Client without a secret" }));
  const redirects = card.getByLabelText("Redirect addresses");
  fireEvent.change(redirects, { target: { value: "myapp" } });
  expect(card.getByText(/is neither https/)).toBeDefined();
  fireEvent.change(redirects, { target: { value: "com.example.app:/cb" } });
  fireEvent.change(card.getByLabelText("Redirect addresses after sign-out"), {
    target: { value: "https://paperplane.example/bye" },
  });
  fireEvent.click(card.getByRole("button", { name: "Save client" }));
  expect(await screen.findByText("The client is saved.")).toBeDefined();
  expect(sent).toEqual({
    redirect_uris: ["com.example.app:/cb"],
    post_logout_redirect_uris: ["https://paperplane.example/bye"],
  });
});

/** Each settings form sends only its own fields, for the mode of the page. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const none = { enabled: false, amount: null, expires_days: null, mode: "live" };

const usual = { debt_repaid_by: "all_grants", mode: "live", restored_days: 30 };

const settings: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/alerts": ok({ low_credits: 50 }),
  "GET /v1/policies/credits": ok(usual),
  "GET /v1/policies/signup-grant": ok(none),
};

test("newcomers of the test mode get play credits, and live alerts are not shown there", async () => {
  let sent: unknown;
  const requests = vi.fn(ok({ ...none, mode: "test" }));
  showScreen("/s/web_1/settings?mode=test", {
    ...settings,
    "GET /v1/policies/signup-grant": requests,
    "PUT /v1/policies/signup-grant": async (request) => {
      sent = await request.json();
      return Response.json({ enabled: true, amount: 20, expires_days: 30, mode: "test" });
    },
  });
  fireEvent.click(await screen.findByLabelText("Grant credits to new customers"));
  fireEvent.click(screen.getByRole("button", { name: "Save grant" }));
  expect(screen.getByText("Enter a whole number, above zero.")).toBeDefined();
  fireEvent.change(screen.getByLabelText("Credits"), { target: { value: "20" } });
  fireEvent.change(screen.getByLabelText("Expires after (days)"), { target: { value: "30" } });
  fireEvent.click(screen.getByRole("button", { name: "Save grant" }));
  expect(await screen.findByText("The sign-up grant is saved.")).toBeDefined();
  expect(sent).toEqual({ enabled: true, amount: 20, expires_days: 30, mode: "test" });
  expect(requests.mock.calls[0]?.[0].url).toContain("mode=test");
  expect(screen.queryByLabelText("Threshold")).toBeNull();
});

test("a page that changes live settings too does not speak of play credits only", async () => {
  showScreen("/s/web_1/settings?mode=test", settings);
  await screen.findByLabelText("Grant credits to new customers");
  const [mode] = await screen.findAllByRole("link", { name: "Test" });
  expect(mode?.getAttribute("aria-current")).toBe("page");
  expect(screen.queryByText("Test mode – play credits only")).toBeNull();
});

test("an empty threshold ends the alert", async () => {
  let sent: unknown;
  showScreen("/s/web_1/settings", {
    ...settings,
    "PUT /v1/alerts": async (request) => {
      sent = await request.json();
      return Response.json({ low_credits: null });
    },
  });
  const threshold = await screen.findByLabelText("Threshold");
  expect(threshold).toHaveProperty("value", "50");
  fireEvent.change(threshold, { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Save alert" }));
  expect(await screen.findByText("The alert is off.")).toBeDefined();
  expect(sent).toEqual({});
});

test("credits with parts are shown and sent at their scale", async () => {
  const sent: unknown[] = [];
  const keep = async (request: Request) => {
    const body = await request.json();
    sent.push(body);
    return Response.json(body);
  };
  showScreen("/s/web_1/settings", {
    ...settings,
    "GET /v1/websites/{id}": ok(aWebsite({ scale: 2 })),
    "GET /v1/policies/signup-grant": ok({ ...none, enabled: true, amount: 125_000 }),
    "PUT /v1/policies/signup-grant": keep,
    "PUT /v1/alerts": keep,
  });
  const [credits, threshold] = [
    await screen.findByLabelText("Credits"),
    await screen.findByLabelText("Threshold"),
  ];
  expect(credits).toHaveProperty("value", "1,250.00");
  expect(threshold).toHaveProperty("value", "0.50");
  fireEvent.change(credits, { target: { value: "2.505" } });
  fireEvent.click(screen.getByRole("button", { name: "Save grant" }));
  expect(screen.getByText(/^Enter a number with at most 2 decimal places/)).toBeDefined();
  fireEvent.change(credits, { target: { value: "2.5" } });
  fireEvent.change(threshold, { target: { value: "0.05" } });
  fireEvent.click(screen.getByRole("button", { name: "Save grant" }));
  expect(await screen.findByText("The sign-up grant is saved.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Save alert" }));
  expect(await screen.findByText("The alert is saved.")).toBeDefined();
  expect(sent).toEqual([{ enabled: true, amount: 250, mode: "live" }, { low_credits: 5 }]);
});

test("settings of all credits are saved as a whole, in the mode of the page", async () => {
  let sent: [string | null, unknown] | undefined;
  showScreen("/s/web_1/settings?mode=test", {
    ...settings,
    "PUT /v1/policies/credits": async (request) => {
      const body = await request.json();
      sent = [request.headers.get("Tollgate-Mode"), body];
      return Response.json({ ...body, mode: "test" });
    },
  });
  const days = await screen.findByLabelText("Days that refunded credits stay valid");
  expect(days).toHaveProperty("value", "30");
  fireEvent.change(days, { target: { value: "0" } });
  fireEvent.click(screen.getByRole("button", { name: "Save policy" }));
  expect(screen.getByText("Enter a whole number of days, above zero.")).toBeDefined();
  expect(sent).toBeUndefined();
  fireEvent.change(days, { target: { value: "90" } });
  fireEvent.click(screen.getByLabelText("Purchases only"));
  fireEvent.click(screen.getByRole("button", { name: "Save policy" }));
  expect(await screen.findByText("The credit policy is saved.")).toBeDefined();
  expect(sent).toEqual(["test", { restored_days: 90, debt_repaid_by: "purchases" }]);
});

test("name, address and redirect addresses are saved together, and an invalid one is refused", async () => {
  let sent: unknown;
  showScreen("/s/web_1/settings", {
    ...settings,
    "PATCH /v1/websites/{id}": async (request) => {
      sent = await request.json();
      return Response.json(aWebsite());
    },
  });
  const addresses = await screen.findByLabelText("Redirect addresses");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: " Kite " } });
  fireEvent.change(addresses, { target: { value: "https://a.example/cb nope" } });
  fireEvent.click(screen.getByRole("button", { name: "Save website" }));
  expect(screen.getByText(/"nope" is not a complete/)).toBeDefined();
  expect(sent).toBeUndefined();
  fireEvent.change(addresses, { target: { value: "https://a.example/cb\nhttps://b.example/cb" } });
  fireEvent.change(screen.getByLabelText("Redirect addresses after sign-out"), {
    target: { value: "https://a.example/bye" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save website" }));
  expect(await screen.findByText("The website is saved.")).toBeDefined();
  expect(sent).toEqual({
    name: "Kite",
    redirect_uris: ["https://a.example/cb", "https://b.example/cb"],
    post_logout_redirect_uris: ["https://a.example/bye"],
  });
});

test("a concurrent change is shown, and stays when something else is saved", async () => {
  const [old, allowed] = [aWebsite().redirect_uris[0] ?? "", "http://localhost:3000/cb"];
  let website = aWebsite();
  const sent: unknown[] = [];
  const { queries } = showScreen("/s/web_1/settings", {
    ...settings,
    "GET /v1/websites/{id}": () => Response.json(website),
    "PATCH /v1/websites/{id}": async (request) => {
      const change = await request.json();
      sent.push(change);
      website = { ...website, ...change };
      return Response.json(website);
    },
  });
  const name = await screen.findByLabelText("Name");
  fireEvent.change(name, { target: { value: "Kite" } });
  website = aWebsite({ redirect_uris: [old, allowed] });
  await act(() => queries.invalidateQueries({ queryKey: ["websites"] }));
  const addresses = screen.getByLabelText("Redirect addresses");
  await waitFor(() => expect(addresses).toHaveProperty("value", `${old}\n${allowed}`));
  expect(name).toHaveProperty("value", "Kite");
  // A change that was undone is no change.
  fireEvent.change(addresses, { target: { value: "" } });
  fireEvent.change(addresses, { target: { value: `${old}\n${allowed}` } });
  fireEvent.click(screen.getByRole("button", { name: "Save website" }));
  expect(await screen.findByText("The website is saved.")).toBeDefined();
  expect(sent).toEqual([{ name: "Kite" }]);
});

test("a new client secret is requested with an overlap and shown once", async () => {
  let sent: unknown;
  showScreen("/s/web_1/settings", {
    ...settings,
    "POST /v1/websites/{id}/client/rotate-secret": async (request) => {
      sent = await request.json();
      return Response.json({ client_id: "client-1", client_secret: "n3w" });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Rotate client secret…" }));
  const confirmation = within(
    await screen.findByRole("dialog", { name: "Rotate the client secret of Paperplane?" }),
  );
  expect(confirmation.getByText("Older ones stay valid until they expire.")).toBeDefined();
  fireEvent.click(confirmation.getByLabelText("None"));
  expect(confirmation.getByText(/^All secrets in use stop working now/)).toBeDefined();
  fireEvent.click(confirmation.getByLabelText("1 hour"));
  fireEvent.click(confirmation.getByRole("button", { name: "Rotate secret" }));
  expect(await screen.findByText("n3w")).toBeDefined();
  expect(sent).toEqual({ overlap_seconds: 3600 });
  fireEvent.click(screen.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("n3w")).toBeNull();
});

test("the website is loaded again although the response to a rotation was lost", async () => {
  const website = vi.fn(ok(aWebsite()));
  showScreen("/s/web_1/settings", {
    ...settings,
    "GET /v1/websites/{id}": website,
    "POST /v1/websites/{id}/client/rotate-secret": () =>
      Promise.reject(new TypeError("Failed to fetch")),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Rotate client secret…" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Rotate the client secret/ }));
  const loaded = website.mock.calls.length;
  fireEvent.click(dialog.getByRole("button", { name: "Rotate secret" }));
  expect(await dialog.findByText("No connection")).toBeDefined();
  await waitFor(() => expect(website.mock.calls.length).toBeGreaterThan(loaded));
});

test("an old client secret that is still valid is shown with its end", async () => {
  showScreen("/s/web_1/settings", {
    ...settings,
    "GET /v1/websites/{id}": ok(aWebsite({ previous_secret_until: "2026-11-21T10:00:00Z" })),
  });
  expect(await screen.findByText("Old secret until")).toBeDefined();
});

test("suspending names the website and says what stops", async () => {
  const suspend = vi.fn(ok(aWebsite({ status: "suspended", suspended_by: "owner" })));
  showScreen("/s/web_1/settings", { ...settings, "POST /v1/websites/{id}/suspend": suspend });
  fireEvent.click(await screen.findByRole("button", { name: "Suspend…" }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Suspend Paperplane?" }),
  );
  expect(suspend).not.toHaveBeenCalled();
  expect(confirmation.getByText(/Subscriptions still renew/)).toBeDefined();
  fireEvent.click(confirmation.getByRole("button", { name: "Suspend website" }));
  expect(await screen.findByText("The website is suspended.")).toBeDefined();
  expect(screen.getAllByRole("heading", { level: 2 }).at(-1)?.id).toBe("running");
});

test("settings that a suspended website refuses are loaded when it is resumed", async () => {
  let status: "active" | "suspended" = "suspended";
  const grant = vi.fn(ok(none));
  showScreen("/s/web_1/settings", {
    ...settings,
    "GET /v1/websites/{id}": () => Response.json(aWebsite({ status })),
    "GET /v1/policies/signup-grant": (request) =>
      status === "suspended" ? refusal(403, { title: "No" })(request) : grant(request),
    "GET /v1/alerts": refusal(403, { title: "No" }),
    "GET /v1/policies/credits": refusal(403, { title: "No" }),
    "POST /v1/websites/{id}/resume": () => {
      status = "active";
      return Response.json(aWebsite());
    },
  });
  expect(await screen.findAllByText(/Resume the website to change this/)).toHaveLength(3);
  expect(screen.queryByText("No")).toBeNull();
  const headings = () => screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
  expect(headings()[0]).toBe("The website is suspended");
  const resume = screen.getByRole("button", { name: "Resume" });
  resume.focus();
  fireEvent.click(resume);
  expect(await screen.findByLabelText("Grant credits to new customers")).toBeDefined();
  expect(grant).toHaveBeenCalled();
  // The card keeps its position, and so the focus.
  expect(headings()[0]).toBe("Suspend the website");
  expect(document.activeElement).toBe(resume);
});

test("an owner cannot resume a website that the operator suspended", async () => {
  const suspended = aWebsite({ status: "suspended", suspended_by: "operator" });
  showScreen("/s/web_1/settings", {
    ...settings,
    "GET /v1/websites": ok({ items: [suspended] }),
    "GET /v1/websites/{id}": ok(suspended),
  });
  expect(await screen.findByText(/Only the operator can resume it/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
});

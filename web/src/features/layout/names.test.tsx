/** The accessibility tree of the five main tasks: role and name of each control. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCustomer, aCustomerBalance, anApiKey, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ofMode, ok, showScreen } from "@/testing/screen";
import { anEndpoint } from "@/testing/webhook-fixtures";

const none = { items: [], next_cursor: null };
const responses: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/customers": ok({
    items: [aCustomer()],
    next_cursor: null,
    total: { count: 1, is_exact: true },
  }),
  "GET /v1/customers/{id}": ok(aCustomer()),
  "GET /v1/customers/{id}/balance": ok(aCustomerBalance()),
  "GET /v1/transactions": ok(none),
  "GET /v1/features": ok(none),
  "GET /v1/api-keys": ofMode([anApiKey()]),
  "GET /v1/webhook-endpoints": ofMode([anEndpoint()]),
};

type Task = {
  name: string;
  address: string;
  heading: string;
  /** The button that opens the form. */
  press?: string;
  /** Role and name of the task's container. */
  within?: [role: "dialog", name: string];
  parts: [role: string, name: string | RegExp][];
};

const tasks: Task[] = [
  {
    name: "register a website",
    address: "/sites/new",
    heading: "Register a website",
    parts: [
      ["textbox", "Name"],
      ["textbox", "Address"],
      ["textbox", "Redirect addresses"],
      ["group", "Decimal places of credits"],
      ["radio", "0"],
      ["radio", "6"],
      ["button", "Register"],
      ["link", "Cancel"],
    ],
  },
  {
    name: "grant credits",
    address: "/s/web_1/customers/cus_1",
    heading: "Grace Hopper",
    press: "Grant credits",
    within: ["dialog", "Grant credits"],
    parts: [
      ["button", "Close"],
      ["textbox", "Credits"],
      ["status", ""],
      ["textbox", "Reason"],
      ["group", "Source"],
      ["radio", "Promotional"],
      ["radio", "Purchased"],
      ["radio", "Adjustment"],
      ["button", "Cancel"],
      ["button", "Grant credits"],
    ],
  },
  {
    name: "create a key",
    address: "/s/web_1/keys",
    heading: "API keys",
    press: "Create a key",
    within: ["dialog", "Create a key"],
    parts: [
      ["button", "Close"],
      ["textbox", "Name"],
      ["group", "Permissions"],
      ["checkbox", "Spend, hold and refund credits"],
      ["checkbox", "Manage API keys"],
      ["textbox", "Limit per operation"],
      ["textbox", "Limit per day (UTC)"],
      ["button", "Cancel"],
      ["button", "Create key"],
    ],
  },
  {
    name: "add a webhook",
    address: "/s/web_1/webhooks",
    heading: "Webhooks",
    press: "Add an endpoint",
    within: ["dialog", "Add an endpoint"],
    parts: [
      ["button", "Close"],
      ["textbox", "Address"],
      ["group", "Events"],
      ["checkbox", "Credits granted"],
      ["checkbox", "Balance is low"],
      ["group", "Signature"],
      ["radio", "Shared secret (v1)"],
      ["button", "Cancel"],
      ["button", "Add endpoint"],
    ],
  },
  {
    name: "find a customer",
    address: "/s/web_1/customers",
    heading: "Customers",
    parts: [
      ["search", ""],
      ["textbox", "Find customers by email, name or id"],
      ["combobox", "Balance"],
      ["table", "Customers"],
      ["columnheader", "Customer"],
      ["columnheader", "Credits"],
      ["link", /Grace Hopper/],
    ],
  },
];

/** Screen readers identify a control only by its name. */
const named = ["button", "link", "textbox", "checkbox", "radio", "combobox", "switch"];

test.each(tasks)("$name is found by roles and names", async (task) => {
  showScreen(task.address, responses);
  await screen.findByRole("heading", { level: 1, name: task.heading });
  if (task.press) fireEvent.click(await screen.findByRole("button", { name: task.press }));
  const [role, name] = task.within ?? ["main", undefined];
  const place = within(await screen.findByRole(role, name === undefined ? {} : { name }));
  const order: Element[] = [];
  for (const [part, label] of task.parts) {
    const options = label === "" ? {} : { name: label };
    const controls = await waitFor(() => place.getAllByRole(part, options));
    order.push(controls[0] as Element);
  }
  // The controls come in this order.
  const isAfter = (one: Element, next: Element) =>
    (one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  order.slice(1).forEach((next, at) => {
    expect(isAfter(order[at] as Element, next), String(task.parts[at + 1])).toBe(true);
  });
  for (const kind of named) expect(place.queryAllByRole(kind, { name: "" })).toEqual([]);
});

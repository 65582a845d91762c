/** The branding preview follows the form, and unsaved edits are not lost. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Branding } from "@/api/types";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const none: Branding = {
  brand_color: null,
  logo_uri: null,
  client_uri: null,
  policy_uri: null,
  tos_uri: null,
};

function responses(branding: Partial<Branding> = {}): FakeResponses {
  return {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/websites/{id}": ok(aWebsite()),
    "GET /v1/websites/{id}/branding": ok({ ...none, ...branding }),
    "GET /v1/features": ok({ items: [], next_cursor: null }),
  };
}

const preview = () => within(screen.getByRole("figure"));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save branding" }));

test("the preview follows what is typed, in the colours of the page of sign-in", async () => {
  showScreen("/s/web_1/branding", responses());
  await screen.findByLabelText("Button colour");
  const button = preview().getByTestId("preview-button");
  expect(button.style.backgroundColor).toBe("var(--primary)");
  expect(preview().queryByRole("list")).toBeNull();
  const picker = screen.getByLabelText<HTMLInputElement>("Pick the button colour");
  expect(screen.getByPlaceholderText(picker.value)).toBe(screen.getByLabelText("Button colour"));
  type("Button colour", "#FFE14D");
  expect(button.style.backgroundColor).toBe("rgb(255, 225, 77)");
  expect(button.style.color).toBe("rgb(0, 0, 0)");
  expect(button.style.borderColor).toBe("var(--field-edge)");
  fireEvent.click(preview().getByLabelText("Dark"));
  expect(button.style.borderColor).toBe("transparent");
  expect(screen.getByText(/Black text reads very well on it: the contrast is 16.1/)).toBeDefined();
  type("Privacy", "paperplane.example/privacy");
  expect(preview().getByText("Privacy")).toBeDefined();
  expect(preview().getByText("paperplane.example")).toBeDefined();
  expect(preview().getByText("Sign in to Paperplane")).toBeDefined();
  expect(preview().getByText("P")).toBeDefined();
  // An incomplete colour leaves the default.
  type("Button colour", "#ff");
  expect(button.style.backgroundColor).toBe("var(--primary)");
});

test("the branding is live in either mode, and no strip says otherwise", async () => {
  showScreen("/s/web_1/branding?mode=test", responses());
  await screen.findByLabelText("Button colour");
  expect(screen.queryByText("Test mode – play credits only")).toBeNull();
});

test("all of it is saved together, and what the server made of it is shown", async () => {
  let sent: unknown;
  const made = { ...none, brand_color: "#c2410c", tos_uri: "https://paperplane.example/t" };
  showScreen("/s/web_1/branding", {
    ...responses({ client_uri: "https://paperplane.example/" }),
    "PUT /v1/websites/{id}/branding": async (request) => {
      sent = await request.json();
      return Response.json(made);
    },
  });
  expect(await screen.findByLabelText("Home page")).toHaveProperty(
    "value",
    "https://paperplane.example/",
  );
  type("Home page", "");
  type("Button colour", "C2410C");
  type("Terms", "paperplane.example/t");
  save();
  expect(await screen.findByText("The branding is saved.")).toBeDefined();
  expect(sent).toEqual({ brand_color: "#c2410c", tos_uri: "https://paperplane.example/t" });
  expect(screen.getByLabelText("Button colour")).toHaveProperty("value", "#c2410c");
  expect(screen.queryByRole("button", { name: "Undo changes" })).toBeNull();
});

test("errors are shown at their fields, and typed values stay", async () => {
  const put = vi.fn(
    refusal(400, {
      title: "Invalid request",
      detail: "/tos_uri: Must be short.",
      errors: [{ pointer: "/tos_uri", detail: "Must be short." }],
    }),
  );
  showScreen("/s/web_1/branding", {
    ...responses({ brand_color: "#08734f" }),
    "PUT /v1/websites/{id}/branding": put,
  });
  await screen.findByLabelText("Button colour");
  type("Button colour", "red");
  type("Home page", "http://paperplane.example");
  save();
  expect(screen.getByText("Enter # and six digits such as #08734f, or leave empty.")).toBeDefined();
  expect(screen.getByText(/Enter an https address/)).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("Button colour"));
  expect(put).not.toHaveBeenCalled();
  type("Button colour", "#000000");
  type("Home page", "");
  type("Terms", "https://paperplane.example/terms");
  save();
  expect(await screen.findByText("Must be short.")).toBeDefined();
  expect(screen.getByLabelText("Terms")).toHaveProperty(
    "value",
    "https://paperplane.example/terms",
  );
  fireEvent.click(screen.getByRole("button", { name: "Undo changes" }));
  expect(screen.getByLabelText("Button colour")).toHaveProperty("value", "#08734f");
  expect(screen.queryByText("Must be short.")).toBeNull();
});

test("leaving with unsaved changes asks first", async () => {
  showScreen("/s/web_1/branding", responses());
  await screen.findByLabelText("Terms");
  type("Terms", "https://paperplane.example/terms");
  const away = screen.getAllByRole("link", { name: "Features and prices" })[0] as HTMLElement;
  fireEvent.click(away);
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: /Leave without saving/ }),
  );
  fireEvent.click(confirmation.getByRole("button", { name: "Keep editing" }));
  expect(await screen.findByRole("heading", { name: "Branding" })).toBeDefined();
  expect(screen.getByLabelText("Terms")).toHaveProperty(
    "value",
    "https://paperplane.example/terms",
  );
  fireEvent.click(away);
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByRole("heading", { name: "Features and prices" })).toBeDefined();
});

test("a picture of any size is drawn small, and a file that is none is said so", async () => {
  const drawImage = vi.fn();
  const sizes = [20_000, 300];
  class Canvas {
    constructor(
      readonly width: number,
      readonly height: number,
    ) {}
    getContext = () => ({ drawImage });
    convertToBlob = async () => new Blob([new Uint8Array(sizes.shift() ?? 0)]);
  }
  const read = vi.fn(async () => ({ width: 800, height: 400 }));
  vi.stubGlobal("OffscreenCanvas", Canvas);
  vi.stubGlobal("createImageBitmap", read);
  showScreen("/s/web_1/branding", responses());
  const choose = (name: string) =>
    fireEvent.change(screen.getByLabelText(name), { target: { files: [new File(["x"], "x")] } });
  await screen.findByLabelText("Choose a picture…");
  choose("Choose a picture…");
  const logo = await screen.findByRole("img", { name: "The logo" });
  expect(logo.getAttribute("src")).toMatch(/^data:image\/png;base64,A/);
  // The first size exceeded the identity provider's limit.
  expect(drawImage.mock.calls.map((call) => call.slice(3))).toEqual([
    [176, 88],
    [132, 66],
  ]);
  read.mockRejectedValue(new DOMException("no", "InvalidStateError"));
  choose("Replace…");
  expect(await screen.findByText(/Your browser cannot read this file/)).toBeDefined();
  expect(screen.getByRole("img", { name: "The logo" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.queryByRole("img", { name: "The logo" })).toBeNull();
  vi.unstubAllGlobals();
});

/** The console in German: navigation, texts, figures and times of one page. */
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { language, loadCatalogue } from "@/lib/language";
import { saveFile } from "@/lib/save-file";
import { aBalance, aTransaction } from "@/testing/fixtures";
import { ok, showScreen } from "@/testing/screen";

vi.mock("@/lib/save-file", () => ({ saveFile: vi.fn() }));
// The language is read when its module loads, and imports load before other code.
vi.hoisted(() => localStorage.setItem("tollgate.language", "de"));

beforeAll(() => loadCatalogue());

test("a German reader finds everything in German", async () => {
  const balance = aBalance({ scale: 2, posted: 130000, available: 124050, held: 5950 });
  const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString();
  showScreen("/", {
    "GET /v1/me/credits": ok({ balances: [{ ...balance, updated_at: yesterday }] }),
    "GET /v1/me/transactions": ok({
      items: [aTransaction({ kind: "grant", amount: 10000, description: null })],
      next_cursor: null,
    }),
  });
  const card = within(await screen.findByRole("region", { name: "Guthaben bei Paperplane" }));
  expect(card.getByText("1.240,50")).toBeDefined();
  expect(card.getByText("Credits verfügbar")).toBeDefined();
  expect(card.getByText("gestern")).toBeDefined();
  expect(await screen.findByText("Credits gutgeschrieben")).toBeDefined();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Überblick");
  const navigation = within(screen.getByRole("navigation", { name: "Hauptnavigation" }));
  expect(navigation.getByRole("link", { name: "Wege zur Anmeldung" })).toBeDefined();
  expect([language, document.documentElement.lang]).toEqual(["de", "de"]);
});

test("a saved file is the same as in English", async () => {
  showScreen("/account/credits", {
    "GET /v1/me/credits": ok({ balances: [aBalance()] }),
    "GET /v1/me/transactions": ok({
      items: [aTransaction({ kind: "grant", amount: 10000, website: null })],
      next_cursor: null,
    }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "CSV" }));
  expect(await screen.findByText("1 Buchung ist gespeichert.")).toBeDefined();
  const [, , text] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(text).toContain("Id,When,What,Description,Website,Mode,Change,Balance,Decimal places");
  expect(text).toContain(",Credits granted,");
  expect(text).toContain(",All websites,");
});

/** The search field sends a search at the right moments and no others. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SearchField } from "./search-field";

test("no search is sent while the user types; Enter sends it at once", async () => {
  const requests = vi.fn((_: string) => undefined);
  render(<SearchField label="Find" placeholder="" value="" onSearch={requests} />);
  const field = screen.getByLabelText("Find");
  for (const value of ["n", "no", "nob "]) fireEvent.change(field, { target: { value } });
  expect(requests).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(requests.mock.calls).toEqual([["nob"]]));
  fireEvent.change(field, { target: { value: "nobody" } });
  const form = field.closest("form");
  if (form) fireEvent.submit(form);
  expect(requests.mock.calls).toEqual([["nob"], ["nobody"]]);
});

test("leaving the field sends the search at once, and not again while the page unloads", () => {
  vi.useFakeTimers();
  const requests = vi.fn((_: string) => undefined);
  render(<SearchField label="Find" placeholder="" value="" onSearch={requests} />);
  const field = screen.getByLabelText("Find");
  fireEvent.change(field, { target: { value: "nob" } });
  fireEvent.blur(field);
  expect(requests.mock.calls).toEqual([["nob"]]);
  vi.runAllTimers();
  vi.useRealTimers();
  expect(requests).toHaveBeenCalledTimes(1);
});

test("a search typed just before the user left is not sent", () => {
  vi.useFakeTimers();
  const requests = vi.fn((_: string) => undefined);
  const field = render(<SearchField label="Find" placeholder="" value="" onSearch={requests} />);
  fireEvent.change(screen.getByLabelText("Find"), { target: { value: "n" } });
  field.unmount();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(requests).not.toHaveBeenCalled();
});

test("the button that shows all clears the field and keeps the focus there", () => {
  const requests = vi.fn((_: string) => undefined);
  render(<SearchField label="Find" placeholder="" value="nob" onSearch={requests} />);
  const button = screen.getByRole("button", { name: "Show all" });
  button.focus();
  fireEvent.click(button);
  expect(requests.mock.calls).toEqual([[""]]);
  expect(document.activeElement).toBe(screen.getByLabelText("Find"));
});

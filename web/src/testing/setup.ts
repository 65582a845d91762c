/** Before each test: a clean document, and the pieces of a browser that jsdom leaves out. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// How long a screen may take is not what these tests are about: a busy machine must not turn them red.
configure({ asyncUtilTimeout: 20_000 });

vi.stubGlobal("matchMedia", () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};
vi.stubGlobal("scrollTo", () => undefined);

// jsdom knows the element, but not how it is opened over the page.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

afterEach(cleanup);

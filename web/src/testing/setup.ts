/** Before each test: a clean document, and browser functions that jsdom lacks. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// These tests do not measure time: a busy machine must not fail them.
configure({ asyncUtilTimeout: 20_000 });

vi.stubGlobal("matchMedia", () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal("scrollTo", () => undefined);

// jsdom has the dialog element, but not showModal() and its focus handling.
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal = function showModal() {
  focusedBefore.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>("input, button")?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  const before = focusedBefore.get(this);
  if (this.isConnected && before instanceof HTMLElement) before.focus();
  this.dispatchEvent(new Event("close"));
};
const { focus } = HTMLElement.prototype;
HTMLElement.prototype.focus = function focusWhatIsShown(options) {
  if (this.closest("dialog:not([open])") === null) focus.call(this, options);
};

afterEach(cleanup);

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
vi.stubGlobal("scrollTo", () => undefined);

// jsdom knows the element, but not how it is opened over the page, nor where the focus then goes and comes back to.
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

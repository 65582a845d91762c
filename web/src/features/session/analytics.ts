/** Counts a visit of the public landing page: where the server names a script for it, and the browser does not ask to be left alone. */

/** The parts of a browser that TypeScript does not know yet. */
type Extras = {
  globalPrivacyControl?: boolean;
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: (address: string) => string },
    ): { createScriptURL: (address: string) => unknown };
  };
};

export function countVisit(window: Window & Extras): void {
  const { document, navigator, trustedTypes } = window;
  const named = document.querySelector<HTMLMetaElement>('meta[name="tollgate-analytics"]');
  const address = named?.content;
  // Once for each document, however often the page is shown.
  named?.remove();
  const { globalPrivacyControl }: Navigator & Extras = navigator;
  if (!address || navigator.doNotTrack === "1" || globalPrivacyControl) return;
  const script = document.createElement("script");
  script.async = true;
  const policy = trustedTypes?.createPolicy("tollgate-analytics", {
    createScriptURL: () => address,
  });
  // The only address that ever becomes a script here is the one that our own server named.
  Reflect.set(script, "src", policy?.createScriptURL(address) ?? address);
  document.head.append(script);
}

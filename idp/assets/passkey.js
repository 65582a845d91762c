// Passkeys on the pages of the identity provider: asks the device, puts its answer into the form, sends the form.
(() => {
  "use strict";
  if (!window.PublicKeyCredential || !navigator.credentials) return;

  // An offer is made anew before its ceremony, which lives for five minutes, is over.
  const offerLife = 4 * 60 * 1000;

  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const descriptors = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));

  // What the person reads when it did not work, by what the browser said; the words stand in the page.
  const reasons = { InvalidStateError: "known", Unanswered: "unanswered", Busy: "busy" };

  const refused = (name) => {
    const error = new Error(name);
    error.name = name;
    return error;
  };

  const begin = async (form) => {
    const body = new URLSearchParams({ csrfToken: form.elements.csrfToken.value });
    const asking = fetch(form.dataset.options, { method: "POST", body, credentials: "same-origin" });
    const answer = await asking.catch(() => {
      throw refused("Unanswered");
    });
    if (answer.status === 429) throw refused("Busy");
    const isJson = (answer.headers.get("content-type") || "").startsWith("application/json");
    if (!answer.ok || !isJson) throw refused("Unanswered");
    const { ceremony, publicKey } = await answer.json();
    publicKey.challenge = bytes(publicKey.challenge);
    return { ceremony, publicKey };
  };

  const send = (form, ceremony, credential, response) => {
    form.elements.ceremony.value = ceremony;
    form.elements.credential.value = JSON.stringify({
      id: credential.id,
      rawId: text(credential.rawId),
      type: credential.type,
      extensions: {},
      response,
    });
    form.submit();
  };

  const sendAssertion = (form, ceremony, credential) => {
    const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response;
    send(form, ceremony, credential, {
      authenticatorData: text(authenticatorData),
      clientDataJSON: text(clientDataJSON),
      signature: text(signature),
      userHandle: userHandle ? text(userHandle) : null,
    });
  };

  const signIn = async (form, options) => {
    const { ceremony, publicKey } = await begin(form);
    publicKey.allowCredentials = descriptors(publicKey.allowCredentials);
    const credential = await navigator.credentials.get({ publicKey, ...options });
    if (credential) sendAssertion(form, ceremony, credential);
  };

  const add = async (form) => {
    const { ceremony, publicKey } = await begin(form);
    publicKey.user.id = bytes(publicKey.user.id);
    publicKey.excludeCredentials = descriptors(publicKey.excludeCredentials);
    const credential = await navigator.credentials.create({ publicKey });
    if (!credential) return;
    const { attestationObject, clientDataJSON } = credential.response;
    send(form, ceremony, credential, {
      attestationObject: text(attestationObject),
      clientDataJSON: text(clientDataJSON),
    });
  };

  const prepare = (form, ask) => {
    const trouble = document.getElementById("passkey-trouble");
    let isAsking = false;
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      // A second press while the device is asked would only end the first.
      if (isAsking) return;
      isAsking = true;
      trouble.hidden = true;
      try {
        await ask();
      } catch (error) {
        trouble.textContent = trouble.dataset[reasons[error.name]] || trouble.dataset.cancelled;
        trouble.hidden = false;
      } finally {
        isAsking = false;
      }
    });
  };

  const entrance = document.getElementById("passkey-form");
  if (entrance) {
    // The offer beside the address field waits for as long as the page is open; the button ends the waiting.
    let waiting = null;
    const canOffer = async () => {
      const can = PublicKeyCredential.isConditionalMediationAvailable;
      return can ? can.call(PublicKeyCredential).catch(() => false) : false;
    };
    const offer = async () => {
      const mine = new AbortController();
      waiting = mine;
      if (!(await canOffer()) || mine.signal.aborted) return;
      const again = setTimeout(() => {
        mine.abort();
        offer();
      }, offerLife);
      try {
        await signIn(entrance, { mediation: "conditional", signal: mine.signal });
      } catch {
        // Nobody asked for it, so nobody is told that it did not come about.
      }
      if (mine.signal.aborted) clearTimeout(again);
    };
    prepare(entrance, async () => {
      waiting?.abort();
      try {
        await signIn(entrance, {});
      } catch (error) {
        offer();
        throw error;
      }
    });
    offer();
  }

  const addition = document.getElementById("passkey-add-form");
  if (addition) prepare(addition, () => add(addition));
})();

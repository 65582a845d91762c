// Passkeys on the pages of the identity provider: asks the device, puts its answer into the form, sends the form.
(() => {
  "use strict";
  if (!window.PublicKeyCredential || !navigator.credentials) return;

  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const descriptors = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));

  const begin = async (form) => {
    const body = new URLSearchParams({ csrfToken: form.elements.csrfToken.value });
    const answer = await fetch(form.dataset.options, { method: "POST", body, credentials: "same-origin" });
    if (!answer.ok) throw new Error("no ceremony");
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

  const signIn = async (form, wishes) => {
    const { ceremony, publicKey } = await begin(form);
    publicKey.allowCredentials = descriptors(publicKey.allowCredentials);
    const credential = await navigator.credentials.get({ publicKey, ...wishes });
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
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      trouble.hidden = true;
      ask().catch(() => {
        trouble.hidden = false;
      });
    });
  };

  const entrance = document.getElementById("passkey-form");
  if (entrance) {
    // The offer beside the address field waits for as long as the page is open; the button ends the waiting.
    let waiting = new AbortController();
    const offer = async () => {
      const can = PublicKeyCredential.isConditionalMediationAvailable;
      if (!can || !(await can.call(PublicKeyCredential))) return;
      await signIn(entrance, { mediation: "conditional", signal: waiting.signal });
    };
    prepare(entrance, () => {
      waiting.abort();
      waiting = new AbortController();
      return signIn(entrance, { signal: waiting.signal });
    });
    offer().catch(() => {});
  }

  const addition = document.getElementById("passkey-add-form");
  if (addition) prepare(addition, () => add(addition));
})();

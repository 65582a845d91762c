// The page that waits for a mail: counts down to the next one, and notices a sign-in in another tab.
(() => {
  "use strict";
  const again = document.getElementById("resend");
  const onward = document.getElementById("continue-link");
  if (!again || !onward) return;

  const words = again.textContent;
  const end = Date.now() + Number(again.dataset.wait) * 1000;
  const count = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    again.disabled = left > 0;
    if (left <= 0) {
      again.textContent = words;
      return;
    }
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    again.textContent = again.dataset.words.replace("{}", clock);
    setTimeout(count, 500);
  };
  count();

  // The session that was there when the page opened, if there was one, is not the one it waits for.
  let before = null;
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch("/api/auth/session", { headers: { accept: "application/json" } }).catch(() => null);
    const now = answer?.ok ? await answer.text() : null;
    if (now === null) return;
    before ??= now;
    if (now !== before && now !== "{}") location.replace(onward.href);
  };
  look();
  setInterval(look, 5000);
  document.addEventListener("visibilitychange", look);
})();

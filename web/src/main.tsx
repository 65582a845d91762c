/** Assembles the app and starts it. */
import { QueryClientProvider } from "@tanstack/react-query";
import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { StrictMode, Suspense, use } from "react";
import { createRoot } from "react-dom/client";
import { AccountApiContext, ApiContext, createAccountApi, createApi } from "@/api/client";
import { createQueryClient, forgetBetween } from "@/api/queries";
import { createApiFetch } from "@/auth/api-fetch";
import { createKeeper } from "@/auth/keeper";
import { createKeyStore } from "@/auth/key-store";
import { Manager } from "@/auth/manager";
import { SessionProvider } from "@/auth/provider";
import { clientId, issuer, oidcSettings, visitStorage } from "@/auth/settings";
import { asViewed, createViews, onlyOwn, ViewsContext } from "@/auth/view";
import { CrashPage } from "@/features/session/crash-page";
import { loadCatalogue } from "@/lib/language";
import { hasUnsavedWork } from "@/lib/unsaved-work";
import { createAppRouter } from "@/routes";
import { BootScreen } from "@/ui/boot-screen";
import "@/ui/app.css";
import { reloadOnceAfterRelease } from "@/release";

reloadOnceAfterRelease(window);

const manager = new Manager(oidcSettings(document), createKeyStore(clientId));
const keeper = createKeeper(manager, {
  channel: "BroadcastChannel" in window ? new BroadcastChannel("tollgate.session") : null,
  replaceAddress: (path) => history.replaceState(null, "", path),
  remembers: () => navigator.cookieEnabled && visitStorage(document) !== null,
  hasWork: hasUnsavedWork,
});
// A session may have ended while the user looked at another tab or window.
const checkSession = () => {
  if (document.visibilityState === "visible") void keeper.check();
};
document.addEventListener("visibilitychange", checkSession);
window.addEventListener("focus", checkSession);
const queries = createQueryClient();
// Deletes one user's data before the next user sees the page; a page under the sign-in cover keeps its data.
const clearCache = () => {
  if (keeper.lapse.current() === null) queries.clear();
};
manager.events.addUserUnloaded(clearCache);
keeper.lapse.subscribe(() => {
  void manager.getUser().then((user) => {
    if (user === null) clearCache();
    else void queries.invalidateQueries();
  });
});
let lastUser: string | undefined;
manager.events.addUserLoaded(({ profile }) => {
  if (lastUser !== undefined && lastUser !== profile.sub) queries.clear();
  lastUser = profile.sub;
});
const views = createViews();
forgetBetween(views, queries);
manager.events.addUserUnloaded(views.leave);
// Each server issues its own nonces.
const apiFetch = () => createApiFetch(keeper, keeper.stepUp, fetch.bind(window));
const api = createApi(location.origin, asViewed(views, apiFetch()));
const accountApi = createAccountApi(issuer(document), onlyOwn(views, apiFetch()));

// The router reads the address when it is created, so it is created after the callback removed its parameters.
const start = keeper.start(new URL(location.href));
const routerReady = start.then(() => createAppRouter());

function App() {
  return (
    <SessionProvider keeper={keeper} start={start}>
      <RouterProvider router={use(routerReady)} />
    </SessionProvider>
  );
}

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no element with the id root");

// Components read texts when they render, so the catalogue loads first.
void loadCatalogue().then(() =>
  createRoot(container).render(
    <StrictMode>
      <CatchBoundary getResetKey={() => "app"} errorComponent={CrashPage}>
        <QueryClientProvider client={queries}>
          <ApiContext value={api}>
            <AccountApiContext value={accountApi}>
              <ViewsContext value={views}>
                <Suspense fallback={<BootScreen />}>
                  <App />
                </Suspense>
              </ViewsContext>
            </AccountApiContext>
          </ApiContext>
        </QueryClientProvider>
      </CatchBoundary>
    </StrictMode>,
  ),
);

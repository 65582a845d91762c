/** Puts the parts together and starts the page. */
import { QueryClientProvider } from "@tanstack/react-query";
import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { UserManager } from "oidc-client-ts";
import { StrictMode, Suspense, use } from "react";
import { createRoot } from "react-dom/client";
import { ApiContext, createApi } from "@/api/client";
import { createQueryClient } from "@/api/queries";
import { createApiFetch } from "@/auth/api-fetch";
import { createKeeper } from "@/auth/keeper";
import { SessionProvider } from "@/auth/provider";
import { oidcSettings } from "@/auth/settings";
import { CrashPage } from "@/features/session/crash-page";
import { createAppRouter } from "@/routes";
import { BootScreen } from "@/ui/boot-screen";
import "@/ui/app.css";
import { reloadOnceAfterRelease } from "@/release";

reloadOnceAfterRelease(window);

const manager = new UserManager(oidcSettings(document));
const keeper = createKeeper(manager, {
  channel: "BroadcastChannel" in window ? new BroadcastChannel("tollgate.session") : null,
  replaceAddress: (path) => history.replaceState(null, "", path),
});
const queries = createQueryClient();
// Nothing of one person is left for the next one.
manager.events.addUserUnloaded(() => queries.clear());
const api = createApi(location.origin, createApiFetch(keeper, fetch.bind(window)));

// The router reads the address when it is made, so it is made when a callback has cleaned it.
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

createRoot(container).render(
  <StrictMode>
    <CatchBoundary getResetKey={() => "app"} errorComponent={CrashPage}>
      <QueryClientProvider client={queries}>
        <ApiContext value={api}>
          <Suspense fallback={<BootScreen />}>
            <App />
          </Suspense>
        </ApiContext>
      </QueryClientProvider>
    </CatchBoundary>
  </StrictMode>,
);

/** Registering a website: the form first, then what it made, shown once. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { registerWebsite } from "@/api/websites";
import { useSession } from "@/auth/session";
import { RegisterForm } from "./register-form";
import { Registered } from "./registered";

export function NewSitePage() {
  const session = useSession();
  const register = useMutation(registerWebsite(useApi(), useQueryClient()));
  if (register.data !== undefined) {
    const sub = session.status === "signed-in" ? session.holder.sub : "";
    return <Registered result={register.data} ownSub={sub} />;
  }
  return (
    <RegisterForm
      busy={register.isPending}
      error={register.error}
      onSubmit={(request) => register.mutate(request)}
    />
  );
}

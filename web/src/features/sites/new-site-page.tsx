/** Registering a website: the form first, then what it made, shown once. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { registerWebsite } from "@/api/websites";
import { RegisterForm } from "./register-form";
import { Registered } from "./registered";

export function NewSitePage() {
  const register = useMutation(registerWebsite(useApi(), useQueryClient()));
  const { data } = register;
  if (data !== undefined) return <Registered result={data} />;
  return (
    <RegisterForm
      busy={register.isPending}
      error={register.error}
      onSubmit={(request) => register.mutate(request)}
    />
  );
}

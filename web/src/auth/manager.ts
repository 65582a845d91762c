/** The library's user manager, which can also say where a sign-in would begin without going there. */
import { type CreateSigninRequestArgs, UserManager } from "oidc-client-ts";

export class Manager extends UserManager {
  async addressOf(request: CreateSigninRequestArgs): Promise<string> {
    return (await this._client.createSigninRequest(request)).url;
  }
}

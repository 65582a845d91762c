/** The library's user manager, which binds tokens to this browser's key, and can say where a sign-in would begin without going there. */
import {
  type CreateSigninRequestArgs,
  type User,
  UserManager,
  type UserManagerSettings,
} from "oidc-client-ts";
import type { KeyStore } from "./key-store";

export class Manager extends UserManager {
  readonly #keys: KeyStore;

  constructor(settings: UserManagerSettings, keys: KeyStore) {
    super({ ...settings, dpop: { bind_authorization_code: true, store: keys } });
    this.#keys = keys;
  }

  async addressOf(request: CreateSigninRequestArgs): Promise<string> {
    return (await this._client.createSigninRequest(request)).url;
  }

  /** What shows that a request with this token comes from where its key is; a server may want it to name a nonce. */
  async proof(token: string, request: Request, nonce?: string): Promise<string | undefined> {
    const { origin, pathname } = new URL(request.url);
    // While developing, Vite stands before the server, which knows itself by its own address only.
    const server = import.meta.env.DEV ? this.settings.authority : origin;
    // The library reads no more of a user.
    const holder = { access_token: token } as User;
    return this.dpopProof(server + pathname, holder, request.method, nonce);
  }

  /** A code must not be bound to a key that the page it comes back to will not find. */
  override async generateDPoPJkt(
    settings: Parameters<UserManager["generateDPoPJkt"]>[0],
  ): Promise<string | undefined> {
    const thumbprint = await super.generateDPoPJkt(settings);
    return (await this.#keys.isKept()) ? thumbprint : undefined;
  }
}

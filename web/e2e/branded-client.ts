/** A client of another website with its own branding, and its authorization requests. */
import type { Product } from "./product";
import { register } from "./registration";

/** A redirect address of the client that no test visits; our pages show its host. */
const elsewhere = "https://paperplane.example/callback";
/** A small PNG: a white plane on orange. */
const logo =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAFgAAABYCAMAAABGS8AGAAAAOVBMVEX/////4ODgwMDgoIDggGDggEDAYEDAQADgwKDAQCD//+D/4MDAYCD/4KDgoKD/wKDgoGDgYEDgwIB4/m/8AAACnElEQVR42t1Z27bjIAiNivfYTuf/P/a0uWuCiqlnzRpe2+y1hQ0CDsP/aIwLkEpPpiQIzr4BasDqk1kwt8CdURo1ZVwrWdAFgxbaXOoKk/zrbNtYC6urzYp6ukqTTFWSNlYTzZoaXNANBmXpSt1ksiBqp3SjKdcHN498BzeLLPUtk1/VQ4U2jL5tl3pm9j6wvcrBG4GD7bDqou60wzK3fyy+5Qgr2OA84M5oU8Qo3tp1geHK4E2wswi8j77md1NjvZV8iI8bpQmjR2wl5oMfxugndsPD+0XnQ0hpHbzsyELYvgxvwo/kD64pmSchHHDDObVMQ9KNUTX44LLzeRU5dEl78sENV+dlNE9A2vX4ifBF5A1FE+eOx8+EB4vWZUsSQoTLLh1pK10cCSHC9UhZZDV1Yry8FqbABYdIipcrMdKnzrgeO68oxQ6Q9nfGnQgb/FaV5NZ3wfUoLZnJuyshRIGbCV9Las69aiEkuD4TeQR4zPa7C+5MWBCACwPLijsRTmp8Hlg9cq3/EriFMJZcmI9x7A13JvwgAqPYG27I1698mT9j77g+e6ep4tWfYPuEMM92yoVyfMD2CWH0U6hsBxfsHXchjIltKUJV7dUb+4DrC5Wck+7S54kwJrb1Nq3sYP9suKzQNlhag/VKCbvSkFPbCKWETWnGqXWyiAnjJ2XEFgtiwmhsFLUpHI9SyxzUkNvY51Yus4nlyI33R3BPU3Ig0EeFj+DkelJWDB1huHkT3kY5U7UD4LWCe21DImTrBNHL8Hdfedi61ULdyDu+tmUKr53/aUM6YP8Xd9cKMBaS7hcWId1WN/2WTf3WY/0Wet1WkP2Wpv3WvP0W0x1X6f2W//2eKzo+sPR7Eur4iNXx2a3jQ2HPp81/z34Atw2NoIQKluUAAAAASUVORK5CYII=";

/** Registers the client, optionally with a working redirect address; returns a function that builds its requests. */
export async function registerBrandedClient(
  product: Product,
  callback: string,
): Promise<(more?: Record<string, string>) => string> {
  await register(product, "paperplane", {
    client_name: "Paperplane",
    redirect_uris: [callback, elsewhere],
    grant_types: ["authorization_code", "refresh_token"],
    post_logout_redirect_uris: [new URL("/bye", callback).href],
    brand_color: "#c2410c",
    logo_uri: logo,
    client_uri: "https://paperplane.example/",
    policy_uri: "https://paperplane.example/privacy",
    tos_uri: "https://paperplane.example/terms",
    require_pkce: false,
  });
  return (more = {}) => {
    const query = new URLSearchParams({
      client_id: "paperplane",
      redirect_uri: elsewhere,
      response_type: "code",
      scope: "openid profile email offline_access",
      state: "kept",
      ...more,
    });
    return `${product.base}/oauth/authorize?${query}`;
  };
}

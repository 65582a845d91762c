/** Validates a webhook endpoint's address before the request. */
import { t } from "./language";

type Finding = {
  text: string;
  /** False if the server may still accept it, because its operator may allow this host. */
  isFinal: boolean;
};

const longest = 2000;

/** Returns the first problem of an address, or null. */
export function webhookAddressProblem(typed: string): Finding | null {
  const wrong = (text: string): Finding => ({ text, isFinal: true });
  if (!URL.canParse(typed))
    return wrong(t("Enter a complete address, such as https://shop.example/hooks."));
  const url = new URL(typed);
  if (typed.length > longest) return wrong(t("Enter at most {longest} characters.", { longest }));
  if (url.username !== "" || url.password !== "") {
    return wrong(t("Remove the user name and password from the address."));
  }
  if (typed.includes("#")) return wrong(t("Remove the part after # from the address."));
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return wrong(t("Enter an https address."));
  if (url.protocol === "https:" && isPublic(url.hostname)) return null;
  return {
    text: t(
      "Use https and a host that is reachable from the internet. If the operator of this installation allows this address, try again.",
    ),
    isFinal: false,
  };
}

/** The internet cannot reach private networks and localhost (RFC 1918, 3927, 4193, 6761). */
function isPublic(host: string): boolean {
  if (host.startsWith("[")) return !/^\[(?:::1?\]|f[cd]|fe[89ab])/.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) {
    return !/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
  }
  return host.includes(".") && !/(?:^|\.)(?:localhost|local|internal)\.?$/.test(host);
}

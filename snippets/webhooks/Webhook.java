import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Webhook {
  /**
   * Whether a webhook is from Tollgate and at most five minutes old (Standard Webhooks). The first three are the headers
   * webhook-id, webhook-timestamp and webhook-signature; the body is the bytes as they came: parse them afterwards.
   */
  public static boolean isFromTollgate(String id, String timestamp, String signatures, byte[] body, String secret)
      throws GeneralSecurityException {
    if (!timestamp.matches("\\d{1,12}")
        || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
      return false;
    }
    var key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
    // There are two signatures while the secret is being changed.
    for (var given : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return true;
    }
    return false;
  }
}

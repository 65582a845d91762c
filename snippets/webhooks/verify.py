import base64
import hashlib
import hmac
import os
import time


def is_from_tollgate(headers, body, secret=os.environ.get("TOLLGATE_WEBHOOK_SECRET")):
    """Whether a webhook is from Tollgate and at most five minutes old (Standard Webhooks).

    `headers` finds names as your framework does; `body` is the bytes as they came: parse them afterwards.
    """
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    # There are two signatures while the secret is being changed.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)

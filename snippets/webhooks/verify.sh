# ID, TIMESTAMP and BODY are the headers webhook-id and webhook-timestamp, and the body as it came.
KEY=$(printf %s "${TOLLGATE_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A
# It prints what has to follow "v1," in the header webhook-signature. Also check that TIMESTAMP is of the last five minutes.

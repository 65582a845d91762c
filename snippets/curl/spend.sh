curl {{ISSUER}}/v1/spends \
  -H "Authorization: Bearer $TOLLGATE_API_KEY" \
  -H "Idempotency-Key: job-4711" \
  -H "Content-Type: application/json" \
  -d "{\"customer\":{\"sub\":\"$SUB\"},\"amount\":5,\"description\":\"One picture\"}"

curl {{ISSUER}}/v1/grants \
  -H "Authorization: Bearer $TOLLGATE_API_KEY" \
  -H "Idempotency-Key: welcome-$SUB" \
  -H "Content-Type: application/json" \
  -d "{\"customer\":{\"sub\":\"$SUB\"},\"amount\":100,\"kind\":\"promo\",\"reason\":\"Welcome\"}"

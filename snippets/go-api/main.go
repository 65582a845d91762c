package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Tokens say which API they are for; those for another one must not be accepted.
const audience = "{{API}}"

func main() {
	issuer := os.Getenv("AUTH_TOLLGATE_ISSUER")
	keys := oidc.NewRemoteKeySet(context.Background(), issuer+"/oauth/jwks")
	verifier := oidc.NewVerifier(issuer, keys, &oidc.Config{
		ClientID:             audience,
		SupportedSigningAlgs: []string{oidc.ES256},
	})
	http.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		visitor, err := verifier.Verify(r.Context(), token)
		if err != nil || !strings.EqualFold(scheme, "Bearer") || !isAccessToken(token) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]string{"sub": visitor.Subject})
	})
	log.Fatal(http.ListenAndServe(":{{PORT}}", nil))
}

// isAccessToken reports whether the header says at+jwt (RFC 9068): ID tokens are signed with the same keys.
func isAccessToken(token string) bool {
	first, _, _ := strings.Cut(token, ".")
	text, err := base64.RawURLEncoding.DecodeString(first)
	var header struct{ Typ string }
	return err == nil && json.Unmarshal(text, &header) == nil && header.Typ == "at+jwt"
}

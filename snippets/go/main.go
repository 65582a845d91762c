package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"os"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

var (
	issuer      = os.Getenv("AUTH_TOLLGATE_ISSUER")
	redirectURI = os.Getenv("AUTH_TOLLGATE_REDIRECT_URI")
	sessions    sync.Map // In memory, for one process: use your own session store in production.
)

type user struct {
	Sub     string `json:"sub"`
	Name    string `json:"name"`
	Email   string `json:"email"`
	Message string `json:"-"`
	idToken string
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
{{if .}}<p>{{.Name}}, {{.Email}}</p>
<p>Customer for the curl commands, $SUB: <code>{{.Sub}}</code></p>
<p>{{.Message}}</p>
<form method="post" action="/spend"><button>Spend 5 credits</button></form>
<form method="post" action="/signout"><button>Sign out</button></form>
{{else}}<a href="/signin">Sign in</a>{{end}}`))

func main() {
	provider, err := oidc.NewProvider(context.Background(), issuer)
	if err != nil {
		log.Fatal(err)
	}
	client := &oauth2.Config{
		ClientID:     os.Getenv("AUTH_TOLLGATE_ID"),
		ClientSecret: os.Getenv("AUTH_TOLLGATE_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  redirectURI,
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email", "credits.read"},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: client.ClientID})
	callback, err := url.Parse(redirectURI)
	if err != nil {
		log.Fatal(err)
	}

	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		_ = page.Execute(w, current(r))
	})
	http.HandleFunc("GET /signin", func(w http.ResponseWriter, r *http.Request) {
		state, pkce := rand.Text(), oauth2.GenerateVerifier()
		setCookie(w, "state", state)
		setCookie(w, "pkce", pkce)
		http.Redirect(w, r, client.AuthCodeURL(state, oauth2.S256ChallengeOption(pkce)), http.StatusFound)
	})
	http.HandleFunc("GET "+callback.Path, func(w http.ResponseWriter, r *http.Request) {
		signedIn, err := exchange(r, client, verifier)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		id := rand.Text()
		sessions.Store(id, signedIn)
		setCookie(w, "session", id)
		http.Redirect(w, r, "/", http.StatusFound)
	})
	http.HandleFunc("POST /spend", func(w http.ResponseWriter, r *http.Request) {
		if visitor := current(r); visitor != nil {
			spent := *visitor
			spent.Message = spend(r.Context(), visitor.Sub)
			sessions.Store(cookie(r, "session"), &spent)
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
	})
	http.HandleFunc("POST /signout", func(w http.ResponseWriter, r *http.Request) {
		query := url.Values{"client_id": {client.ClientID}}
		query.Set("post_logout_redirect_uri", callback.ResolveReference(&url.URL{Path: "/"}).String())
		if visitor := current(r); visitor != nil {
			query.Set("id_token_hint", visitor.idToken)
			sessions.Delete(cookie(r, "session"))
		}
		http.Redirect(w, r, issuer+"/oauth/logout?"+query.Encode(), http.StatusSeeOther)
	})

	port := callback.Port()
	if port == "" {
		port = "3000"
	}
	log.Fatal(http.ListenAndServe(":"+port, nil))
}

// exchange redeems the code of the request, and reads who signed in from the ID token.
func exchange(r *http.Request, client *oauth2.Config, verifier *oidc.IDTokenVerifier) (*user, error) {
	query := r.URL.Query()
	if state := cookie(r, "state"); state == "" || query.Get("state") != state {
		return nil, fmt.Errorf("the state is not ours: sign in again")
	}
	tokens, err := client.Exchange(r.Context(), query.Get("code"), oauth2.VerifierOption(cookie(r, "pkce")))
	if err != nil {
		return nil, err
	}
	raw, _ := tokens.Extra("id_token").(string)
	idToken, err := verifier.Verify(r.Context(), raw)
	if err != nil {
		return nil, err
	}
	signedIn := &user{idToken: raw}
	return signedIn, idToken.Claims(signedIn)
}

// spend takes five credits and says what is left, or why not.
func spend(ctx context.Context, sub string) string {
	body, _ := json.Marshal(map[string]any{
		"customer":    map[string]string{"sub": sub},
		"amount":      5,
		"description": "One picture",
	})
	request, err := http.NewRequestWithContext(ctx, "POST", issuer+"/v1/spends", bytes.NewReader(body))
	if err != nil {
		return err.Error()
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TOLLGATE_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	// One key for each job: a repeated request with the same key never charges twice.
	request.Header.Set("Idempotency-Key", rand.Text())
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	var answer struct {
		Title   string
		Balance struct{ Available json.Number }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err.Error()
	}
	if response.StatusCode != http.StatusOK {
		return answer.Title
	}
	return answer.Balance.Available.String() + " credits left"
}

func current(r *http.Request) *user {
	found, _ := sessions.Load(cookie(r, "session"))
	visitor, _ := found.(*user)
	return visitor
}

func cookie(r *http.Request, name string) string {
	found, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return found.Value
}

func setCookie(w http.ResponseWriter, name, value string) {
	secure := len(redirectURI) > 6 && redirectURI[:6] == "https:"
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	})
}

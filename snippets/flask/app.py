import os
import uuid
from urllib.parse import urlencode, urljoin, urlsplit

import requests
from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, render_template_string, session

ISSUER = os.environ["AUTH_TOLLGATE_ISSUER"]
CLIENT_ID = os.environ["AUTH_TOLLGATE_ID"]
REDIRECT_URI = os.environ["AUTH_TOLLGATE_REDIRECT_URI"]

app = Flask(__name__)
app.secret_key = os.environ["AUTH_SECRET"]
app.config.update(
    SESSION_COOKIE_SAMESITE="Lax",
    SESSION_COOKIE_SECURE=REDIRECT_URI.startswith("https:"),
)

tollgate = OAuth(app).register(
    "tollgate",
    client_id=CLIENT_ID,
    client_secret=os.environ["AUTH_TOLLGATE_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={
        "scope": "openid profile email credits.read",
        "code_challenge_method": "S256",
    },
)

PAGE = """
{% if not user %}
<a href="/signin">Sign in</a>
{% else %}
<p>{{ user.name }}, {{ user.email }}</p>
<p>Customer for the curl commands, $SUB: <code>{{ user.sub }}</code></p>
<p>{{ message or "" }}</p>
<form method="post" action="/spend"><button>Spend 5 credits</button></form>
<form method="post" action="/signout"><button>Sign out</button></form>
{% endif %}
"""


@app.get("/")
def home():
    return render_template_string(PAGE, user=session.get("user"), message=session.get("message"))


@app.get("/signin")
def sign_in():
    return tollgate.authorize_redirect(REDIRECT_URI)


@app.get(urlsplit(REDIRECT_URI).path)
def signed_in():
    tokens = tollgate.authorize_access_token()
    claims = tokens["userinfo"]
    session.clear()
    session["user"] = {key: claims.get(key) for key in ("sub", "name", "email")}
    session["id_token"] = tokens["id_token"]
    return redirect("/")


@app.post("/spend")
def spend():
    if "user" not in session:
        return redirect("/")
    answer = requests.post(
        f"{ISSUER}/v1/spends",
        headers={
            "Authorization": f"Bearer {os.environ['TOLLGATE_API_KEY']}",
            # One key for each job: a repeated request with the same key never charges twice.
            "Idempotency-Key": str(uuid.uuid4()),
        },
        json={
            "customer": {"sub": session["user"]["sub"]},
            "amount": 5,
            "description": "One picture",
        },
        timeout=10,
    )
    body = answer.json()
    session["message"] = f"{body['balance']['available']} credits left" if answer.ok else body["title"]
    return redirect("/")


@app.post("/signout")
def sign_out():
    query = {
        "client_id": CLIENT_ID,
        "id_token_hint": session.get("id_token", ""),
        "post_logout_redirect_uri": urljoin(REDIRECT_URI, "/"),
    }
    session.clear()
    return redirect(f"{ISSUER}/oauth/logout?{urlencode(query)}")

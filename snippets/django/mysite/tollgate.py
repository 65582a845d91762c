import os
import uuid
from urllib.parse import urlencode, urljoin

import requests
from authlib.integrations.django_client import OAuth
from django.contrib import auth
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template import engines
from django.views.decorators.http import require_GET, require_POST

ISSUER = os.environ["AUTH_TOLLGATE_ISSUER"]
CLIENT_ID = os.environ["AUTH_TOLLGATE_ID"]
REDIRECT_URI = os.environ["AUTH_TOLLGATE_REDIRECT_URI"]

tollgate = OAuth().register(
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
{% if not user.is_authenticated %}
<a href="/signin">Sign in</a>
{% else %}
<p>{{ user.first_name }}, {{ user.email }}</p>
<p>Customer for the curl commands, $SUB: <code>{{ user.username }}</code></p>
<p>{{ message|default:"" }}</p>
<form method="post" action="/spend">{% csrf_token %}<button>Spend 5 credits</button></form>
<form method="post" action="/signout">{% csrf_token %}<button>Sign out</button></form>
{% endif %}
"""


@require_GET
def home(request):
    page = engines["django"].from_string(PAGE)
    context = {"user": request.user, "message": request.session.get("message")}
    return HttpResponse(page.render(context, request))


@require_GET
def sign_in(request):
    return tollgate.authorize_redirect(request, REDIRECT_URI)


@require_GET
def signed_in(request):
    tokens = tollgate.authorize_access_token(request)
    claims = tokens["userinfo"]
    # Known by `sub`, which never changes; an address may.
    user, _ = auth.get_user_model().objects.update_or_create(
        username=claims["sub"],
        defaults={"first_name": claims.get("name", ""), "email": claims.get("email", "")},
    )
    auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session["id_token"] = tokens["id_token"]
    return redirect("/")


@require_POST
def spend(request):
    if not request.user.is_authenticated:
        return redirect("/")
    answer = requests.post(
        f"{ISSUER}/v1/spends",
        headers={
            "Authorization": f"Bearer {os.environ['TOLLGATE_API_KEY']}",
            # One key for each job: a repeated request with the same key never charges twice.
            "Idempotency-Key": str(uuid.uuid4()),
        },
        json={
            "customer": {"sub": request.user.username},
            "amount": 5,
            "description": "One picture",
        },
        timeout=10,
    )
    body = answer.json()
    message = f"{body['balance']['available']} credits left" if answer.ok else body["title"]
    request.session["message"] = message
    return redirect("/")


@require_POST
def sign_out(request):
    query = {
        "client_id": CLIENT_ID,
        "id_token_hint": request.session.get("id_token", ""),
        "post_logout_redirect_uri": urljoin(REDIRECT_URI, "/"),
    }
    auth.logout(request)
    return redirect(f"{ISSUER}/oauth/logout?{urlencode(query)}")

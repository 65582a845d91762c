"""A website that signs people in by Authlib's client for Flask, unmodified; it knows nothing of us but its registration.

It listens on a free port, says so in one line on standard error, and takes its registration by a POST.
"""

import json
import sys

from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, request, session
from werkzeug.serving import make_server

site = Flask(__name__)
site.secret_key = "of a test"
site.session_cookie_name = "site"
oauth = OAuth(site)
# What a site would keep in its own database.
kept = {}


@site.post("/registration")
def register():
    registration = request.get_json()
    oauth.register(
        "tollgate",
        client_id=registration["client_id"],
        client_secret=registration["client_secret"],
        server_metadata_url=f"{registration['issuer']}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid profile email offline_access",
            "code_challenge_method": "S256",
            "token_endpoint_auth_method": registration["token_endpoint_auth_method"],
        },
    )
    return jsonify({})


@site.get("/login")
def login():
    return oauth.tollgate.authorize_redirect(f"{home()}/callback")


@site.route("/callback", methods=["GET", "POST"])
def callback():
    kept["token"] = oauth.tollgate.authorize_access_token()
    session["user"] = kept["token"]["userinfo"]["sub"]
    return told()


@site.get("/me")
def me():
    return jsonify(oauth.tollgate.userinfo(token=kept["token"]))


@site.get("/refresh")
def refresh():
    before = kept["token"]
    after = oauth.tollgate.fetch_access_token(
        grant_type="refresh_token", refresh_token=before["refresh_token"]
    )
    # The library verifies the new ID token as it did the first; it carries no nonce any more.
    oauth.tollgate.parse_id_token(after, nonce=None)
    kept["token"] = {**before, **after}
    return told()


@site.get("/logout")
def logout():
    return oauth.tollgate.logout_redirect(
        f"{home()}/bye", id_token_hint=kept["token"]["id_token"]
    )


@site.get("/bye")
def bye():
    oauth.tollgate.validate_logout_response()
    session.clear()
    return jsonify({"signed_out": True})


def told():
    token = kept["token"]
    return jsonify(
        {
            "sub": session["user"],
            "access_token": token["access_token"],
            "refresh_token": token["refresh_token"],
        }
    )


def home():
    return f"http://127.0.0.1:{server.server_port}"


server = make_server("127.0.0.1", 0, site)
line = {"message": "listening", "address": f"127.0.0.1:{server.server_port}"}
print(json.dumps(line), file=sys.stderr, flush=True)
server.serve_forever()

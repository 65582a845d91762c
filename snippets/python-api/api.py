import os

import jwt
from flask import Flask, jsonify, request

ISSUER = os.environ["AUTH_TOLLGATE_ISSUER"]
# Tokens say which API they are for; those for another one must not be accepted.
AUDIENCE = "{{API}}"

app = Flask(__name__)
keys = jwt.PyJWKClient(f"{ISSUER}/oauth/jwks")


def visitor():
    """Gives the claims of the request's access token, or None."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    try:
        key = keys.get_signing_key_from_jwt(token)
        verified = jwt.decode_complete(token, key, algorithms=["ES256"], issuer=ISSUER, audience=AUDIENCE)
    except jwt.PyJWTError:
        return None
    return verified["payload"] if verified["header"].get("typ") == "at+jwt" else None


@app.get("/")
def home():
    claims = visitor()
    if claims is None:
        return "", 401, {"WWW-Authenticate": "Bearer"}
    return jsonify(sub=claims["sub"])

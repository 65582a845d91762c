"""An MCP client by the official SDK, unmodified: `/connect` starts and gives the address where its person signs in, and
`/finish` takes the address that the browser came back to, and calls a tool.
"""

import asyncio
import json
import socket
import sys
from urllib.parse import parse_qs, urlparse

import httpx2
import uvicorn
from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

REDIRECT = "http://127.0.0.1:51005/callback"
own = {}


class Storage:
    """What a client would keep in its own database."""

    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


async def visit(server, document, initial_token):
    async def redirect(address):
        own["address"].set_result(address)

    async def callback():
        query = parse_qs(urlparse(await own["callback"]).query)
        one = lambda name: query.get(name, [None])[0]
        return AuthorizationCodeResult(code=one("code"), state=one("state"), iss=one("iss"))

    async def add_initial_token(request):
        """The operator's initial access token goes along with a registration, and with nothing else."""
        if initial_token and request.url.path == "/oauth/register":
            request.headers["authorization"] = f"Bearer {initial_token}"

    provider = OAuthClientProvider(
        server_url=server,
        client_metadata=OAuthClientMetadata(
            client_name="An agent",
            redirect_uris=[REDIRECT],
            grant_types=["authorization_code", "refresh_token"],
            response_types=["code"],
            token_endpoint_auth_method="none",
        ),
        storage=Storage(),
        redirect_handler=redirect,
        callback_handler=callback,
        client_metadata_url=document,
    )
    hooks = {"request": [add_initial_token]}
    async with httpx2.AsyncClient(auth=provider, event_hooks=hooks, timeout=60) as http:
        async with streamable_http_client(server, http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                told = await session.call_tool("whoami", {})
                return json.loads(told.content[0].text)


async def connect(request):
    body = await request.json()
    loop = asyncio.get_running_loop()
    own["address"], own["callback"] = loop.create_future(), loop.create_future()
    own["visit"] = asyncio.create_task(
        visit(body["server"], body.get("document"), body.get("initialToken"))
    )
    await asyncio.wait([own["address"], own["visit"]], return_when=asyncio.FIRST_COMPLETED)
    if own["address"].done():
        return JSONResponse({"address": own["address"].result()})
    return failed(own["visit"].exception())


async def finish(request):
    own["callback"].set_result((await request.json())["callback"])
    try:
        return JSONResponse(await own["visit"])
    except BaseException as error:  # noqa: BLE001
        return failed(error)


def failed(error):
    import traceback

    return PlainTextResponse("".join(traceback.format_exception(error)), status_code=500)


def main():
    app = Starlette(
        routes=[
            Route("/connect", connect, methods=["POST"]),
            Route("/finish", finish, methods=["POST"]),
        ]
    )
    listener = socket.create_server(("127.0.0.1", 0))
    host, port = listener.getsockname()
    print(json.dumps({"message": "listening", "address": f"{host}:{port}"}), file=sys.stderr, flush=True)
    config = uvicorn.Config(app, log_level="warning", lifespan="off")
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


main()

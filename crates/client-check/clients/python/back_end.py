"""A website's first back end in Python, over the client that OpenAPI Generator makes of the contract."""

import sys

import openapi_client as tollgate

base, key, token = sys.argv[1:]


def client(access_token):
    return tollgate.ApiClient(tollgate.Configuration(host=base, access_token=access_token))


credits = tollgate.CreditsApi(client(key))
customer = tollgate.CustomerRef(external_id="user-python")
grant = tollgate.GrantRequest(customer=customer, amount=100, kind="promo", reason="Welcome")
granted = credits.grant_credits("python-grant", grant)
assert granted.transaction.amount == 100, granted

spend = tollgate.SpendRequest(customer=customer, amount=5)
for _ in range(2):
    spent = credits.spend_credits("python-spend", spend)
    assert spent.balance.available == 95, spent

try:
    credits.spend_credits("python-too-much", tollgate.SpendRequest(customer=customer, amount=500))
    raise AssertionError("a balance that is too small is a 402")
except tollgate.ApiException as refused:
    assert refused.status == 402, refused
    assert refused.data.shortfall == 405, refused.data

page = tollgate.CustomersApi(client(key)).list_customers()
assert any(one.external_id == "user-python" for one in page.items), page

me = tollgate.MeApi(client(token)).get_me()
assert me.id == "usr_1", me
print("done")

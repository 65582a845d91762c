from urllib.parse import urlsplit

from django.urls import path

from . import tollgate

urlpatterns = [
    path("", tollgate.home),
    path("signin", tollgate.sign_in),
    path(urlsplit(tollgate.REDIRECT_URI).path.lstrip("/"), tollgate.signed_in),
    path("spend", tollgate.spend),
    path("signout", tollgate.sign_out),
]

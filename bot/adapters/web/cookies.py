"""What a browser keeps of its people: signed cookies that no script reads, for a year.

The first of them has opened the page here first, and a new tab is theirs; others who use the same
device have a cookie each, and a tab of theirs says so by their id, which is nobody's secret: it
counts only beside their cookie. Everything that changes something, and every socket, is asked for
its ``Origin`` besides: the cookie alone does nothing from another page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import web

    from bot.adapters.web.protocol import Hello
    from bot.adapters.web.signing import Person, Signer

PERSON, KEPT = "person", "kept"
"""Who sits here; and a cookie that says nothing, by which it is found out whether cookies stay."""

OTHER = "person-"
"""What the cookies of others here begin with; their id follows."""

WANTED = "Person"
"""The header in which a tab says whose of them it is."""

MOST = 8
"""People of one browser: all of their cookies fit into the head of a request."""

YEAR = 365 * 24 * 3600


def people(request: web.Request, signer: Signer) -> dict[str, Person]:
    """Who uses a browser by their cookies' names, whoever it belongs to first.

    What this server did not sign, or what was ended, is nobody.
    """
    names = [name for name in request.cookies if name.startswith(OTHER)]
    found = {name: signer.person(request.cookies.get(name, "")) for name in (PERSON, *names)}
    return {
        name: person
        for name, person in found.items()
        if person is not None and name in (PERSON, OTHER + person.id)
    }


def kept(request: web.Request, signer: Signer, wanted: str = "") -> Person | None:
    """Whose browser it is; or whoever is ``wanted`` of those who use it. None for nobody."""
    found = people(request, signer).values()
    return next((person for person in found if person.id == wanted or not wanted), None)


def bearer(request: web.Request, signer: Signer) -> Person | None:
    """Whose token a tab sends along; None without one, or with one that is not ours."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return signer.person(token) if kind == "Bearer" else None


def person_of(request: web.Request, signer: Signer) -> Person | None:
    """Who asks: the token of a tab goes before the browser's cookie."""
    if "Authorization" in request.headers:
        return bearer(request, signer)
    return kept(request, signer, request.headers.get(WANTED, ""))


def greeted(request: web.Request, hello: Hello, signer: Signer) -> Person | None:
    """Who opens a socket: by the token in the hello, or by the cookie where it has none."""
    return signer.person(hello.token) if hello.token else kept(request, signer, hello.person)


def stay(request: web.Request) -> bool:
    """Whether a browser has shown that it keeps cookies."""
    return KEPT in request.cookies or PERSON in request.cookies


def try_out(answer: web.StreamResponse) -> None:
    """Give a cookie that tells nothing, to see whether it comes back."""
    _set(answer, KEPT, "yes", secure=False)


def keep(
    request: web.Request,
    answer: web.StreamResponse,
    signer: Signer,
    token: str,
    instead: Person | None = None,
) -> bool:
    """Let the browser keep somebody: by https alone, if that is how it came.

    They are kept where they were, or in the place of whoever they come ``instead`` of, or beside
    those who use it. Only a POST keeps: behind a proxy nothing but its ``Origin`` tells whether
    that was so.

    Returns:
        Whether they are another one than a new tab belongs to.
    """
    secure = request.secure or request.headers.get("Origin", "").startswith("https:")
    person, here = signer.person(token), people(request, signer)
    at = {one.id: name for name, one in here.items()}
    name = at.get(person.id if person else "") or at.get(instead.id if instead else "")
    if instead is not None and name is not None and name != PERSON:
        answer.del_cookie(name, path="/", httponly=True, samesite="Lax")
        name = None
    if name is None:
        name = f"{OTHER}{person.id}" if here and person else PERSON
    _set(answer, name, token, secure=secure)
    return bool(here) and name not in (PERSON, next(iter(here)))


def drop(request: web.Request, answer: web.StreamResponse, signer: Signer) -> None:
    """Let the browser forget whoever is nobody here: not signed by this server, or ended."""
    here = people(request, signer)
    for name in request.cookies:
        if (name == PERSON or name.startswith(OTHER)) and name not in here:
            answer.del_cookie(name, path="/", httponly=True, samesite="Lax")


def _set(answer: web.StreamResponse, name: str, value: str, *, secure: bool) -> None:
    answer.set_cookie(
        name, value, max_age=YEAR, path="/", httponly=True, samesite="Lax", secure=secure
    )

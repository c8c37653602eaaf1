"""Who knows no world's name can open connections to the server, and keeps nobody else from theirs."""

import http.client
import socket
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

import pytest

from lifeworld.env.drivers.server import Server
from lifeworld.web.request import Response


class Hello:
    """A site that has one page."""

    def handle(self, request: Any) -> Response:
        return Response(200, {}, b"Hello")


@dataclass
class World:
    """What the server needs of a world."""

    site: Hello


def asked(connection: http.client.HTTPConnection, host: str) -> int:
    connection.request("GET", "/", headers={"Host": host})
    answer = connection.getresponse()
    answer.read()
    return answer.status


@pytest.mark.long
@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: no.localhost\r\nA: ", b"GET / HTTP/1.1\r\n\r\n"])
def test_connections_of_strangers_are_few_and_hinder_nobody(said: bytes) -> None:
    server = Server()
    server.start()
    host = server.mount(World(Hello()))  # type: ignore[arg-type]
    with ExitStack() as open_:
        open_.callback(server.stop)
        guest = open_.enter_context(closing(http.client.HTTPConnection("127.0.0.1", server.port)))
        assert asked(guest, host) == 200
        assert guest.sock.getsockname() not in server._strangers
        for _ in range(400):
            one = open_.enter_context(socket.create_connection(("127.0.0.1", server.port), 20))
            one.sendall(said)
        after = open_.enter_context(closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)))
        assert asked(after, host) == 200
        assert len(server._loopback._server.server_state.connections) < 200

"""A small web server on this machine's loopback, in a thread of its own."""

import socket
import threading

import uvicorn
from starlette.types import ASGIApp

from lifeworld.core.errors import UserError

_STOP_SECONDS = 5


class Loopback:
    """Serves one application until it is stopped.

    Args:
        port: 0 for any that is free.

    Raises:
        UserError: the port can't be used.
    """

    def __init__(self, port: int = 0) -> None:
        try:
            self._socket = socket.create_server(("127.0.0.1", port))
        except OSError as error:
            raise UserError(f"port {port} can't be used ({error.strerror}); name another with --port") from error
        self.port: int = self._socket.getsockname()[1]
        self._server: uvicorn.Server | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, application: ASGIApp) -> None:
        """Begin to serve; connections made before wait until it does."""
        config = uvicorn.Config(
            application, log_config=None, lifespan="off", ws="none", access_log=False, timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop serving and free the port."""
        if self._server:
            self._server.should_exit = True
            self._thread.join(_STOP_SECONDS)
        self._socket.close()

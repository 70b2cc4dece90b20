"""A server that accepts connections and never says a word."""

import socket
import threading


class Blackhole:
    """Listens on a free loopback port until closed; counts who came."""

    def __init__(self, port=0):
        self._listener = socket.create_server(("127.0.0.1", port), backlog=512)
        self.port = self._listener.getsockname()[1]
        self.guests = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                self.guests.append(self._listener.accept()[0])
            except OSError:
                return

    def close(self):
        """Hang up on everybody."""
        # A thread that waits in accept keeps the port; this wakes it.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for guest in self.guests:
            guest.close()

"""The server's event loop: uvloop's, with which a move costs a tenth less than with asyncio's own.

Twisted has one loop for the whole process, and whoever imports its reactor first chooses which. So this is
imported before daphne, which would choose asyncio's.
"""

import sys

import uvloop
from twisted.internet import asyncioreactor

if "twisted.internet.reactor" not in sys.modules:
    asyncioreactor.install(uvloop.new_event_loop())

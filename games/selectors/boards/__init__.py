"""Tables and boards put together in Python: which part stands where. Their looks are in their templates.

A title has a module here if its board is put together so; whatever lies here is known.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

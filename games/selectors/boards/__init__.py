"""Tables and boards put together in Python: which part stands where. Their looks are in their templates.

A title whose board is put together so has a module here. All of them are imported with this package, so
that ``games.parts`` knows what each assembles.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

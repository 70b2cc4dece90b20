"""Tags for the pages about oneself."""

from django import template
from django.utils.translation import gettext

from games.services.delivery import mail_state as mails
from games.services.rights.site_state import shown_state

register = template.Library()

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iPadOS",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


@register.simple_tag
def mail_state() -> str:
    """Return whether mails go out: "ok", "failed" or "none"."""
    return mails.mail_state(shown_state())


@register.simple_tag
def takes_accounts() -> bool:
    """Tell whether anybody may create an account, also without an invitation."""
    return shown_state().sign_up_open


@register.filter
def browser_words(agent: str) -> str:
    """Return what a browser calls itself as people call it: "Firefox on Linux"."""
    browser, system = (_first(names, agent) for names in (BROWSERS, SYSTEMS))
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("Unknown browser")


def _first(names: dict[str, str], agent: str) -> str:
    """Return the first name that fits: browsers also bear the names of those before them."""
    return next((name for sign, name in names.items() if sign in agent), "")

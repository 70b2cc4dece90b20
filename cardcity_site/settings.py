"""Settings, read from the environment; the README lists every variable."""

from email.utils import formataddr
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

from cardcity_site import postgresql
from cardcity_site.environment import database, flag, log_level, number, text, time_zone, words
from cardcity_site.private import kept_key, private_folder

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = private_folder(BASE_DIR / text("CARDCITY_DATA", "var"))


def _secret_key() -> str:
    """Return the key of the environment, or one kept beside the data, made at first need."""
    return text("SECRET_KEY") or kept_key(DATA_DIR / "secret.key", get_random_secret_key)


def _site_url() -> str:
    """Return what mails take for the site's address if nobody says it: the first host that is allowed."""
    host = ALLOWED_HOSTS[0].lstrip("*.") if ALLOWED_HOSTS else ""
    if HTTPS:
        return f"https://{host or 'localhost'}"
    return f"http://{host or 'localhost'}:{number('PORT', 8000)}"


DEBUG = flag("DEBUG")
HTTPS = flag("HTTPS")
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")
# On one line: it is part of the headers of mails.
SITE_NAME = " ".join(text("SITE_NAME").split()) or "Card City Club"
SITE_URL = text("SITE_URL").rstrip("/") or _site_url()

INSTALLED_APPS = [
    "games",
    "cardcity_site.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "cardcity_site.compression.BrotliMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "cardcity_site.middleware.note_visits",
]

ROOT_URLCONF = "cardcity_site.urls"
ASGI_APPLICATION = "cardcity_site.asgi.application"
STATICFILES_DIRS = [BASE_DIR / "static"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["games.templatetags.punctuation"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.context.device",
                "games.views.own.moderation.standing_facts",
                "games.views.own.bell.bell",
                "games.views.own.bell.desk_badge",
            ],
        },
    },
]

# Storage. SQLite keeps every acknowledged move through a power cut only with FULL.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 10,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=10000;",
}
DATABASES = {"default": database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'cardcity.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # Each thread keeps its connection; PostgreSQL's are kept by its pool.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    # Tests use a file too: threads, a served site and the pragmas need a real one.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    DATABASES["default"]["ENGINE"] = "cardcity_site.postgresql"
    # What the address itself asks for, such as sslmode=require, stands.
    DATABASES["default"]["OPTIONS"] = {
        **postgresql.OPTIONS,
        **DATABASES["default"].get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Live play. Without Redis the site is one process: with SEVERAL_PROCESSES=1 a system check sees to it.
REDIS_URL = text("REDIS_URL")
SEVERAL_PROCESSES = flag("SEVERAL_PROCESSES")
# The layer blocks for five seconds at a time; redis-py 8 gives up after just as many unless told otherwise.
REDIS_SOCKET_SECONDS = 15
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, "socket_timeout": REDIS_SOCKET_SECONDS}],
                "capacity": 5000,
                "expiry": 20,
                "prefix": "cardcity",
            },
        }
    }
    CACHES = {"default": {"BACKEND": "cardcity_site.cache.PatientCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 5000}}
    }
    # Each limit takes two entries. Django keeps 300 by itself: whoever has many names could push a limit out.
    MOST_KEPT = 100_000
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": MOST_KEPT},
        }
    }

# People.
AUTHENTICATION_BACKENDS = ["games.services.backends.WithProfile"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "games.views.entry.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_PASSWORD_RESET_TIMEOUT = PASSWORD_RESET_TIMEOUT = 3600
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
# What strangers try is counted by games.services too: wrong passwords by account and network, sign-ups and
# resets after success. Here are wide limits besides, and those on codes of a second factor.
ACCOUNT_RATE_LIMITS = {
    "login": "300/10m/ip",
    "login_failed": "20/15m/key",
    "signup": "300/10m/ip",
    "reset_password": "5/h/key",
}
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_FORMS = {
    "login": "games.forms.accounts.SignInForm",
    "signup": "games.forms.accounts.SignUpForm",
    "add_email": "games.forms.accounts.EmailForm",
    "change_password": "games.forms.accounts.PasswordForm",
    "set_password": "games.forms.accounts.FirstPasswordForm",
    "reset_password": "games.forms.accounts.ResetForm",
    "reset_password_from_key": "games.forms.accounts.ForgottenPasswordForm",
    "reauthenticate": "games.forms.accounts.AgainForm",
}
MFA_FORMS = {
    "authenticate": "games.forms.second_factors.CodeForm",
    "reauthenticate": "games.forms.second_factors.CodeAgainForm",
    "activate_totp": "games.forms.second_factors.AppForm",
    "login_webauthn": "games.forms.second_factors.KeyAloneForm",
    "add_webauthn": "games.forms.second_factors.AddKeyForm",
    "edit_webauthn": "games.forms.second_factors.RenameKeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ADAPTER = "games.views.entry.second_factors.SecondFactorAdapter"
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1
# The site works without mail, so a second factor may not wait for one. Nobody is locked out by somebody
# else's unconfirmed use of their address: several accounts may claim it until one confirms it.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers offer passkeys without HTTPS only on localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
STAFF_SECOND_FACTOR = flag("STAFF_SECOND_FACTOR", HTTPS)
LOGIN_REDIRECT_URL = "/"
EMAIL_BACKEND = text("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_HOST = text("EMAIL_HOST", "localhost")
EMAIL_PORT = number("EMAIL_PORT", 25)
EMAIL_HOST_USER = text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS")
EMAIL_USE_SSL = flag("EMAIL_USE_SSL")
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = text("DEFAULT_FROM_EMAIL", formataddr((SITE_NAME, "noreply@localhost")))

# Web push, where pywebpush is installed: one key for ever, or every browser has to subscribe again.
VAPID_KEY = text("VAPID_KEY")
VAPID_FILE = DATA_DIR / "vapid.key"

# Seals secrets of second factors in the database: without it they are lost, so it belongs to every backup.
SECOND_FACTOR_KEY = text("SECOND_FACTOR_KEY")
SECOND_FACTOR_FILE = DATA_DIR / "mfa.key"

# Tables that one address may open in ten minutes, and guests who may come; a school needs more than a home.
TABLES_PER_ADDRESS = number("TABLES_PER_ADDRESS", 60)
GUESTS_PER_ADDRESS = number("GUESTS_PER_ADDRESS", 200)
# How many accounts may be created from one address in an hour, and new passwords asked for.
SIGNUPS_PER_ADDRESS = number("SIGNUPS_PER_ADDRESS", 30)

# How many connections one address may have, four fifths of them sockets; a club behind one address needs more
# than a home. Idle ones make room for new ones before anybody is refused.
CONNECTIONS_PER_ADDRESS = number("CONNECTIONS_PER_ADDRESS", 100)

# Security.
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
# What these promise for all subdomains and in browsers' lists is for the owner of the domain to decide.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and flag("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = HTTPS and flag("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
TRUST_PROXY = flag("TRUST_PROXY")
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
X_FRAME_OPTIONS = "DENY"
DEFAULT_EXCEPTION_REPORTER_FILTER = "games.views.errors.NoVariables"
SESSION_ENGINE = "cardcity_site.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
DATA_UPLOAD_MAX_MEMORY_SIZE = 128 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Languages.
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "cardcity_site.formats"
LANGUAGES = [
    ("en", "English"),
    ("uk", "Українська"),
    ("ru", "Русский"),
    ("pl", "Polski"),
    ("zh-hant", "繁體中文"),
]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
USE_TZ = True
# In which the moderators' desk tells times; players' pages tell spans, or times in UTC.
TIME_ZONE = time_zone("TIME_ZONE", "UTC")

# Static files.
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "cardcity_site.bundles.BundledStorage"
    },
}
SERVESTATIC_USE_MANIFEST = not DEBUG
# Comments and white space stay in the files themselves; browsers take compressed ones, which are without.
SERVESTATIC_MINIFY = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "cardcity_site.logs.Discreet"}},
    "filters": {"no_traceback": {"()": "games.views.errors.NoTraceback"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {"django.security.DisallowedHost": {"filters": ["no_traceback"]}},
    "root": {"handlers": ["console"], "level": log_level("LOG_LEVEL", "WARNING")},
}

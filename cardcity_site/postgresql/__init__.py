"""PostgreSQL, with little patience where it is away."""

OPTIONS = {
    # After this second the engine looks whether the server is there at all before it waits longer.
    "pool": {"min_size": 2, "max_size": 12, "timeout": 1},
    "connect_timeout": 2,
    # Who vanished without a word is noticed: what was sent is answered in three seconds or the
    # connection is over, and one on which nothing is sent is asked now and then.
    "tcp_user_timeout": 3000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
}
"""What the address of the database itself asks for, such as sslmode=require, goes before."""

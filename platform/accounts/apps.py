"""The accounts app: registers the session checks that the sync engine calls."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts.access import session_is_live, sessions_are_live
        from accounts.tokens.access_tokens import authenticate
        from sync import ports

        ports.authenticate.register(authenticate)
        ports.session_is_live.register(session_is_live)
        ports.sessions_are_live.register(sessions_are_live)

"""Registers the sign-in service and what it answers to the sync engine."""

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

"""Workflows of chatbots: each calls several transactions and external services."""

"""Tests of the sandbox's fakes by the protocols of the providers that they replace, without the product."""

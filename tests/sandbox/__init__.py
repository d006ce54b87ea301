"""Tests of the sandbox's fake providers with the providers' official clients, without the product."""

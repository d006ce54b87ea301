"""Customers, prices, subscriptions, invoices, checkout and the portal."""

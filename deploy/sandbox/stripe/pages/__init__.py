"""The hosted pages, as markup and routes."""

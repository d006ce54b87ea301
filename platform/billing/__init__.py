"""Who pays: the catalogue, checkout, the card on file, the portal, and what Stripe tells."""

"""All proof that lives outside the PWA: unit, integration, faults, e2e and bench, with what they share in support."""

"""`make audit`: known vulnerabilities, licences, and the inventory (SBOM) of all packages that are shipped."""

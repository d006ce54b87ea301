"""Mail to people: templates with the provider's brand, handed to a mail server or kept as files."""

"""Mail to users: templates with the provider's brand, sent by SMTP or written to files."""

"""The site's display settings, and the addresses to notify of a future product."""

from django.db import models

from core.clock import now


class WebsiteSettings(models.Model):
    """The display settings of the public pages and the brand; the table has at most this one row."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    logo_url = models.CharField(max_length=400, null=True)
    primary_color = models.CharField(max_length=7, default="#2563EB")
    hero_title = models.CharField(max_length=200, default="Transform Your Business with AI")
    hero_subtitle = models.CharField(
        max_length=400, default="Powerful digital dashboards and AI chatbots tailored for your business needs"
    )
    features_title = models.CharField(max_length=200, default="Powerful Features for Your Business")

    class Meta:
        db_table = "website_settings"
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="website_settings_one_row")]


class NotifySignup(models.Model):
    """An email address that is notified once, when the product is available."""

    email = models.CharField(max_length=255, unique=True)  # lower case
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "notify_signups"

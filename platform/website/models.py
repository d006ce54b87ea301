"""The site's display settings: one row."""

from django.db import models


class WebsiteSettings(models.Model):
    """What the public pages and the brand show; the table has at most this one row."""

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

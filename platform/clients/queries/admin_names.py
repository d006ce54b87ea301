"""The names of the admins."""

from uuid import UUID

from clients.models import Admin


def admin_names() -> dict[UUID, str]:
    """The names of all admins by user id."""
    return dict(Admin.objects.values_list("user_id", "name"))

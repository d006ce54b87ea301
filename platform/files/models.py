"""Models of stored files, of the rows that claim them, and of uploads."""

from django.db import models


class StoredObject(models.Model):
    """A file in a bucket. It has the id of its upload. `width` and `height` are a picture's, in pixels."""

    id = models.UUIDField(primary_key=True, editable=False)
    bucket = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    title = models.CharField(max_length=255)
    type = models.CharField(max_length=100)
    size = models.BigIntegerField()
    width = models.IntegerField(null=True)
    height = models.IntegerField(null=True)
    # The bytes of the file's preview; 0 if no preview can be drawn, null if none has been drawn yet.
    preview_size = models.IntegerField(null=True)
    owner = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    # Set before the file's bytes are deleted; from then on no row can claim the file.
    is_deleting = models.BooleanField(default=False, db_column="is_going")

    class Meta:
        db_table = "storage_objects"
        constraints = [models.UniqueConstraint(fields=["bucket", "name"], name="storage_objects_name")]
        indexes = [models.Index(fields=["created_at"], name="storage_objects_by_age")]


class Claim(models.Model):
    """The use of a file by a row of another app. A file with a claim is not deleted."""

    file = models.ForeignKey(StoredObject, on_delete=models.CASCADE, related_name="claims")
    app = models.CharField(max_length=40)
    row_id = models.UUIDField()

    class Meta:
        db_table = "storage_claims"
        constraints = [models.UniqueConstraint(fields=["app", "row_id", "file"], name="storage_claims_once")]


class Upload(models.Model):
    """A file that is uploaded in parts. `offset` of `length` bytes are stored. Its first bytes determine `type`."""

    id = models.UUIDField(primary_key=True, editable=False)
    owner = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    bucket = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    title = models.CharField(max_length=255)
    type = models.CharField(max_length=100, default="")
    length = models.BigIntegerField()
    offset = models.BigIntegerField(default=0)
    parts = models.IntegerField(default=0)
    is_done = models.BooleanField(default=False)
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "uploads"
        indexes = [models.Index(fields=["expires_at"], name="uploads_by_end")]

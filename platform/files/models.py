"""Files that are kept, who keeps them, and uploads on their way."""

from django.db import models


class StoredObject(models.Model):
    """A file in a bucket; its id is that of the upload it came by. `width` and `height` of a picture, in pixels."""

    id = models.UUIDField(primary_key=True, editable=False)
    bucket = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    title = models.CharField(max_length=255)
    type = models.CharField(max_length=100)
    size = models.BigIntegerField()
    width = models.IntegerField(null=True)
    height = models.IntegerField(null=True)
    # Bytes of its small picture; 0 where none can be drawn, null where none has been.
    preview_size = models.IntegerField(null=True)
    owner = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    # Set while its bytes are being removed: nobody claims it any more.
    is_going = models.BooleanField(default=False)

    class Meta:
        db_table = "storage_objects"
        constraints = [models.UniqueConstraint(fields=["bucket", "name"], name="storage_objects_name")]
        indexes = [models.Index(fields=["created_at"], name="storage_objects_by_age")]


class Claim(models.Model):
    """A row of a room above that keeps a file."""

    file = models.ForeignKey(StoredObject, on_delete=models.CASCADE, related_name="claims")
    room = models.CharField(max_length=40)
    row_id = models.UUIDField()

    class Meta:
        db_table = "storage_claims"
        constraints = [models.UniqueConstraint(fields=["room", "row_id", "file"], name="storage_claims_once")]


class Upload(models.Model):
    """A file that arrives in parts; `offset` bytes of `length` are here. `type` is what its beginning shows."""

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

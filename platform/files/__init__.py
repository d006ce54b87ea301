"""Users' files: resumable uploads, stored files, and access to them.

How other apps use it:

* A device uploads by tus to `/storage/v1/upload/resumable` under an id that it creates. The response to the last part
  names the file (`Content-Location: /storage/v1/object/<bucket>/<name>`), and the row stores that address.
* `services.claim(actor=..., url=..., bucket=..., app="messages", row_id=...)` in the transaction that writes the row
  returns the file's data (`ClaimedFile`) or raises FileNotFound. A file that no row claims is deleted after two days.
* `services.release(app=..., row_id=...)` releases a row's files.
* `ports.may_read.register("messages", may_read)` in `apps.py` registers whether a user may read a row and its files.

After the upload of a picture or PDF to `message-attachments`, a preview is drawn (`previews/previews.py`). To fetch the
preview, sign the file's address with `variant: "preview"`. The preview is deleted with its file.

An admin's picture is in the bucket `portraits` (`services/portraits.py`), and all clients and admins may fetch it.

The bucket `website-assets` is public: its addresses need no signature. `buckets.py` defines what each bucket accepts,
and the error texts.
"""

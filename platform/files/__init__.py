"""Files of people: what they upload in parts, what is kept of it, and who may fetch it.

For the rooms above:

* a device uploads by tus to `/storage/v1/upload/resumable` under an id of its own; the answer to the last part names the
  file (`Content-Location: /storage/v1/object/<bucket>/<name>`), and that address is what a row keeps;
* `services.claim(actor=..., url=..., bucket=..., room="messages", row_id=...)` in the transaction that writes the row: it
  answers what the file is (`Kept`), or raises FileNotFound; a file that no row claims is swept after two days;
* `services.release(room=..., row_id=...)` when the row lets go of its files;
* `ports.may_read.register("messages", may_read)` in `apps.py`: whether a person may read the row, and with it its files.

Of a picture or PDF in `message-attachments` a small picture is drawn after it has come (`previews.py`): sign its address
with `variant: "preview"`; it goes with its file.

`website-assets` is public: its addresses need no signature. `buckets.py` says what each bucket takes, and in which words
it refuses.
"""

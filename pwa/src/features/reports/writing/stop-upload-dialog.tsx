// The confirmation before a form is closed during its video's upload.
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'

export function StopUploadDialog({ onStay, onStop }: { onStay: () => void; onStop: () => void }) {
  return (
    <Dialog
      open
      kind="alert"
      onClose={onStay}
      title="Stop the upload?"
      description="The video is still uploading. The uploaded part will be removed."
      actions={
        <>
          <Button onClick={onStay}>Keep uploading</Button>
          <Button tone="danger" onClick={onStop}>
            Stop and close
          </Button>
        </>
      }
    />
  )
}

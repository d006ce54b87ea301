// A picture in its full size, or the first page of a document, over everything else.
import { Download } from 'lucide-react'

import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useToasts } from '../../ui/toast'
import { isShownWhole, lookOf, sizeText } from './file-rules'
import type { KeptFile } from './thread-rows'
import { useDownload } from './use-download'
import { useKeptPicture } from './use-picture'

export function PictureDialog({ file, onClose }: { file: KeptFile; onClose: () => void }) {
  const toasts = useToasts()
  const { picture, failed } = useKeptPicture(file.url, isShownWhole(file) ? 'file' : 'preview')
  const { download, busy } = useDownload(file, (why) => toasts.show({ tone: 'error', title: why }))
  const isPicture = lookOf(file.type) === 'picture'
  return (
    <Dialog
      open
      onClose={onClose}
      title={file.name}
      description={isPicture ? sizeText(file.size) : `First page, ${sizeText(file.size)}`}
      actions={
        <Button tone="primary" busy={busy} icon={<Download size={16} aria-hidden="true" />} onClick={download}>
          Download
        </Button>
      }
    >
      {picture.is === 'at' && (
        <img src={picture.href} alt={file.name} onError={failed} style={{ maxHeight: '60dvh' }} className="mx-auto max-w-full rounded-md" />
      )}
    </Dialog>
  )
}

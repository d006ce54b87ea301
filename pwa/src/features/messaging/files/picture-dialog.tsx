// A picture in its full size, or the first page of a document, over everything else.
import { Download } from 'lucide-react'

import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useToasts } from '../../../ui/feedback/toast'
import { opensInFull, kindOf, sizeText } from '../file-rules'
import type { StoredFile } from '../rows/row'
import { useDownload } from './use-download'
import { type Picture, useFullPicture } from './use-picture'

/** Leaves space for the name, the line below and the buttons, so that the dialog does not scroll. */
const ALL_IN_VIEW = { maxHeight: 'max(6rem, 88dvh - 15rem)' }

const FIT_CONTENT = { width: 'fit-content' }
/** Darkens a white page in the dark scheme. Its text keeps a contrast of 8 to 1. */
export const DIM = { background: 'light-dark(transparent, #090c1159)' }

type PictureDialogProps = { file: StoredFile; small: Picture; onClose: () => void }

/** Shows the thumbnail while the full picture loads, and if it cannot be loaded. */
export function PictureDialog({ file, small, onClose }: PictureDialogProps) {
  const toasts = useToasts()
  const { download, busy } = useDownload(file, (reason) => toasts.show({ tone: 'error', title: reason }))
  const isPicture = kindOf(file.type) === 'picture'
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={file.name}
      description={isPicture ? sizeText(file.size) : `First page, ${sizeText(file.size)}`}
      actions={
        <Button
          tone="primary"
          busy={busy}
          icon={<Download size={16} aria-hidden="true" />}
          onClick={download}
        >
          Download
        </Button>
      }
    >
      {opensInFull(file) ? (
        <FullPicture file={file} small={small} />
      ) : (
        small.is === 'at' && <PictureImage href={small.href} name={file.name} isPage={!isPicture} />
      )}
    </Dialog>
  )
}

function FullPicture({ file, small }: { file: StoredFile; small: Picture }) {
  const { picture, onFailed } = useFullPicture(file.url)
  const shown = picture.is === 'at' ? picture : small
  return (
    <>
      {shown.is === 'at' && <PictureImage href={shown.href} name={file.name} onError={onFailed} />}
      {picture.is === 'none' && (
        <p className="mt-2 text-center text-sm text-ink-3">
          This is a small preview. The full picture needs a connection.
        </p>
      )}
    </>
  )
}

type PictureImageProps = { href: string; name: string; isPage?: boolean; onError?: () => void }

function PictureImage({ href, name, isPage = false, onError }: PictureImageProps) {
  return (
    <span style={FIT_CONTENT} className="relative mx-auto block overflow-hidden rounded-md">
      <img src={href} alt={name} onError={onError} style={ALL_IN_VIEW} className="max-w-full" />
      {isPage && <span aria-hidden="true" style={DIM} className="absolute inset-0" />}
    </span>
  )
}

// A message's file: its thumbnail, or else its icon, name and size. A press opens or downloads it.
import { Download } from 'lucide-react'
import { useState } from 'react'

import { cx } from '../../../ui/cx'
import { useToasts } from '../../../ui/feedback/toast'
import { FileIcon } from './icon'
import { boxOf, hasPreview, kindOf, sizeText } from '../file-rules'
import { DIM, PictureDialog } from './picture-dialog'
import type { StoredFile } from '../rows/row'
import { useDownload } from './use-download'
import { useSmallPicture } from './use-picture'

type AttachmentProps = { messageId: string; file: StoredFile }

export function Attachment({ messageId, file }: AttachmentProps) {
  return hasPreview(file.type) ? <Preview messageId={messageId} file={file} /> : <FileCard file={file} />
}

const WIDE = { width: '20rem' }
/** A document's page has a margin at the top and the sides, and the bottom edge of the box cuts it off. */
const PAGE = { inset: '0.75rem 1rem 0', borderRadius: '0.375rem 0.375rem 0 0' }
/** A picture smaller than its box keeps its size; a larger one fills the box. */
const SMALL = { objectFit: 'scale-down' } as const
const COVERS = { objectFit: 'cover', objectPosition: 'top' } as const

function Preview({ messageId, file }: AttachmentProps) {
  const { picture, onFailed } = useSmallPicture(messageId, file.url)
  const [isOpen, setOpen] = useState(false)
  const isPicture = kindOf(file.type) === 'picture'
  if (picture.is === 'none') return <FileCard file={file} />
  const { width, height } = boxOf(file.width, file.height)
  const isSmall = isPicture && (file.width ?? width) < width && (file.height ?? height) < height
  return (
    <>
      <button
        type="button"
        aria-label={isPicture ? `Show ${file.name}` : `First page of ${file.name}`}
        onClick={() => setOpen(true)}
        style={{ width, aspectRatio: `${width} / ${height}` }}
        className={cx(
          'relative my-1 block max-w-full overflow-hidden rounded-md bg-sunken',
          !isPicture && 'border border-line',
          picture.is === 'loading' && 'animate-shimmer',
        )}
      >
        {picture.is === 'at' && (
          <span
            {...(!isPicture && { style: PAGE })}
            className={isPicture ? 'contents' : 'absolute overflow-hidden bg-white shadow-2'}
          >
            <img
              src={picture.href}
              alt=""
              loading="lazy"
              decoding="async"
              onError={onFailed}
              style={isSmall ? SMALL : COVERS}
              className="size-full"
            />
            {!isPicture && <span style={DIM} className="absolute inset-0" />}
          </span>
        )}
      </button>
      {!isPicture && <FileCard file={file} />}
      {isOpen && <PictureDialog file={file} small={picture} onClose={() => setOpen(false)} />}
    </>
  )
}

function FileCard({ file }: { file: StoredFile }) {
  const toasts = useToasts()
  const { download, busy } = useDownload(file, (reason) => toasts.show({ tone: 'error', title: reason }))
  return (
    <button
      type="button"
      aria-busy={busy}
      onClick={download}
      style={WIDE}
      className="my-1 flex max-w-full min-w-0 items-center gap-2.5 rounded-md border border-line bg-raised p-1.5 pr-3 text-left transition-colors hover:border-line-strong hover:bg-hover"
    >
      <FileIcon type={file.type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium text-ink">
          <span className="sr-only">Download</span> {file.name}
        </span>{' '}
        <span className="block text-xs text-ink-3">{sizeText(file.size)}</span>
      </span>
      <Download size={16} aria-hidden="true" className="text-ink-3" />
    </button>
  )
}

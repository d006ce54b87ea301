// Menu of a message after a long press: its time, copying its text, downloading its file, taking it back.
import { Download, Undo2 } from 'lucide-react'

import { dateTimeText } from '../../../lib/text/times'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useToasts } from '../../../ui/feedback/toast'
import { MARKS } from './delivery-mark'
import type { StoredFile, Row } from '../thread/row'
import { useDownload } from '../files/use-download'
import { useUndo } from './use-undo'

export function MessageMenu({ row, onClose }: { row: Row; onClose: () => void }) {
  const { content, file, delivery, readBy } = row
  const state =
    readBy !== null && row.isOurs
      ? `Read by ${readBy.name}, ${dateTimeText(readBy.at)}`
      : delivery === null
        ? null
        : MARKS[delivery].words
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.isOurs ? 'Your message' : `From ${row.senderName}`}
      description={
        <>
          <time dateTime={row.at}>{dateTimeText(row.at)}</time>
          {state !== null && <span className="block">{state}</span>}
        </>
      }
      actions={
        <>
          {row.isOurs && <TakeBack row={row} onDone={onClose} />}
          {file?.is === 'kept' && <Fetch file={file} />}
          {content !== '' && <CopyButton text={content} label="Copy text" />}
        </>
      }
    >
      {content !== '' && (
        <p className="line-clamp-2 text-base break-words whitespace-pre-wrap text-ink">{content}</p>
      )}
    </Dialog>
  )
}

function Fetch({ file }: { file: StoredFile }) {
  const toasts = useToasts()
  const { download, busy } = useDownload(file, (why) => toasts.show({ tone: 'error', title: why }))
  return (
    <Button busy={busy} icon={<Download size={16} aria-hidden="true" />} onClick={download}>
      Download {file.name}
    </Button>
  )
}

function TakeBack({ row, onDone }: { row: Row; onDone: () => void }) {
  const toasts = useToasts()
  const { canUndo, undo } = useUndo(row, (why) => toasts.show({ tone: 'error', title: why }))
  if (!canUndo) return null
  const take = () => {
    undo()
    onDone()
  }
  return (
    <Button tone="danger" icon={<Undo2 size={16} aria-hidden="true" />} onClick={take}>
      Unsend
    </Button>
  )
}

// Menu of a message after a long press: its time, copying its text, downloading its file, taking it back.
import { Download, Undo2 } from 'lucide-react'

import { ageText, timeText } from '../../../lib/text/days'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useToasts } from '../../../ui/feedback/toast'
import { useMinute } from '../../../ui/hooks/use-now'
import { MARKS } from './delivery-mark'
import type { StoredFile, Row } from '../rows/row'
import { useDownload } from '../files/use-download'
import { useTakeBack } from './use-take-back'

/** A row as wide as the sheet, as a large touch target. Its icon is aligned with the title's first letter. */
const ROW = 'h-14 w-full justify-start'
const ROWS = { marginInline: '-0.875rem' }

export function MessageMenu({ row, onClose }: { row: Row; onClose: () => void }) {
  const now = useMinute()
  const { content, file, delivery, readBy } = row
  const deliveryText =
    readBy !== null && row.isOurs
      ? `Read by ${readBy.name}, ${timeText(readBy.at, Date.parse(row.at))}`
      : delivery === null
        ? null
        : MARKS[delivery].text
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.isOurs ? 'Your message' : `From ${row.senderName}`}
      description={
        <>
          <time dateTime={row.at}>
            {ageText(row.at, now)}, {timeText(row.at, now)}
          </time>
          {deliveryText !== null && <span className="block">{deliveryText}</span>}
        </>
      }
    >
      <div style={ROWS}>
        {content !== '' && <CopyButton text={content} label="Copy text" tone="borderless" className={ROW} />}
        {file?.is === 'stored' && <DownloadButton file={file} />}
        {row.isOurs && <TakeBack row={row} onDone={onClose} />}
      </div>
    </Dialog>
  )
}

function DownloadButton({ file }: { file: StoredFile }) {
  const toasts = useToasts()
  const { download, busy } = useDownload(file, (reason) => toasts.show({ tone: 'error', title: reason }))
  return (
    <Button
      tone="borderless"
      busy={busy}
      icon={<Download size={16} aria-hidden="true" />}
      onClick={download}
      className={ROW}
    >
      <span className="truncate">Download {file.name}</span>
    </Button>
  )
}

function TakeBack({ row, onDone }: { row: Row; onDone: () => void }) {
  const toasts = useToasts()
  const { canTakeBack, takeBack } = useTakeBack(row, (reason) =>
    toasts.show({ tone: 'error', title: reason }),
  )
  if (!canTakeBack) return null
  const takeBackAndClose = () => {
    takeBack()
    onDone()
  }
  return (
    <Button
      tone="borderless"
      icon={<Undo2 size={16} aria-hidden="true" className="text-bad" />}
      onClick={takeBackAndClose}
      className={ROW}
    >
      <span className="text-bad">Unsend</span>
    </Button>
  )
}

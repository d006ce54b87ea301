// A file that is queued on this device or uploading, with its progress and a cancel button.
import { X } from 'lucide-react'

import { useLive, useStored } from '../../../live/live'
import { IconButton } from '../../../ui/button'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { dropFile } from './draft-files'
import { FileIcon } from './icon'
import { kindOf, percentOf, sizeText } from '../file-rules'
import { PendingLargeFile } from './large-file-pending'
import { cancelLarge } from './large-files'
import { useLargeFile } from './use-large-file'
import type { RowFile } from '../rows/row'
import type { WaitingMessage } from '../rows/state'
import { useLocalPicture } from './use-picture'

const WIDE = { width: '20rem' }
const PICTURE = { maxHeight: '14rem', objectFit: 'cover' } as const

type WaitingFileProps = { file: Extract<RowFile, { is: 'waiting' }>; entry: WaitingMessage | null }

export function WaitingFile({ file, entry }: WaitingFileProps) {
  const { replica, sync } = useLive()
  const isPicture = kindOf(file.type) === 'picture'
  const picture = useLocalPicture(isPicture ? file.key : null, file.type)
  const sent = useStored(async (stored) => (await stored.files.get(file.key))?.sent ?? 0, [file.key]) ?? 0
  const isUploading = entry?.state === 'sending'
  const large = useLargeFile(file.key)
  const cancel = async () => {
    if (large.isLarge(file.size)) return cancelLarge(replica, file.key)
    if (entry !== null) await sync.discard(entry.id)
    // An upload stops when its row is deleted.
    await dropFile(replica, file.key)
  }
  return (
    <div style={WIDE} className="my-1 max-w-full rounded-md border border-line bg-raised p-1.5">
      {picture !== null && <img src={picture} alt="" style={PICTURE} className="mb-1.5 w-full rounded-sm" />}
      <div className="flex items-center gap-2.5">
        <FileIcon type={file.type} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium text-ink">{file.name}</span>
          {large.state?.is === 'uploading' ? (
            <ProgressBar
              percent={percentOf(large.state.sent, file.size)}
              label={`Sending ${file.name}`}
              detail={`${sizeText(large.state.sent)} of ${sizeText(file.size)}`}
            />
          ) : large.isLarge(file.size) ? (
            <PendingLargeFile fileKey={file.key} name={file.name} state={large.state} />
          ) : isUploading ? (
            <ProgressBar
              percent={percentOf(sent, file.size)}
              label={`Sending ${file.name}`}
              detail={`${sizeText(sent)} of ${sizeText(file.size)}`}
            />
          ) : (
            <span className="block text-xs text-ink-3">{sizeText(file.size)}, waits here</span>
          )}
        </span>
        {entry?.state !== 'refused' && (
          <IconButton size="sm" label={`Cancel ${file.name}`} onClick={() => void cancel()}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  )
}

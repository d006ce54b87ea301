// The picked, unsent files above the field: name, size, upload progress, and a button to remove each.
import { X } from 'lucide-react'

import type { FileRow } from '../../../db/rows/files'
import { IconButton } from '../../../ui/button'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { fileInMemory } from '../files/draft-files'
import { FileIcon } from '../files/icon'
import { percentOf, sizeText, MAX_QUEUED_BYTES } from '../file-rules'
import type { LargeState } from '../files/large-files'
import type { DraftFiles } from './use-draft-files'

export function DraftFileList({ files, large, problems, drop }: DraftFiles) {
  return (
    <>
      {/* Always there, because screen readers announce only a change of a status. */}
      <p role="status" className="sr-only">
        {files.length > 0 && `To send: ${files.map(({ name }) => name).join(', ')}`}
      </p>
      {files.length > 0 && (
        <ul aria-label="Files to send" className="mb-2 flex flex-wrap gap-2">
          {files.map((file) => (
            <DraftFile key={file.id} file={file} state={large[file.id]} onDrop={() => drop(file.id)} />
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <p key={problem} role="alert" className="mb-1.5 text-sm text-bad">
          {problem}
        </p>
      ))}
    </>
  )
}

const WIDE = { width: '20rem' }

type DraftFileProps = { file: FileRow; state: LargeState | undefined; onDrop: () => void }

function DraftFile({ file, state, onDrop }: DraftFileProps) {
  const isLost = file.size > MAX_QUEUED_BYTES && fileInMemory(file.id) === undefined
  return (
    <li
      style={WIDE}
      className="flex max-w-full min-w-0 items-center gap-2.5 rounded-lg border border-line bg-raised p-1.5 shadow-1"
    >
      <FileIcon type={file.type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium text-ink" title={file.name}>
          {file.name}
        </span>
        {state?.is === 'uploading' ? (
          <ProgressBar
            percent={percentOf(state.sent, file.size)}
            label={`Sending ${file.name}`}
            detail={`${sizeText(state.sent)} of ${sizeText(file.size)}`}
          />
        ) : (
          <span className="block text-xs text-ink-3">
            {state?.is === 'stopped'
              ? state.reason
              : isLost
                ? 'Choose the file again to send it'
                : sizeText(file.size)}
          </span>
        )}
      </span>
      <IconButton
        size="sm"
        label={state?.is === 'uploading' ? `Cancel ${file.name}` : `Remove ${file.name}`}
        onClick={onDrop}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

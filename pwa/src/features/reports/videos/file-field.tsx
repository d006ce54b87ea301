// A field to choose or drop a report's video, which shows the upload's progress.
import { CircleCheck, Film, Upload, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'

import { sizeText } from '../../../lib/text/sizes'
import { Button, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { useDrop } from '../../../ui/hooks/use-drop'
import { singleClick } from '../../../ui/single-click'
import type { VideoState, VideoUpload } from './use-video-upload'
import { ACCEPTED, HINTS, percentOf } from './rules'

type VideoFileFieldProps = { upload: VideoUpload; onFile: (file: File) => void; isDisabled?: boolean }

export function VideoFileField({ upload, onFile, isDisabled = false }: VideoFileFieldProps) {
  const { state, place, problem } = upload
  const label = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, handlers } = useDrop((files) => {
    // One upload at a time: the user must stop it before choosing another file.
    if (files[0] !== undefined && !isDisabled && state.is !== 'uploading') onFile(files[0])
  })
  return (
    <div role="group" aria-labelledby={label}>
      <p id={label} className="mb-1.5 text-sm font-medium text-ink">
        Video file
      </p>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED[place]}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        data-picks="video"
        onChange={({ target }) => {
          if (target.files?.[0] !== undefined) onFile(target.files[0])
          // Reset the value, so that choosing the same file again triggers a change event.
          target.value = ''
        }}
      />
      <div {...handlers}>
        {state.is === 'none' ? (
          <DropZone
            isOver={isOver}
            hint={HINTS[place]}
            isDisabled={isDisabled}
            onChoose={() => input.current?.click()}
          />
        ) : (
          <FileRow upload={upload} state={state} onFile={onFile} isDisabled={isDisabled} />
        )}
      </div>
      {/* Always there, because screen readers announce only a change of a status. */}
      <p role="status" className="sr-only">
        {state.is === 'uploading' && `Uploading ${state.file.name}`}
        {state.is === 'stored' && `Uploaded ${state.video.name}`}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-1.5 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

type DropZoneProps = { isOver: boolean; hint: string; isDisabled: boolean; onChoose: () => void }

function DropZone({ isOver, hint, isDisabled, onChoose }: DropZoneProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-5 text-center',
        isOver ? 'border-primary-ink bg-primary-soft' : 'border-line-strong bg-sunken',
      )}
    >
      <Film size={22} aria-hidden="true" className="text-ink-3" />
      <p className="text-sm text-ink-2 pointer-coarse:hidden">
        {isOver ? 'Drop it here' : 'Drop a video here, or'}
      </p>
      <Button
        size="sm"
        disabled={isDisabled}
        icon={<Upload size={14} aria-hidden="true" />}
        onClick={onChoose}
      >
        Choose video
      </Button>
      <p className="text-xs text-ink-3">{hint}</p>
    </div>
  )
}

type FileRowProps = {
  upload: VideoUpload
  state: Exclude<VideoState, { is: 'none' }>
  onFile: (file: File) => void
  isDisabled: boolean
}

/** The chosen file and the progress of its upload. */
function FileRow({ upload: { place, drop }, state, onFile, isDisabled }: FileRowProps) {
  switch (state.is) {
    case 'chosen':
      return (
        <Row
          name={state.file.name}
          detail={sizeText(state.file.size)}
          onDrop={drop}
          dropLabel="Remove video"
          isDisabled={isDisabled}
        />
      )
    case 'uploading':
      return (
        <Row name={state.file.name} onDrop={drop} dropLabel="Stop the upload">
          <ProgressBar
            percent={percentOf(place, state.sent, state.file.size)}
            label={`Uploading ${state.file.name}`}
            detail={`${sizeText(Math.min(state.sent, state.file.size))} of ${sizeText(state.file.size)}`}
          />
        </Row>
      )
    case 'stopped':
      return (
        <Row name={state.file.name} onDrop={drop} dropLabel="Remove video">
          <p role="alert" className="text-sm text-bad">
            {state.reason}
          </p>
          {/* The second click of a double click must not confirm. */}
          <Button size="sm" onClick={singleClick(() => onFile(state.file))} className="mt-1.5">
            Try Again
          </Button>
        </Row>
      )
    case 'stored':
      return (
        <Row name={state.video.name} isDone onDrop={drop} dropLabel="Remove video" isDisabled={isDisabled}>
          <ProgressBar
            percent={100}
            label={`Uploaded ${state.video.name}`}
            detail={`${sizeText(state.video.size)}, uploaded`}
          />
        </Row>
      )
  }
}

type RowProps = {
  name: string
  detail?: string
  isDone?: boolean
  onDrop: () => void
  dropLabel: string
  isDisabled?: boolean
  children?: ReactNode
}

function Row({ name, detail, isDone = false, onDrop, dropLabel, isDisabled = false, children }: RowProps) {
  const Icon = isDone ? CircleCheck : Film
  return (
    <div className="flex items-start gap-3 rounded-lg border border-line bg-raised p-3 shadow-1">
      <Icon
        size={20}
        aria-hidden="true"
        className={cx('mt-0.5 shrink-0', isDone ? 'text-good' : 'text-ink-3')}
      />
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-medium text-ink" title={name}>
          {name}
        </p>
        {detail !== undefined && <p className="tabular text-sm text-ink-3">{detail}</p>}
        {children}
      </div>
      <IconButton size="sm" label={dropLabel} disabled={isDisabled} onClick={onDrop} className="-mt-1 -mr-1">
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

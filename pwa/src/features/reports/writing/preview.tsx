// A preview of the report as the client will see it.
import { Video } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { cx } from '../../../ui/cx'
import { ReportText } from '../reading/text'
import { isVideoAddress } from '../rules'
import { useDeliveryText } from '../use-zone'
import type { Fields } from './use-report-form'
import type { VideoState } from '../videos/use-video-upload'

type ReportPreviewProps = {
  fields: Fields
  video: VideoState
  /** The first name of the client who will read it. */
  reader: string
  /** Shown as the title while the title is empty. */
  suggestion: string
  isPublished: boolean
}

const STATUS_TEXTS = {
  draft: 'A draft: only admins see it.',
  now: 'Goes out as soon as you publish it.',
}

export function ReportPreview({ fields, video, reader, suggestion, isPublished }: ReportPreviewProps) {
  const { title, text, mode, video_url, when } = fields
  const delivery = useDeliveryText()
  const address = mode === 'url' && isVideoAddress(video_url) ? URL.parse(video_url.trim()) : null
  const hasVideo = address !== null || (mode === 'file' && video.is !== 'none')
  return (
    <section
      aria-label="Preview"
      className="min-w-0 self-start rounded-lg border border-line bg-canvas p-4 md:sticky md:top-0"
    >
      <p className="mb-3 text-xs font-medium text-ink-3">Preview: what {reader} will see</p>
      <p className={cx('text-lg font-semibold break-words', title.trim() === '' ? 'text-ink-3' : 'text-ink')}>
        {title.trim() === '' ? suggestion : title}
      </p>
      <p className="mb-3 text-sm text-ink-3">
        {isPublished
          ? 'Published: a saved change shows at once.'
          : when === 'monday'
            ? `Goes out on ${delivery.replace(' ', ' at ')}.`
            : STATUS_TEXTS[when]}
      </p>
      {address !== null && <Box>Video from {address.hostname}</Box>}
      {mode === 'file' && <VideoPreview video={video} />}
      {!hasVideo && (
        <Box isEmpty>
          <Video size={20} aria-hidden="true" className="mb-1.5" />
          No video yet. Two minutes about the week are enough.
        </Box>
      )}
      {text === '' ? (
        <p className="text-base leading-normal text-ink-3">
          Your text: what happened this week, why, and what you do next.
        </p>
      ) : (
        <ReportText text={text} />
      )}
      <p className="mt-4 border-t border-line pt-3 text-sm text-ink-3">
        The week’s score, visitors and sessions are added when it is published.
      </p>
    </section>
  )
}

function VideoPreview({ video }: { video: VideoState }) {
  if (video.is === 'none') return null
  if (video.file !== null) return <FilePreview file={video.file} />
  return video.is === 'stored' ? <Box>{video.video.name}</Box> : null
}

function Box({ isEmpty = false, children }: { isEmpty?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'mb-4 flex aspect-video flex-col items-center justify-center rounded-lg border px-6 text-center text-sm',
        isEmpty
          ? 'border-dashed border-line-strong text-ink-3'
          : 'border-line bg-sunken break-all text-ink-2',
      )}
    >
      {children}
    </div>
  )
}

function FilePreview({ file }: { file: File }) {
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    if (player.current !== null) player.current.src = objectUrl
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return (
    <video
      ref={player}
      title={file.name}
      controls
      playsInline
      preload="metadata"
      className="mb-4 aspect-video w-full rounded-lg border border-line bg-sunken"
    />
  )
}

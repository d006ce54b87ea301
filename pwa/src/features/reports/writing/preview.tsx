// A preview of the report as the client will see it.
import { type ReactNode, useEffect, useRef } from 'react'

import { ReportText } from '../reading/text'
import { isVideoAddress } from '../rules'
import type { Fields } from './use-report-form'
import type { VideoState } from '../videos/use-video-upload'

export function ReportPreview({ fields, video }: { fields: Fields; video: VideoState }) {
  const { title, text, mode, video_url } = fields
  const address = mode === 'url' && isVideoAddress(video_url) ? URL.parse(video_url.trim()) : null
  return (
    <section aria-label="Preview" className="min-w-0 rounded-lg border border-line bg-canvas p-4">
      <p className="mb-3 text-xs font-medium text-ink-3">Preview</p>
      <p className="mb-3 text-lg font-semibold break-words text-ink">
        {title.trim() === '' ? 'Untitled' : title}
      </p>
      {address !== null && <Box>Video from {address.hostname}</Box>}
      {mode === 'file' && <VideoPreview video={video} />}
      <ReportText text={text} />
    </section>
  )
}

function VideoPreview({ video }: { video: VideoState }) {
  if (video.is === 'none') return null
  if (video.file !== null) return <FilePreview file={video.file} />
  return video.is === 'kept' ? <Box>{video.video.name}</Box> : null
}

function Box({ children }: { children: ReactNode }) {
  return (
    <div className="mb-4 flex aspect-video items-center justify-center rounded-lg border border-line bg-sunken px-3 text-center text-sm break-all text-ink-2">
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

// A player for an uploaded video; after its signed URL expires it continues at the same second.
import { useRef } from 'react'

import { Button } from '../../../ui/button'
import { Spinner } from '../../../ui/spinner'
import { useUploadedVideo } from './use-uploaded-video'

type UploadedVideoProps = { url: string; name: string; title: string; poster: string }

export function UploadedVideo({ url, name, title, poster }: UploadedVideoProps) {
  const { source, onBroken, onProgress, retry } = useUploadedVideo(url, name)
  // A new address resets the element; this is the last position in seconds.
  const at = useRef(0)
  if (source.is === 'loading') {
    return (
      <div role="status" className="flex size-full items-center justify-center text-ink-3">
        <span className="sr-only">Loading the video</span>
        <Spinner />
      </div>
    )
  }
  if (source.is === 'failed') {
    return (
      <div
        role="alert"
        className="flex size-full flex-col items-center justify-center gap-3 px-4 text-center text-base text-ink-2"
      >
        {source.reason}
        <Button size="sm" onClick={retry}>
          Retry
        </Button>
      </div>
    )
  }
  const { href, from, paused } = source
  return (
    <video
      src={href}
      title={title}
      {...(poster !== '' && { poster })}
      controls
      autoPlay={!paused}
      playsInline
      onLoadedMetadata={({ currentTarget }) => {
        if (from > 0) currentTarget.currentTime = from
      }}
      onTimeUpdate={({ currentTarget }) => {
        at.current = currentTarget.currentTime
        onProgress(at.current)
      }}
      onError={({ currentTarget }) =>
        onBroken(Math.max(at.current, currentTarget.currentTime, from), currentTarget.paused)
      }
      className="size-full bg-canvas focus-visible:-outline-offset-2"
    />
  )
}

type UploadedStillProps = { url: string; name: string; onLength?: ((seconds: number) => void) | undefined }

/**
 * A still image before the user presses play. It comes from our own server, so no other host receives a
 * request.
 */
export function UploadedStill({ url, name, onLength }: UploadedStillProps) {
  const { source } = useUploadedVideo(url, name)
  if (source.is !== 'at') return null
  return (
    <video
      src={`${source.href}#t=2`}
      muted
      playsInline
      preload="metadata"
      onLoadedMetadata={({ currentTarget }) => onLength?.(currentTarget.duration)}
      aria-hidden="true"
      tabIndex={-1}
      className="pointer-events-none absolute inset-0 size-full object-cover"
    />
  )
}

// A video behind its poster: no request goes to the video's host before the user presses play.
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { VideoKind } from '../../../db/rows/reports'
import { useSyncStatus } from '../../../live/live'
import { cx } from '../../../ui/cx'
import { Pill } from './cover'
import { PlayCircle } from './play-circle'
import { UploadedStill, UploadedVideo } from './uploaded-video'

export interface Playable {
  kind: VideoKind
  /** The address of the embedded player. */
  embed: string | null
  /** The address as the admin entered it, or that of the uploaded file. */
  address: string
  /** The file name of an uploaded video. */
  name: string | null
  /** Whether the video's bytes are on this device. */
  isStored: boolean
}

/** The host whose player loads after a tap; empty for the app's own player. */
const NAMES: Record<VideoKind, string> = {
  '': '',
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  loom: 'Loom',
  pictory: 'Pictory',
  file: '',
  link: '',
  upload: '',
}
/** The pressed button disappears, so the player takes the focus. Not inline, so that it runs once. */
export const focusPlayer = (node: HTMLElement | null) => node?.focus()

const ALLOWED = 'autoplay; encrypted-media; fullscreen; picture-in-picture'

type VideoPlayerProps = {
  video: Playable
  title: string
  poster: string
  /** Shown in place of a missing poster. */
  cover: ReactNode
  /** Such as `2:14`; null while unknown. */
  length?: string | null
  className?: string
}

export function VideoPlayer({ video, title, poster, cover, length = null, className }: VideoPlayerProps) {
  const [isPlaying, setPlaying] = useState(false)
  const { link } = useSyncStatus()
  const isOffline = link.is === 'offline' && !video.isStored
  const { embed, kind } = video
  const isUpload = kind === 'upload'
  return (
    <figure className={cx('min-w-0', className)}>
      {(embed !== null || isUpload) && (
        <div className="relative aspect-video overflow-hidden rounded-lg border border-line bg-sunken">
          {isPlaying ? (
            <div ref={focusPlayer} tabIndex={-1} className="size-full focus-visible:-outline-offset-2">
              <Player video={video} title={title} poster={poster} />
            </div>
          ) : (
            <Poster
              video={video}
              poster={poster}
              cover={cover}
              length={length}
              title={title}
              isOffline={isOffline}
              onPlay={() => setPlaying(true)}
            />
          )}
        </div>
      )}
      {!isUpload && (
        <figcaption className="mt-1 text-sm">
          <a
            href={video.address}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-control-small items-center gap-1.5 font-medium text-primary-ink hover:underline"
          >
            <ExternalLink size={14} aria-hidden="true" />
            {embed === null ? 'Watch the video' : 'Open the video in a new tab'}
          </a>
        </figcaption>
      )}
    </figure>
  )
}

type PosterProps = {
  video: Playable
  poster: string
  cover: ReactNode
  length: string | null
  title: string
  isOffline: boolean
  onPlay: () => void
}

function Poster({ video, poster, cover, length, title, isOffline, onPlay }: PosterProps) {
  const label = isOffline ? 'The video needs a connection' : (length ?? NAMES[video.kind])
  return (
    <>
      {poster === '' ? cover : <Still video={video} poster={poster} isOffline={isOffline} />}
      <button
        type="button"
        aria-label={`Play video: ${title}`}
        disabled={isOffline}
        onClick={onPlay}
        className="group absolute inset-0 flex items-center justify-center focus-visible:-outline-offset-4"
      >
        <PlayCircle isOffline={isOffline} className="size-14" icon={isOffline ? 'size-6' : 'ml-1 size-7'} />
      </button>
      {label !== '' && (
        <span className="pointer-events-none absolute inset-0 flex items-end justify-end p-3">
          <Pill>{label}</Pill>
        </span>
      )}
    </>
  )
}

type StillProps = {
  video: Playable
  poster: string
  isOffline: boolean
  onLength?: (seconds: number) => void
}

/** The picture of a video that does not play: its poster, or a frame of the uploaded file. */
export function Still({ video: { kind, address, name }, poster, isOffline, onLength }: StillProps) {
  if (poster !== '') return <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />
  return (
    kind === 'upload' && !isOffline && <UploadedStill url={address} name={name ?? ''} onLength={onLength} />
  )
}

type PlayerProps = { video: Playable; title: string; poster: string }

export function Player({ video: { kind, embed, address, name }, title, poster }: PlayerProps) {
  if (kind === 'upload')
    return <UploadedVideo url={address} name={name ?? ''} title={title} poster={poster} />
  if (embed === null) return null
  if (kind === 'file') {
    return (
      <video
        src={embed}
        title={title}
        {...(poster !== '' && { poster })}
        controls
        autoPlay
        playsInline
        className="size-full bg-canvas focus-visible:-outline-offset-2"
      />
    )
  }
  // YouTube plays no video without a referrer, so send the origin.
  return (
    <iframe
      src={playingAt(embed)}
      title={title}
      allow={ALLOWED}
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
    />
  )
}

/** Adds autoplay, because the user has already pressed play on the poster. */
function playingAt(embed: string): string {
  const address = new URL(embed)
  address.searchParams.set('autoplay', '1')
  return address.href
}

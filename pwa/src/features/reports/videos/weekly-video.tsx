// The weekly video on the client's dashboard: a small picture until the user presses Watch.
import { ExternalLink, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { ClientVideoRow, ReportRow } from '../../../db/rows/reports'
import { calendarDayText } from '../../../lib/text/days'
import { useSyncStatus } from '../../../live/live'
import { Button, buttonClass } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { useIsStored, useStoredPoster } from '../queries'
import { lengthText } from '../rules'
import { Cover, coverOf, type CoverProps, Pill } from './cover'
import { focusPlayer, type Playable, Player, Still } from './player'
import { PlayCircle } from './play-circle'
import { useVideoLengths } from './use-video-lengths'

/** The place of the picture in the card's grid of three columns. */
export const AT_RIGHT = 'lg:col-start-3 lg:row-span-3 lg:row-start-1'

const NONE: readonly ReportRow[] = []

/** Renders cells of the card's grid: the picture, `children`, and the buttons with `link`. */
export function WeeklyVideo({
  video: row,
  report,
  link,
  children,
}: {
  video: ClientVideoRow
  report: ReportRow | undefined
  link: ReactNode
  children: ReactNode
}) {
  const [isPlaying, setPlaying] = useState(false)
  // The length of a video without a report. `useVideoLengths` measures only videos of reports.
  const [measured, setMeasured] = useState<number | null>(null)
  const seconds = useVideoLengths(report === undefined ? NONE : [report]).get(row.video_url) ?? measured
  const { link: connection } = useSyncStatus()
  const poster = useStoredPoster(row.id) ?? ''
  const isStored = useIsStored(row.video_url) ?? false
  const { video_kind: kind, embed_url: embed, video_url: address } = row
  const video: Playable = { kind, embed, address, name: null, isStored }
  const title = `Weekly report of ${calendarDayText(row.posted_at)}`
  const isOffline = connection.is === 'offline' && !isStored
  const canPlay = embed !== null || kind === 'upload'
  const length = seconds === null ? null : lengthText(seconds)
  const play = () => setPlaying(true)
  const cover =
    report === undefined
      ? { day: calendarDayText(row.posted_at, 'short'), author: null, figures: null }
      : // Without the report's score, because the newest score is beside it.
        { ...coverOf(report), figures: null }
  return (
    <>
      {isPlaying ? (
        <div
          ref={focusPlayer}
          tabIndex={-1}
          style={{ order: -1 }}
          className="col-span-3 aspect-video overflow-hidden rounded-md bg-sunken"
        >
          <Player video={video} title={title} poster={poster} />
        </div>
      ) : (
        canPlay && (
          <Picture
            video={video}
            title={title}
            poster={poster}
            cover={cover}
            hasStill={poster !== '' || report === undefined}
            length={length}
            isOffline={isOffline}
            onLength={setMeasured}
            onPlay={play}
          />
        )
      )}
      {children}
      <div className="col-span-3 flex flex-wrap gap-2 lg:col-span-2">
        {canPlay && !isPlaying && (
          <Button
            tone="primary"
            disabled={isOffline}
            icon={<Play size={16} fill="currentColor" aria-hidden="true" />}
            onClick={play}
            className="max-sm:flex-1"
          >
            Watch{length !== null && <span className="tabular font-normal">{length}</span>}
          </Button>
        )}
        {!canPlay && <NewTab address={address} text="Watch the video" tone="primary" />}
        {link}
        {isPlaying && embed !== null && (
          <NewTab address={address} text="Open the video in a new tab" tone="borderless" />
        )}
        {isOffline && <p className="w-full text-sm text-ink-3">The video needs a connection</p>}
      </div>
    </>
  )
}

type PictureProps = {
  video: Playable
  title: string
  poster: string
  cover: CoverProps
  /** Whether to show the video's first picture or its poster, over the drawn card if there is no poster. */
  hasStill: boolean
  length: string | null
  isOffline: boolean
  onLength: (seconds: number) => void
  onPlay: () => void
}

/** The video before it plays; the whole picture is the play button. */
function Picture(props: PictureProps) {
  const { video, title, poster, cover, hasStill, length, isOffline, onLength, onPlay } = props
  return (
    <div className={cx('group relative aspect-video overflow-hidden rounded-md', AT_RIGHT)}>
      {poster === '' && <Cover {...cover} />}
      {hasStill && <Still video={video} poster={poster} isOffline={isOffline} onLength={onLength} />}
      <button
        type="button"
        aria-label={`Play video: ${title}`}
        disabled={isOffline}
        onClick={onPlay}
        // A small drawn card has a face at the left.
        className={cx(
          'absolute inset-0 flex items-center p-1.5 focus-visible:-outline-offset-4',
          poster === '' ? 'justify-end lg:justify-center' : 'justify-center',
        )}
      >
        <PlayCircle
          isOffline={isOffline}
          className={cx('lg:size-14', poster === '' ? 'size-7' : 'size-9')}
          icon="size-4 lg:size-6"
        />
      </button>
      {length !== null && (
        <span className="pointer-events-none absolute inset-0 hidden items-end justify-end p-3 lg:flex">
          <Pill>{length}</Pill>
        </span>
      )}
    </div>
  )
}

function NewTab({ address, text, tone }: { address: string; text: string; tone: 'borderless' | 'primary' }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClass(tone)}>
      <ExternalLink size={16} aria-hidden="true" />
      {text}
    </a>
  )
}

// One report: title, text, video and figures; for admins also its actions.
import { CloudCheck, CloudDownload, CloudOff, Download, Eye } from 'lucide-react'
import type { ReactNode } from 'react'

import { dateTimeText } from '../../../lib/text/times'
import type { ReportRow } from '../../../db/rows/reports'
import { sizeText } from '../../../lib/text/sizes'
import { useSyncStatus } from '../../../live/live'
import { BackButton } from '../../../ui/layout/back-link'
import { Button } from '../../../ui/button'
import { DraftScore } from './draft-score'
import { FiguresPanel } from './figures'
import { QuestionButton } from './question-button'
import { ReportText } from './text'
import { StateBadge } from './list'
import { dateOf } from '../../../live/report-order'
import { Cover, coverOf } from '../videos/cover'
import { type OfflineVideo, useOfflineVideo } from '../videos/use-stored-video'
import { useOpened } from './use-opened'
import { usePack } from './use-pack'
import { usePoster } from '../videos/use-poster'
import { VideoPlayer } from '../videos/player'

type ReportViewProps = {
  report: ReportRow
  /** Returns to the list where list and report are separate pages; null where they are side by side. */
  onBack: (() => void) | null
  /** The length of the video, such as `2:14`; null while unknown. */
  length: string | null
  actions?: ReactNode
  /** Shown at the end. */
  hint?: ReactNode
}

export function ReportView({ report, onBack, length, actions, hint }: ReportViewProps) {
  const { role } = useSyncStatus()
  const poster = usePoster(report.id)
  useOpened(report)
  const pack = usePack(report, poster)
  const offlineVideo = useOfflineVideo(report)
  const { text, embed_url, video_url, video_name } = report.content
  return (
    <article
      aria-labelledby={`report-${report.id}`}
      className="mx-auto flex w-full max-w-3xl flex-col gap-5 p-4 lg:p-6"
    >
      <div className="min-w-0">
        {onBack !== null && <BackButton onClick={onBack}>Back to reports</BackButton>}
        <div>
          <h2 id={`report-${report.id}`} className="text-xl font-semibold text-balance break-words text-ink">
            {report.title}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
            {role === 'admin' && report.status !== 'published' && <StateBadge report={report} />}
            <span>
              {dateTimeText(dateOf(report))} · {report.author_name}
            </span>
          </p>
          {role === 'admin' && report.status === 'published' && <SeenLine report={report} />}
        </div>
      </div>
      {actions}
      {video_url !== null && (
        <VideoPlayer
          key={video_url}
          video={{
            kind: report.video_kind,
            embed: embed_url,
            address: video_url,
            name: video_name,
            isStored: offlineVideo.is === 'stored',
          }}
          title={report.title}
          poster={poster}
          cover={<Cover {...coverOf(report)} />}
          length={length}
        />
      )}
      <ReportText text={text} />
      <FiguresPanel figures={report.figures} at={dateOf(report)} />
      {role === 'admin' && report.status !== 'published' && <DraftScore clientId={report.client_id} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <QuestionButton title={report.title} />
        <Button
          className="max-sm:w-full"
          icon={<Download size={16} aria-hidden="true" />}
          busy={pack.isBusy}
          onClick={pack.save}
        >
          Download report
        </Button>
        <OfflineVideoButton video={offlineVideo} size={report.video_size ?? 0} />
        {role === 'client' && (
          <p className="flex w-full items-center gap-1.5 text-sm text-ink-2">
            <CloudCheck size={14} aria-hidden="true" className="shrink-0 text-good" />
            Available offline
            {video_url !== null && offlineVideo.is !== 'stored' && ' (except the video)'}
          </p>
        )}
      </div>
      {hint}
    </article>
  )
}

function SeenLine({ report }: { report: ReportRow }) {
  return (
    <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
      <Eye size={14} aria-hidden="true" className="shrink-0" />
      {report.seen_at === null
        ? 'Not opened yet'
        : `Opened by ${report.seen_by ?? 'the client'}, ${dateTimeText(report.seen_at)}`}
    </p>
  )
}

function OfflineVideoButton({ video, size }: { video: OfflineVideo; size: number }) {
  switch (video.is) {
    case 'available':
    case 'loading':
      return (
        <Button
          className="max-sm:w-full"
          icon={<CloudDownload size={16} aria-hidden="true" />}
          busy={video.is === 'loading'}
          onClick={video.store}
        >
          Download video ({sizeText(size)})
        </Button>
      )
    case 'stored':
      return (
        <Button
          className="max-sm:w-full"
          icon={<CloudOff size={16} aria-hidden="true" />}
          onClick={video.remove}
        >
          Remove download
        </Button>
      )
    case 'none':
      return null
  }
}

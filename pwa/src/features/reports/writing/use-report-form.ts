// The form of a report: a draft on the device while it is edited, sent when the admin saves.
import { useEffect, useRef, useState } from 'react'

import type { ReportRow } from '../../../db/rows/reports'
import { isVisible } from '../../../lib/text/visible'
import { useSyncStatus } from '../../../live/live'
import { useDraft } from '../../../live/use-draft'
import { holdScreens, type Publication, publish, updateReport } from '../remote'
import { isVideoAddress } from '../rules'
import { NOTHING, type UploadDraft } from '../videos/stored-draft'
import { type Attempt, attemptFor, createOrChange } from './create-report'
import { NOT_SENT, type Outcome, outcomeOf } from './outcome'

export interface Fields {
  title: string
  text: string
  /** The source of the video. The input of the other mode is kept. */
  mode: 'url' | 'file'
  video_url: string
  file: UploadDraft
  when: Publication
  on_home: boolean
  /** Set before a new report is sent. */
  sent: Attempt | null
}

export interface ReportForm {
  /** Null until the draft has been read. */
  fields: Fields | null
  change: (some: Partial<Fields>) => void
  /** Why the report cannot be sent now; empty if an input is missing or wrong; null if it can be sent. */
  blockedReason: string | null
  isBusy: boolean
  save: () => Promise<Outcome>
}

/** `report` is the report being edited; null for a new one. */
export function useReportForm(clientId: string, report: ReportRow | null): ReportForm {
  const { link } = useSyncStatus()
  const [initial] = useState(() => fieldsOf(report))
  const draft = useDraft(`report:${report?.id ?? clientId}`, initial)
  const fields = draft.isRead ? draft.fields : null
  const [isBusy, setBusy] = useState(false)
  const storedId = useRef(report?.id ?? null)

  useEffect(holdScreens, [])
  const save = async (): Promise<Outcome> => {
    if (fields === null) return { is: 'failed', message: NOT_SENT }
    setBusy(true)
    const outcome = await send(fields)
    if (outcome.is === 'saved') await draft.saved()
    setBusy(false)
    return outcome
  }
  const send = async (input: Fields): Promise<Outcome> => {
    const video_url = videoOf(input)
    const sent = attemptFor(input.sent, clientId)
    const isNew = storedId.current === null
    const id = storedId.current ?? sent.id
    if (isNew) draft.change({ sent })
    const written = { id, client_id: clientId, title: input.title, text: input.text, video_url }
    const stored = outcomeOf(await (isNew ? createOrChange(written) : updateReport(written)))
    if (stored.is !== 'saved') return stored
    storedId.current = id
    if (input.when === 'draft' || stored.report.status === 'published') return stored
    return outcomeOf(await publish(id, input.when, input.on_home && video_url !== null))
  }
  const offline =
    link.is === 'offline' ? 'Saving a report needs a connection. What you write stays on this device.' : null
  return {
    fields,
    change: draft.change,
    blockedReason: offline ?? (fields === null ? '' : missingInput(fields)),
    isBusy,
    save,
  }
}

/** The video's address for the current mode; null without one. */
export function videoOf({ mode, video_url, file }: Fields): string | null {
  if (mode === 'file') return file.kept?.url ?? null
  return video_url.trim() === '' ? null : video_url.trim()
}

/** Empty if an input is missing or wrong; null if all are valid. */
function missingInput(fields: Fields): string | null {
  if (!isVisible(fields.title)) return ''
  const video = videoOf(fields)
  if (fields.mode === 'file') return video === null ? '' : null
  return video !== null && !isVideoAddress(video) ? '' : null
}

function fieldsOf(report: ReportRow | null): Fields {
  const { video_url = null, video_name = null, text = '' } = report?.content ?? {}
  const isFile = report?.video_kind === 'upload' && video_url !== null
  return {
    title: report?.title ?? '',
    text,
    mode: isFile ? 'file' : 'url',
    video_url: isFile ? '' : (video_url ?? ''),
    file: isFile
      ? { kept: { url: video_url, name: video_name ?? 'Video', size: report.video_size ?? 0 }, begun: null }
      : NOTHING,
    when: 'draft',
    on_home: report?.on_home ?? true,
    sent: null,
  }
}

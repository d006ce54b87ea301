// A report as it is written: kept on the device while it is, sent when somebody says so.
import { useEffect, useRef, useState } from 'react'

import { healing } from '../../db/open'
import type { ReportRow } from '../../db/report-rows'
import { uuid7 } from '../../lib/uuid7'
import { isVisible } from '../../lib/visible'
import { useLive, useSyncStatus } from '../../live/live'
import { type Answer, createReport, holdScreens, type Publication, publish, type Sent, updateReport } from './remote'
import { signInAgain } from './writing/remote'
import { isVideoAddress } from './rules'
import { type Known, NOTHING } from './use-video-upload'

export interface Fields {
  title: string
  text: string
  /** Where the video is from; what is said of the other way stays meanwhile. */
  mode: 'url' | 'file'
  video_url: string
  file: Known
  when: Publication
  on_home: boolean
}

export const NOT_SENT = 'No answer from the server. What you have written stays on this device: try again.'

export type Outcome = { is: 'saved'; report: Sent } | { is: 'failed'; message: string } | { is: 'signed-out' }

export interface ReportForm {
  /** Null until what was being written is read. */
  fields: Fields | null
  change: (some: Partial<Fields>) => void
  /** Why it cannot be sent now; null if it can. */
  hindrance: string | null
  isBusy: boolean
  save: () => Promise<Outcome>
  /** After a session that is over, in place. */
  signIn: (email: string, password: string) => Promise<boolean>
}

/** `report` is the one that is changed; null for a new one. */
export function useReportForm(clientId: string, report: ReportRow | null): ReportForm {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const [fields, setFields] = useState<Fields | null>(null)
  // What a video on its way has to say comes between two words of whoever writes.
  const latest = useRef<Fields | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useRef(report?.id ?? uuid7())
  const isStored = useRef(report !== null)
  const key = `report:${report?.id ?? clientId}`

  const [known] = useState(() => fieldsOf(report))
  useEffect(() => {
    let wanted = true
    const begin = (text: string | undefined) => {
      if (!wanted || latest.current !== null) return
      latest.current = { ...known, ...parsed(text ?? '{}') }
      setFields(latest.current)
    }
    healing(replica, () => replica.drafts.get(key)).then(
      (draft) => begin(draft?.text),
      () => begin(undefined),
    )
    return () => {
      wanted = false
    }
  }, [replica, key, known])

  useEffect(holdScreens, [])
  const change = (some: Partial<Fields>) => {
    if (latest.current === null) return
    const next = { ...latest.current, ...some }
    latest.current = next
    setFields(next)
    // A write that fails is made up for by the next one.
    void healing(replica, () => replica.drafts.put({ id: key, text: JSON.stringify(next) })).catch(() => undefined)
  }
  const save = async (): Promise<Outcome> => {
    if (fields === null) return { is: 'failed', message: NOT_SENT }
    setBusy(true)
    const outcome = await send(fields)
    if (outcome.is === 'saved') await healing(replica, () => replica.drafts.delete(key))
    setBusy(false)
    return outcome
  }
  const send = async (said: Fields): Promise<Outcome> => {
    const video_url = videoOf(said)
    const written = { id: id.current, client_id: clientId, title: said.title, text: said.text, video_url }
    const stored = await (isStored.current ? updateReport(written) : createReport(written))
    if (stored.is !== 'done') return failed(stored)
    isStored.current = true
    if (said.when === 'draft' || stored.data.status === 'published') return { is: 'saved', report: stored.data }
    const published = await publish(id.current, said.when, said.on_home && video_url !== null)
    return published.is === 'done' ? { is: 'saved', report: published.data } : failed(published)
  }
  const offline = link.is === 'offline' ? 'Saving a report needs a connection. What you write stays on this device.' : null
  return { fields, change, hindrance: offline ?? (fields === null ? '' : lacks(fields)), isBusy, save, signIn: signInAgain }
}

/** The address of the video as it is said now; null without one. */
export function videoOf({ mode, video_url, file }: Fields): string | null {
  if (mode === 'file') return file.kept?.url ?? null
  return video_url.trim() === '' ? null : video_url.trim()
}

function lacks(fields: Fields): string | null {
  if (!isVisible(fields.title)) return ''
  const video = videoOf(fields)
  if (fields.mode === 'file') return video === null ? '' : null
  return video !== null && !isVideoAddress(video) ? '' : null
}

function failed(answer: Exclude<Answer<Sent>, { is: 'done' }>): Outcome {
  if (answer.is === 'signed-out') return { is: 'signed-out' }
  return { is: 'failed', message: answer.is === 'refused' ? answer.message : NOT_SENT }
}

function fieldsOf(report: ReportRow | null): Fields {
  const { video_url = null, video_name = null, text = '' } = report?.content ?? {}
  const isFile = report?.video_kind === 'upload' && video_url !== null
  return {
    title: report?.title ?? '',
    text,
    mode: isFile ? 'file' : 'url',
    video_url: isFile ? '' : (video_url ?? ''),
    file: isFile ? { kept: { url: video_url, name: video_name ?? 'Video', size: report.video_size ?? 0 }, begun: null } : NOTHING,
    when: 'draft',
    on_home: report?.on_home ?? true,
  }
}

function parsed(text: string): Partial<Fields> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

// A report as it is written: kept on the device while it is, sent when somebody says so.
import { useEffect, useRef, useState } from 'react'

import { healing } from '../../db/open'
import type { ReportRow } from '../../db/report-rows'
import { uuid7 } from '../../lib/uuid7'
import { isVisible } from '../../lib/visible'
import { useLive, useSyncStatus } from '../../live/live'
import { type Answer, createReport, holdScreens, type Publication, publish, type Sent, signInAgain, updateReport } from './remote'
import { isVideoAddress } from './rules'

export interface Fields {
  title: string
  text: string
  video_url: string
  when: Publication
  on_home: boolean
}

export const NOT_SENT = 'No answer from the server. What you have written stays on this device: try again.'
export const NOBODY = 'User not authenticated'

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
  const [isBusy, setBusy] = useState(false)
  const id = useRef(report?.id ?? uuid7())
  const isStored = useRef(report !== null)
  const key = `report:${report?.id ?? clientId}`

  const [known] = useState(() => fieldsOf(report))
  useEffect(() => {
    let wanted = true
    const begin = (text: string | undefined) => {
      if (wanted) setFields((before) => before ?? { ...known, ...parsed(text ?? '{}') })
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
    if (fields === null) return
    const next = { ...fields, ...some }
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
    const address = said.video_url.trim()
    const written = { id: id.current, client_id: clientId, title: said.title, text: said.text, video_url: address === '' ? null : address }
    const stored = await (isStored.current ? updateReport(written) : createReport(written))
    if (stored.is !== 'done') return failed(stored)
    isStored.current = true
    if (said.when === 'draft' || stored.data.status === 'published') return { is: 'saved', report: stored.data }
    const published = await publish(id.current, said.when, said.on_home && address !== '')
    return published.is === 'done' ? { is: 'saved', report: published.data } : failed(published)
  }
  const offline = link.is === 'offline' ? 'Saving a report needs a connection. What you write stays on this device.' : null
  return { fields, change, hindrance: offline ?? (fields === null ? '' : lacks(fields)), isBusy, save, signIn: signInAgain }
}

function lacks({ title, video_url }: Fields): string | null {
  if (!isVisible(title)) return ''
  return video_url.trim() !== '' && !isVideoAddress(video_url) ? '' : null
}

function failed(answer: Exclude<Answer<Sent>, { is: 'done' }>): Outcome {
  if (answer.is === 'signed-out') return { is: 'signed-out' }
  return { is: 'failed', message: answer.is === 'refused' ? answer.message : NOT_SENT }
}

function fieldsOf(report: ReportRow | null): Fields {
  return {
    title: report?.title ?? '',
    text: report?.content.text ?? '',
    video_url: report?.content.video_url ?? '',
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

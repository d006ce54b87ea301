// Computes the delivery state of each message, and which messages have a read mark below them.
import type { Role, ThreadRow } from '../../../db/rows/messages'
import { isLimited, isServerFailing } from '../../../sync'
import type { Delivery, ReadMark, Row, Viewer } from './row'

export function deliveryOf(
  { waiting, isOurs, at }: Row,
  readTo: string | null,
  deliveredTo: string | null,
): Delivery | null {
  if (waiting?.kind === 'messages.take_back') return waiting.state === 'refused' ? 'sent' : 'taking-back'
  if (waiting !== null && isLimited(waiting)) return 'limited'
  if (waiting !== null && isServerFailing(waiting)) return 'server-failing'
  if (waiting !== null)
    return waiting.state === 'queued' && waiting.unconfirmed ? 'unconfirmed' : waiting.state
  if (!isOurs) return null
  if (readTo !== null && at <= readTo) return 'read'
  return deliveredTo !== null && at <= deliveredTo ? 'delivered' : 'sent'
}

/** The time up to which the other side has read, from the view of a user with this role. */
export function otherMarker(thread: ThreadRow | undefined, role: Role): string | null {
  return (role === 'client' ? thread?.provider_read_created_at : thread?.client_read_created_at) ?? null
}

/** The time up to which the other side's devices have received, from the view of a user with this role. */
export function otherDelivered(thread: ThreadRow | undefined, role: Role): string | null {
  return (
    (role === 'client' ? thread?.provider_delivered_created_at : thread?.client_delivered_created_at) ?? null
  )
}

/**
 * Read marks by row index: at the viewer's last message that the other side has read, and for admins at the
 * client's last message that a colleague has read.
 */
export function readMarks(
  rows: readonly Row[],
  thread: ThreadRow | undefined,
  viewer: Viewer,
  readTo: string | null,
): ReadonlyMap<number, ReadMark> {
  const marks = new Map<number, ReadMark>()
  if (thread === undefined) return marks
  const mark = (isOurs: boolean, upTo: string | null, name: string, at: string | null) => {
    const last =
      upTo === null
        ? -1
        : rows.findLastIndex((row) => row.message !== null && row.isOurs === isOurs && row.at <= upTo)
    if (last !== -1 && at !== null) marks.set(last, { name, at })
  }
  const { provider_read_by: colleague, provider_read_at: at, provider_read_created_at: upTo } = thread
  if (viewer.role === 'client') mark(true, readTo, colleague ?? viewer.otherName, at)
  else mark(true, readTo, viewer.otherName, thread.client_read_at)
  if (viewer.role === 'admin' && colleague !== null && colleague !== viewer.name)
    mark(false, upTo, colleague, at)
  return marks
}

// A conversation as the rows a person sees: groups, days, the unread line, the state of each message. Pure.
import type { MessageCard, MessageRow, Side, ThreadRow } from '../../../db/rows/rows'
import { dayNumber } from '../../../lib/text/days'
import { isLimited } from '../../../sync'
import type { WaitingMessage } from './state'

/** Messages of one sender closer than this stand together. */
const GROUP_MS = 5 * 60_000

export type Delivery = 'sent' | 'delivered' | 'read' | 'unconfirmed' | 'taking-back' | 'limited' | WaitingMessage['state']

export interface Row {
  /** The message's id, before and after it is sent. */
  key: string
  /** What it shows; null while it waits. */
  message: MessageRow | null
  content: string
  /** The figure that it asks about. */
  card: MessageCard | null
  file: RowFile | null
  /** Its sender has taken it back. */
  isRemoved: boolean
  at: string
  moment: Moment
  /** Of this person's side: stands on the right. */
  isOurs: boolean
  senderName: string
  mayShowName: boolean
  /** Over a group of somebody else's messages. */
  showsName: boolean
  startsGroup: boolean
  endsGroup: boolean
  /** The first message of its day. */
  startsDay: boolean
  /** The first one this person had not read when they came. */
  isFirstUnread: boolean
  /** Null for messages of the other side. */
  delivery: Delivery | null
  /** The entry of a message that still waits, or of one that is being taken back. */
  waiting: WaitingMessage | null
  /** Read up to here, by whom and when. */
  readBy: ReadMark | null
}

export interface KeptFile {
  url: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
}

/** On the server, or still on this device, under `key`. */
export type RowFile = ({ is: 'kept' } & KeptFile) | { is: 'waiting'; key: string; name: string; type: string; size: number }

interface Moment {
  ms: number
  day: number
}

interface ReadMark {
  name: string
  at: string
}

export interface Viewer {
  side: Side
  userId: string
  name: string | null
  /** Whom the other side's read marker stands for, where the thread does not say. */
  otherName: string
}

/** `since`: the time of the last message this person had read when they came; null for none. */
type RowsOf = (messages: readonly MessageRow[], waiting: readonly WaitingMessage[], thread: ThreadRow | undefined, since: string | null) => Row[]

/**
 * Makes a conversation into rows, as often as it changes. A row that is as it was stays the same object: it is not drawn
 * again, and ten thousand of them leave nothing behind to be cleared away while somebody scrolls.
 */
export function rowMaker(viewer: Viewer): RowsOf {
  const known = new Map<string, Row>()
  return (messages, waiting, thread, since) => {
    const pending = new Map(waiting.map((entry) => [entry.id, entry]))
    const rows = messages.map((message) => {
      const before = known.get(message.id)
      const takeBack = pending.get(message.id) ?? null
      pending.delete(message.id)
      return before?.message === message && before.waiting === takeBack ? before : { ...sentRow(message, viewer), waiting: takeBack }
    })
    for (const entry of pending.values()) {
      // What was rejected stays where it was then; what still waits goes below everything.
      const after = entry.state === 'refused' ? entry.refused_after : undefined
      const later = after === undefined ? -1 : rows.findIndex((row) => row.message !== null && row.at > after)
      const place = later === -1 ? rows.length : later
      rows.splice(place, 0, waitingRow(entry, viewer))
    }
    const readTo = otherMarker(thread, viewer.side)
    const deliveredTo = otherDelivered(thread, viewer.side)
    const firstUnread = rows.findIndex((row) => !row.isOurs && (since === null || row.at > since))
    const marks = readMarks(rows, thread, viewer, readTo)
    let startsGroup = true
    rows.forEach((row, index) => {
      const before = rows[index - 1]
      const next = rows[index + 1]
      const startsDay = before === undefined || isLaterDay(before, row)
      const isFirstUnread = index === firstUnread
      const endsGroup = next === undefined || index + 1 === firstUnread || isLaterDay(row, next) || !together(row, next)
      const delivery = deliveryOf(row, readTo, deliveredTo)
      const readBy = marks.get(index) ?? null
      const isAsBefore =
        row.startsDay === startsDay &&
        row.isFirstUnread === isFirstUnread &&
        row.startsGroup === startsGroup &&
        row.endsGroup === endsGroup &&
        row.delivery === delivery &&
        row.readBy?.name === readBy?.name &&
        row.readBy?.at === readBy?.at
      const showsName = startsGroup && row.mayShowName
      const placed = isAsBefore ? row : { ...row, startsDay, isFirstUnread, startsGroup, endsGroup, showsName, delivery, readBy }
      rows[index] = placed
      known.set(placed.key, placed)
      startsGroup = endsGroup
    })
    return rows
  }
}

function sentRow(message: MessageRow, viewer: Viewer): Row {
  return {
    key: message.id,
    message,
    content: message.content,
    card: message.card ?? null,
    file: keptFile(message),
    isRemoved: Boolean(message.removed_at),
    at: message.created_at,
    moment: momentOf(message.created_at),
    isOurs: message.sender_role === viewer.side,
    senderName: message.sender_name,
    mayShowName: message.sender_id !== viewer.userId,
    ...UNPLACED,
    waiting: null,
  }
}

function keptFile({ attachment_url: url, attachment_name, attachment_type, attachment_size, ...message }: MessageRow): RowFile | null {
  if (url === null) return null
  const facts = { name: attachment_name ?? 'File', type: attachment_type ?? '', size: attachment_size ?? 0 }
  return { is: 'kept', url, ...facts, width: message.attachment_width ?? null, height: message.attachment_height ?? null }
}

function waitingRow(entry: WaitingMessage, viewer: Viewer): Row {
  return {
    key: entry.id,
    message: null,
    content: entry.body.content,
    card: entry.body.card ?? null,
    file: entry.kind === 'messages.take_back' || entry.body.file === undefined ? null : { is: 'waiting', ...entry.body.file },
    isRemoved: false,
    at: entry.created_at,
    moment: momentOf(entry.created_at),
    isOurs: true,
    senderName: viewer.name ?? '',
    mayShowName: false,
    ...UNPLACED,
    waiting: entry,
  }
}

const UNPLACED = { startsGroup: false, showsName: false, endsGroup: false, startsDay: false, isFirstUnread: false, delivery: null, readBy: null }

function isLaterDay(one: Row, next: Row): boolean {
  return next.moment.day > one.moment.day
}

function together(one: Row, next: Row): boolean {
  const near = Math.abs(next.moment.ms - one.moment.ms) < GROUP_MS
  return near && one.isOurs === next.isOurs && one.senderName === next.senderName
}

function momentOf(at: string): Moment {
  const ms = Date.parse(at)
  return { ms, day: dayNumber(ms) }
}

function deliveryOf({ waiting, isOurs, at }: Row, readTo: string | null, deliveredTo: string | null): Delivery | null {
  if (waiting?.kind === 'messages.take_back') return waiting.state === 'refused' ? 'sent' : 'taking-back'
  if (waiting !== null && isLimited(waiting)) return 'limited'
  if (waiting !== null) return waiting.state === 'queued' && waiting.unconfirmed ? 'unconfirmed' : waiting.state
  if (!isOurs) return null
  if (readTo !== null && at <= readTo) return 'read'
  return deliveredTo !== null && at <= deliveredTo ? 'delivered' : 'sent'
}

function otherMarker(thread: ThreadRow | undefined, side: Side): string | null {
  return (side === 'client' ? thread?.provider_read_created_at : thread?.client_read_created_at) ?? null
}

function otherDelivered(thread: ThreadRow | undefined, side: Side): string | null {
  return (side === 'client' ? thread?.provider_delivered_created_at : thread?.client_delivered_created_at) ?? null
}

/** Under our last message the other side has read; for admins also under the client's last one a colleague has read. */
function readMarks(rows: readonly Row[], thread: ThreadRow | undefined, viewer: Viewer, readTo: string | null): ReadonlyMap<number, ReadMark> {
  const marks = new Map<number, ReadMark>()
  if (thread === undefined) return marks
  const mark = (side: boolean, upTo: string | null, name: string, at: string | null) => {
    const last = upTo === null ? -1 : rows.findLastIndex((row) => row.message !== null && row.isOurs === side && row.at <= upTo)
    if (last !== -1 && at !== null) marks.set(last, { name, at })
  }
  const { provider_read_by: colleague, provider_read_at: at, provider_read_created_at: upTo } = thread
  if (viewer.side === 'client') mark(true, readTo, colleague ?? viewer.otherName, at)
  else mark(true, readTo, viewer.otherName, thread.client_read_at)
  if (viewer.side === 'admin' && colleague !== null && colleague !== viewer.name) mark(false, upTo, colleague, at)
  return marks
}

// Turns a conversation into display rows: groups, days, the unread line, delivery and read markers. Pure.
import type { MessageCard, MessageRow, Side, ThreadRow } from '../../../db/rows/rows'
import { dayNumber } from '../../../lib/text/days'
import { isLimited } from '../../../sync'
import type { WaitingMessage } from './state'

/** Consecutive messages of one sender form a group if they are closer than this. */
const GROUP_MS = 5 * 60_000

export type Delivery =
  'sent' | 'delivered' | 'read' | 'unconfirmed' | 'taking-back' | 'limited' | WaitingMessage['state']

export interface Row {
  /** The message's id, before and after it is sent. */
  key: string
  /** The stored message, or null while it waits to be sent. */
  message: MessageRow | null
  content: string
  /** The figure that the message asks about. */
  card: MessageCard | null
  file: RowFile | null
  /** Whether the sender has taken the message back. */
  isRemoved: boolean
  at: string
  time: RowTime
  /** Sent by the viewer's side, and shown on the right. */
  isOurs: boolean
  senderName: string
  mayShowName: boolean
  /** Whether the sender's name stands above the message: at the start of a group by another user. */
  showsName: boolean
  startsGroup: boolean
  endsGroup: boolean
  /** The first message of its day. */
  startsDay: boolean
  /** The first message that was unread when the user opened the conversation. */
  isFirstUnread: boolean
  /** Null for messages of the other side. */
  delivery: Delivery | null
  /** The entry of a message that still waits, or of one that is being taken back. */
  waiting: WaitingMessage | null
  /** Who has read up to this message, and when. */
  readBy: ReadMark | null
}

export interface StoredFile {
  url: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
}

/** A file on the server, or one that is still on this device under `key`. */
export type RowFile =
  ({ is: 'kept' } & StoredFile) | { is: 'waiting'; key: string; name: string; type: string; size: number }

interface RowTime {
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
  /** The name in the other side's read marker if the thread has none. */
  otherName: string
}

/** `since`: time of the last message read before the user opened the conversation; null for none. */
type RowsOf = (
  messages: readonly MessageRow[],
  waiting: readonly WaitingMessage[],
  thread: ThreadRow | undefined,
  since: string | null,
) => Row[]

/**
 * Returns a function that turns a conversation into rows. It returns the same object for an unchanged row,
 * so React skips it and ten thousand rows cause no garbage collection while the user scrolls.
 */
export function rowMaker(viewer: Viewer): RowsOf {
  const cached = new Map<string, Row>()
  return (messages, waiting, thread, since) => {
    const pending = new Map(waiting.map((entry) => [entry.id, entry]))
    const rows = messages.map((message) => {
      const before = cached.get(message.id)
      const takeBack = pending.get(message.id) ?? null
      pending.delete(message.id)
      return before?.message === message && before.waiting === takeBack
        ? before
        : { ...sentRow(message, viewer), waiting: takeBack }
    })
    for (const entry of pending.values()) {
      // A rejected message keeps its position. Messages that still wait go to the end.
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
      const endsGroup =
        next === undefined || index + 1 === firstUnread || isLaterDay(row, next) || !together(row, next)
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
      const placed = isAsBefore
        ? row
        : { ...row, startsDay, isFirstUnread, startsGroup, endsGroup, showsName, delivery, readBy }
      rows[index] = placed
      cached.set(placed.key, placed)
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
    file: storedFile(message),
    isRemoved: Boolean(message.removed_at),
    at: message.created_at,
    time: timeOf(message.created_at),
    isOurs: message.sender_role === viewer.side,
    senderName: message.sender_name,
    mayShowName: message.sender_id !== viewer.userId,
    ...UNPLACED,
    waiting: null,
  }
}

function storedFile({
  attachment_url: url,
  attachment_name,
  attachment_type,
  attachment_size,
  ...message
}: MessageRow): RowFile | null {
  if (url === null) return null
  const info = { name: attachment_name ?? 'File', type: attachment_type ?? '', size: attachment_size ?? 0 }
  return {
    is: 'kept',
    url,
    ...info,
    width: message.attachment_width ?? null,
    height: message.attachment_height ?? null,
  }
}

function waitingRow(entry: WaitingMessage, viewer: Viewer): Row {
  return {
    key: entry.id,
    message: null,
    content: entry.body.content,
    card: entry.body.card ?? null,
    file:
      entry.kind === 'messages.take_back' || entry.body.file === undefined
        ? null
        : { is: 'waiting', ...entry.body.file },
    isRemoved: false,
    at: entry.created_at,
    time: timeOf(entry.created_at),
    isOurs: true,
    senderName: viewer.name ?? '',
    mayShowName: false,
    ...UNPLACED,
    waiting: entry,
  }
}

const UNPLACED = {
  startsGroup: false,
  showsName: false,
  endsGroup: false,
  startsDay: false,
  isFirstUnread: false,
  delivery: null,
  readBy: null,
}

function isLaterDay(one: Row, next: Row): boolean {
  return next.time.day > one.time.day
}

function together(one: Row, next: Row): boolean {
  const near = Math.abs(next.time.ms - one.time.ms) < GROUP_MS
  return near && one.isOurs === next.isOurs && one.senderName === next.senderName
}

function timeOf(at: string): RowTime {
  const ms = Date.parse(at)
  return { ms, day: dayNumber(ms) }
}

function deliveryOf(
  { waiting, isOurs, at }: Row,
  readTo: string | null,
  deliveredTo: string | null,
): Delivery | null {
  if (waiting?.kind === 'messages.take_back') return waiting.state === 'refused' ? 'sent' : 'taking-back'
  if (waiting !== null && isLimited(waiting)) return 'limited'
  if (waiting !== null)
    return waiting.state === 'queued' && waiting.unconfirmed ? 'unconfirmed' : waiting.state
  if (!isOurs) return null
  if (readTo !== null && at <= readTo) return 'read'
  return deliveredTo !== null && at <= deliveredTo ? 'delivered' : 'sent'
}

function otherMarker(thread: ThreadRow | undefined, side: Side): string | null {
  return (side === 'client' ? thread?.provider_read_created_at : thread?.client_read_created_at) ?? null
}

function otherDelivered(thread: ThreadRow | undefined, side: Side): string | null {
  return (
    (side === 'client' ? thread?.provider_delivered_created_at : thread?.client_delivered_created_at) ?? null
  )
}

/**
 * Read marks by row index: at the viewer's last message that the other side has read,
 * and for admins at the client's last message that a colleague has read.
 */
function readMarks(
  rows: readonly Row[],
  thread: ThreadRow | undefined,
  viewer: Viewer,
  readTo: string | null,
): ReadonlyMap<number, ReadMark> {
  const marks = new Map<number, ReadMark>()
  if (thread === undefined) return marks
  const mark = (side: boolean, upTo: string | null, name: string, at: string | null) => {
    const last =
      upTo === null
        ? -1
        : rows.findLastIndex((row) => row.message !== null && row.isOurs === side && row.at <= upTo)
    if (last !== -1 && at !== null) marks.set(last, { name, at })
  }
  const { provider_read_by: colleague, provider_read_at: at, provider_read_created_at: upTo } = thread
  if (viewer.side === 'client') mark(true, readTo, colleague ?? viewer.otherName, at)
  else mark(true, readTo, viewer.otherName, thread.client_read_at)
  if (viewer.side === 'admin' && colleague !== null && colleague !== viewer.name)
    mark(false, upTo, colleague, at)
  return marks
}

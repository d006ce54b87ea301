// A conversation as the rows a person sees: groups, days, the unread line, the state of each message. Pure.
import type { MessageCard, MessageRow, Side, ThreadRow } from '../../db/rows'
import { dayNumber } from '../../lib/day-text'
import type { WaitingMessage } from './thread-state'

/** Messages of one sender closer than this stand together. */
const GROUP_MS = 5 * 60_000

export type Delivery = 'sent' | 'delivered' | 'read' | WaitingMessage['state']

export interface Row {
  /** The message's id, before and after it is sent. */
  key: string
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
  /** The entry of a message that still waits. */
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
export function rowsOf(
  messages: readonly MessageRow[],
  waiting: readonly WaitingMessage[],
  thread: ThreadRow | undefined,
  viewer: Viewer,
  since: string | null,
): Row[] {
  const readTo = otherMarker(thread, viewer.side)
  const deliveredTo = otherDelivered(thread, viewer.side)
  const rows = messages.map((message) => sentRow(message, viewer, readTo, deliveredTo))
  for (const entry of waiting) rows.push(waitingRow(entry, viewer))
  let unreadShown = false
  rows.forEach((row, index) => {
    const before = rows[index - 1]
    row.startsDay = before === undefined || row.moment.day > before.moment.day
    row.isFirstUnread = !unreadShown && !row.isOurs && (since === null || row.at > since)
    unreadShown ||= row.isFirstUnread
    row.startsGroup = row.startsDay || row.isFirstUnread || before === undefined || !together(before, row)
    row.showsName = row.startsGroup && row.showsName
    if (before !== undefined) before.endsGroup = row.startsGroup
  })
  markRead(rows, thread, viewer, readTo)
  return rows
}

function sentRow(message: MessageRow, viewer: Viewer, readTo: string | null, deliveredTo: string | null): Row {
  const isOurs = message.sender_role === viewer.side
  const isRead = readTo !== null && message.created_at <= readTo
  const isDelivered = deliveredTo !== null && message.created_at <= deliveredTo
  return {
    key: message.id,
    content: message.content,
    card: message.card ?? null,
    file: keptFile(message),
    isRemoved: Boolean(message.removed_at),
    at: message.created_at,
    moment: momentOf(message),
    isOurs,
    senderName: message.sender_name,
    showsName: message.sender_id !== viewer.userId,
    ...UNGROUPED,
    delivery: isOurs ? (isRead ? 'read' : isDelivered ? 'delivered' : 'sent') : null,
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
    content: entry.body.content,
    card: entry.body.card ?? null,
    file: entry.body.file === undefined ? null : { is: 'waiting', ...entry.body.file },
    isRemoved: false,
    at: entry.created_at,
    moment: moment(entry.created_at),
    isOurs: true,
    senderName: viewer.name ?? '',
    showsName: false,
    ...UNGROUPED,
    delivery: entry.state,
    waiting: entry,
  }
}

const UNGROUPED = { startsGroup: true, endsGroup: true, startsDay: false, isFirstUnread: false, readBy: null }

function together(one: Row, next: Row): boolean {
  const near = Math.abs(next.moment.ms - one.moment.ms) < GROUP_MS
  return near && one.isOurs === next.isOurs && one.senderName === next.senderName
}

/** Ten thousand messages are made into rows again with each new one; their times do not change. */
const moments = new WeakMap<MessageRow, Moment>()

function momentOf(message: MessageRow): Moment {
  const known = moments.get(message) ?? moment(message.created_at)
  moments.set(message, known)
  return known
}

function moment(at: string): Moment {
  const ms = Date.parse(at)
  return { ms, day: dayNumber(ms) }
}

function otherMarker(thread: ThreadRow | undefined, side: Side): string | null {
  return (side === 'client' ? thread?.provider_read_created_at : thread?.client_read_created_at) ?? null
}

function otherDelivered(thread: ThreadRow | undefined, side: Side): string | null {
  return (side === 'client' ? thread?.provider_delivered_created_at : thread?.client_delivered_created_at) ?? null
}

/** Under our last message the other side has read; for admins also under the client's last one a colleague has read. */
function markRead(rows: Row[], thread: ThreadRow | undefined, viewer: Viewer, readTo: string | null): void {
  if (thread === undefined) return
  const lastOurs = readTo === null ? undefined : rows.findLast((row) => row.delivery === 'read')
  const byOther =
    viewer.side === 'client'
      ? { name: thread.provider_read_by ?? viewer.otherName, at: thread.provider_read_at }
      : { name: viewer.otherName, at: thread.client_read_at }
  if (lastOurs !== undefined && byOther.at !== null) lastOurs.readBy = { name: byOther.name, at: byOther.at }

  const { provider_read_by: colleague, provider_read_at: at, provider_read_created_at: upTo } = thread
  if (viewer.side !== 'admin' || colleague === null || at === null || upTo === null || colleague === viewer.name) return
  const lastTheirs = rows.findLast((row) => row.delivery === null && row.at <= upTo)
  if (lastTheirs !== undefined) lastTheirs.readBy = { name: colleague, at }
}

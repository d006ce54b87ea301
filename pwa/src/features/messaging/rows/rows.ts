// Turns a conversation into display rows: groups, days, the unread line, delivery and read markers. Pure.
import type { MessageRow, ThreadRow } from '../../../db/rows/messages'
import { dayNumber } from '../../../lib/text/days'
import { deliveryOf, otherDelivered, otherMarker, readMarks } from './markers'
import type { Row, RowFile, RowTime, Viewer } from './row'
import type { WaitingMessage } from './state'

/** Consecutive messages of one sender form a group if they are closer than this. */
const GROUP_MS = 5 * 60_000

/** `since`: time of the last message read before the user opened the conversation; null for none. */
type RowsOf = (
  messages: readonly MessageRow[],
  waiting: readonly WaitingMessage[],
  thread: ThreadRow | undefined,
  since: string | null,
) => Row[]

/**
 * Returns a function that turns a conversation into rows. It returns the same object for an unchanged row,
 * so React skips it, and ten thousand rows leave no garbage to collect while the user scrolls.
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
    const readTo = otherMarker(thread, viewer.role)
    const deliveredTo = otherDelivered(thread, viewer.role)
    const firstUnread = rows.findIndex((row) => !row.isOurs && (since === null || row.at > since))
    const marks = readMarks(rows, thread, viewer, readTo)
    let startsGroup = true
    rows.forEach((row, index) => {
      const before = rows[index - 1]
      const next = rows[index + 1]
      const startsDay = before === undefined || isLaterDay(before, row)
      const isFirstUnread = index === firstUnread
      const endsGroup =
        next === undefined || index + 1 === firstUnread || isLaterDay(row, next) || !isSameGroup(row, next)
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
    isOurs: message.sender_role === viewer.role,
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
    is: 'stored',
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

function isSameGroup(one: Row, next: Row): boolean {
  const near = Math.abs(next.time.ms - one.time.ms) < GROUP_MS
  return near && one.isOurs === next.isOurs && one.senderName === next.senderName
}

function timeOf(at: string): RowTime {
  const ms = Date.parse(at)
  return { ms, day: dayNumber(ms) }
}

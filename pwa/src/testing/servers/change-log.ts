// Random change logs of one stream, cut into frames in any way that the protocol allows.
import type { Change, ChangeFrame } from '../../sync/protocol/protocol'
import { message, timestamp, thread, uuid } from './wire-rows'
import type { Seeded } from '../seeded-random'

interface LoggedChange {
  seq: number
  change: Change
}

/**
 * Returns `length` changes of messages and threads of `clients`: rows are created, changed, deleted and
 * created again.
 */
export function randomLog(random: Seeded, length: number, clients: readonly string[]): LoggedChange[] {
  const versions = new Map<string, number>()
  return Array.from({ length }, (_, i) => {
    const isThread = random.chance(0.2)
    const n = random.int(1, Math.max(3, Math.floor(length / 3)))
    const clientId = isThread ? random.pick(clients) : (clients[n % clients.length] ?? '')
    const id = isThread ? clientId : uuid(n)
    const tbl = isThread ? 'threads' : 'messages'
    const v = (versions.get(`${tbl}${id}`) ?? 0) + random.int(1, 2)
    versions.set(`${tbl}${id}`, v)
    const row = isThread
      ? thread(clientId, v, { client_unread: i })
      : message(n, clientId, { v, content: `text ${i}`, created_at: timestamp(n) })
    const isDeleted = !isThread && random.chance(0.25)
    const change: Change = isDeleted
      ? { tbl, op: random.pick(['d', 'x']), id, v }
      : { tbl, op: 'u', id, v, row }
    return { seq: i + 1, change }
  })
}

/** Returns the rows of a table by id after the whole log. */
export function finalRows(log: readonly LoggedChange[], tbl: string): Map<string, unknown> {
  const rows = new Map<string, unknown>()
  for (const { change } of log) {
    if (change.tbl !== tbl) continue
    if (change.op === 'u') rows.set(change.id, change.row)
    else rows.delete(change.id)
  }
  return rows
}

/**
 * Returns the frame with the changes `from..to`; `coalesced` drops changes that are replaced within it (CH3).
 */
export function frameOf(
  s: string,
  log: readonly LoggedChange[],
  from: number,
  to: number,
  coalesced = false,
): ChangeFrame {
  const part = log.slice(from - 1, to).map((one) => one.change)
  const d = coalesced
    ? part.filter(
        (one, i) => !part.slice(i + 1).some((later) => later.tbl === one.tbl && later.id === one.id),
      )
    : part
  return { t: 'ch', s, from, to, at: `at-${to}`, d }
}

/** Returns frames that cover the log, with random cuts, replays and overlaps, and without gaps. */
export function randomFrames(random: Seeded, s: string, log: readonly LoggedChange[]): ChangeFrame[] {
  const frames: ChangeFrame[] = []
  let cursor = 0
  while (cursor < log.length) {
    const from = Math.max(1, cursor + 1 - (random.chance(0.4) ? random.int(0, cursor) : 0))
    const to = Math.min(log.length, from + random.int(0, 12))
    frames.push(frameOf(s, log, from, to, random.chance(0.5)))
    cursor = Math.max(cursor, to)
  }
  return frames
}

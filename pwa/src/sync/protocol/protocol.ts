// The frames of platform/sync/PROTOCOL.md: their types, and a parser that validates them.
import type { WireRow } from '../../db/rows/rows'

export const PROTOCOL = 1

/** A change of one row: `u` created or updated, `d` deleted, `x` no longer visible in this stream. */
export type Change =
  | { tbl: string; op: 'u'; id: string; v: number; row: WireRow }
  | { tbl: string; op: 'd' | 'x'; id: string; v: number }

/** An ephemeral item that a device sends (EP). */
export type OutgoingItem = { k: 'typing'; thread: string; on: boolean } | { k: 'look'; threads: string[] }

/** An ephemeral item that the server sends. */
export type EphemeralItem =
  | { k: 'typing'; thread: string; by: string; name: string; role: 'admin' | 'client'; on: boolean }
  | { k: 'presence'; thread: string; on: boolean }
  /** EP9: the bot's reply to the question `id`, as far as it is written. `thread` is the bot's id. */
  | { k: 'reply'; thread: string; id: string; text: string; on: boolean }

/** A change's number in its stream, and its id. */
export interface LogPosition {
  c: number
  at: string
}

export interface Cursor extends LogPosition {
  s: string
  e: string
  /** BO8: the position of the first load's last page, if it is beyond the cursor. */
  seen?: LogPosition | undefined
}

export interface StreamMode {
  s: string
  e: string
  head: number
  mode: 'resume' | 'bootstrap' | 'reset'
}

export interface OkFrame {
  t: 'ok'
  user: string
  role: 'admin' | 'client'
  client: string | null
  name: string
  exp: number
  now: number
  hb: number
  /** EP8: 1 if the server supports ephemeral items. */
  eph?: number
  subs: StreamMode[]
}

export interface ChangeFrame {
  t: 'ch'
  s: string
  from: number
  to: number
  at: string
  d: Change[]
}

export type ServerFrame =
  | OkFrame
  | ChangeFrame
  | { t: 'subs'; subs: StreamMode[] }
  | { t: 'live'; s: string; c: number }
  | { t: 'hb'; h: Record<string, number>; now: number }
  | { t: 'pong'; n: number }
  | { t: 'auth_expiring'; in: number }
  | { t: 'auth_ok'; exp: number }
  | { t: 'revoke'; s: string }
  | { t: 'bye'; after: [number, number] }
  | { t: 'eph'; d: unknown[] }

export type DeviceFrame =
  | {
      t: 'hello'
      p: typeof PROTOCOL
      build: string
      dev: string
      tab: string
      token: string
      vis: boolean
      subs: Cursor[]
    }
  | { t: 'sub'; subs: Cursor[] }
  | { t: 'ack'; c: Record<string, number> }
  | { t: 'ping'; n: number }
  | { t: 'auth'; token: string }
  | ({ t: 'eph' } & OutgoingItem)

type Shape = Record<string, 'string' | 'number' | 'boolean' | 'string?' | 'list' | 'map'>

const SHAPES: { [T in ServerFrame['t']]: Shape } = {
  ok: {
    user: 'string',
    role: 'string',
    client: 'string?',
    name: 'string',
    exp: 'number',
    now: 'number',
    hb: 'number',
    subs: 'list',
  },
  subs: { subs: 'list' },
  ch: { s: 'string', from: 'number', to: 'number', at: 'string', d: 'list' },
  live: { s: 'string', c: 'number' },
  hb: { h: 'map', now: 'number' },
  pong: { n: 'number' },
  auth_expiring: { in: 'number' },
  auth_ok: { exp: 'number' },
  revoke: { s: 'string' },
  bye: { after: 'list' },
  eph: { d: 'list' },
}
const MODE: Shape = { s: 'string', e: 'string', head: 'number', mode: 'string' }
const CHANGE: Shape = { tbl: 'string', op: 'string', id: 'string', v: 'number' }
const ITEM: Shape = { thread: 'string', on: 'boolean' }
const ITEM_SHAPES: Record<EphemeralItem['k'], Shape> = {
  presence: ITEM,
  typing: { ...ITEM, by: 'string', name: 'string', role: 'string' },
  reply: { ...ITEM, id: 'string', text: 'string' },
}
const ROW: Shape = { id: 'string', v: 'number' }

/**
 * Parses a frame. Returns 'unknown' for a frame type of a newer server, and null for a violation of the
 * protocol.
 */
export function parseFrame(text: string): ServerFrame | 'unknown' | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return null
  }
  if (!isMap(frame) || typeof frame['t'] !== 'string') return null
  const name = frame['t']
  if (!isFrameName(name)) return 'unknown'
  if (!fits(frame, SHAPES[name])) return null
  if (Array.isArray(frame['subs']) && !frame['subs'].every((one) => fits(one, MODE))) return null
  if (name === 'ch' && !(frame['d'] as unknown[]).every(isChange)) return null
  if (Array.isArray(frame['after']) && !frame['after'].every((one) => typeof one === 'number')) return null
  return frame as unknown as ServerFrame
}

/** Whether a value is a row: an object with an id and a version. */
export function isRow(row: unknown): row is WireRow {
  return fits(row, ROW)
}

/** Whether a value is an ephemeral item of a kind that this build supports. */
export function isEphemeralItem(item: unknown): item is EphemeralItem {
  return (
    isMap(item) &&
    Object.hasOwn(ITEM_SHAPES, String(item['k'])) &&
    fits(item, ITEM_SHAPES[item['k'] as EphemeralItem['k']])
  )
}

function isChange(change: unknown): boolean {
  return fits(change, CHANGE) && isMap(change) && (change['op'] !== 'u' || isRow(change['row']))
}

export function isFrameName(name: string): name is ServerFrame['t'] {
  return Object.hasOwn(SHAPES, name)
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fits(value: unknown, shape: Shape): boolean {
  if (!isMap(value)) return false
  return Object.entries(shape).every(([key, kind]) => {
    const field = value[key]
    if (kind === 'list') return Array.isArray(field)
    if (kind === 'map') return isMap(field)
    if (kind === 'string?') return field === null || field === undefined || typeof field === 'string'
    return typeof field === kind
  })
}

// Drives the connection's state machine with events.
import type { OkFrame, StreamMode } from '../../sync/protocol/protocol'
import { newSession, step } from '../../sync/connection/session'
import type { Effect, Event, Session } from '../../sync/connection/session-types'

export const env = { now: 1_000_000, random: () => 0.5 }
export const S = 'c:1'

const okFrame = (...subs: StreamMode[]): OkFrame => ({
  t: 'ok',
  user: 'u',
  role: 'client',
  client: '1',
  name: 'Ana',
  exp: 2_000,
  now: 1_000,
  hb: 25,
  subs,
})
export const sub = (mode: StreamMode['mode'], head = 5, s = S): StreamMode => ({ s, e: 'k1', head, mode })
export const ok = (...subs: StreamMode[]): Event => ({
  is: 'ok',
  frame: okFrame(...subs),
  offeredCursors: { [S]: 3 },
})
export const ch = (from: number, to: number): Event => ({
  is: 'ch',
  frame: { t: 'ch', s: S, from, to, at: 'x', d: [] },
})

export function runEvents(
  events: Event[],
  from: Session = newSession(true, true, env),
): { session: Session; last: Effect[]; all: Effect[] } {
  let session = from
  let last: Effect[] = []
  const all: Effect[] = []
  for (const event of events) {
    ;[session, last] = step(session, event, env)
    all.push(...last)
  }
  return { session, last, all }
}
export const helloEvents: Event[] = [{ is: 'start' }, { is: 'token', token: 't' }, { is: 'opened' }]
export const liveEvents: Event[] = [
  ...helloEvents,
  ok(sub('resume', 3)),
  { is: 'live', s: S },
  { is: 'caught-up', s: S },
]
export const actions = (effects: Effect[]): string[] => effects.map((effect) => effect.do)
export const retryMs = (effects: Effect[]): number | undefined =>
  effects.flatMap((one) => (one.do === 'arm' && one.timer === 'retry' ? [one.ms] : []))[0]

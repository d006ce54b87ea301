// Groups of consecutive audit log entries with the same text, for example ten sign-ups. Pure.
import { countedText } from '../../../lib/text/numbers'
import type { AuditEvent } from '../remote'

/** Fewer entries are shown singly, because they are as quick to read as a group. */
const MIN_GROUPED_EVENTS = 3

/** Actions of many users, each for themselves, so their group has no single actor. */
const BY_MANY = new Set(['client.linked', 'client.created'])

const TEXTS: Record<string, (count: number) => string> = {
  'client.linked': (count) => `${countedText(count, 'client')} signed up`,
  'client.created': (count) => `${countedText(count, 'new client')} signed up`,
  'client.added': (count) => `added ${countedText(count, 'client')}`,
  'client.imported': (count) => `imported ${countedText(count, 'client')}`,
  'client.invited': (count) => `invited ${countedText(count, 'client')}`,
  'client.activated': (count) => `activated ${countedText(count, 'client')}`,
  'client.deactivated': (count) => `deactivated ${countedText(count, 'client')}`,
  'scan.asked': (count) => `requested ${countedText(count, 'scan')}`,
  'report.publish-now': (count) => `published ${countedText(count, 'report')}`,
  'report.publish-monday': (count) => `scheduled ${countedText(count, 'report')} for Monday`,
}

export interface EventGroup {
  events: [AuditEvent, ...AuditEvent[]]
  /** The text of all entries, without the actor; null for a single entry. */
  text: string | null
  /** Null if the entries have different actors. */
  actor: string | null
}

/** `events` in their order. */
export function groupsOf(events: readonly AuditEvent[]): EventGroup[] {
  const runs: [AuditEvent, ...AuditEvent[]][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0], event)) run.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run) => {
    const [{ action, actor }] = run
    const text = TEXTS[action]
    if (text === undefined || run.length < MIN_GROUPED_EVENTS) return run.map(groupOfOne)
    return [{ events: run, text: text(run.length), actor: BY_MANY.has(action) ? null : actor }]
  })
}

export function groupOfOne(event: AuditEvent): EventGroup {
  return { events: [event], text: null, actor: event.actor }
}

function isAlike(one: AuditEvent, other: AuditEvent): boolean {
  return one.action === other.action && (one.actor === other.actor || BY_MANY.has(one.action))
}

// Groups of audit log entries that follow each other and say the same: ten clients signed up. Pure.
import { countedText } from '../../../lib/text/numbers'
import type { AuditEvent } from '../remote'

/** Fewer entries are as quick to read as their group. */
const MIN_GROUPED_EVENTS = 3

/** Each client signs up in person, so the group has no actor of its own. */
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
  /** What all entries say, after the actor; null for a single entry. */
  text: string | null
  /** Null if several users did it. */
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

// Rows for screen tests, complete by default.
import type { AttentionRow } from '../../db/rows/admin'
import type { UserSubscriptionRow } from '../../db/rows/billing'
import type { ClientRow } from '../../db/rows/clients'
import type { FileRow } from '../../db/rows/files'
import type { OutboxEntry } from '../../db/rows/outbox'
import type { ScanRunRow, ScanTaskRow, ScoreRow } from '../../db/rows/performance'

export function clientRow(fields: Partial<ClientRow> = {}): ClientRow {
  return {
    id: 'c1',
    v: 1,
    _s: ['c:c1'],
    user_id: 'u1',
    company_name: 'Northwind Roasters',
    contact_name: 'Ana Lopes',
    contact_email: 'ana@northwind.example',
    phone: null,
    website_url: null,
    service_areas: null,
    subscription_tier: 'basic',
    subscription_status: 'inactive',
    notify_messages: true,
    notify_reports: true,
    model_preference: null,
    ga4_property_id: null,
    ga4_property_name: null,
    created_at: '2026-11-01T09:00:00.000000Z',
    updated_at: '2026-11-01T09:00:00.000000Z',
    ...fields,
  }
}

/** A client's attention that an admin has snoozed. */
export function snoozedRow(id: string): AttentionRow {
  return {
    ...{ id, v: 1, _s: ['w'], reasons: [], points: 0 },
    ...{ snoozed_until: '2126-11-21T10:00:00.000000Z', snoozed_by: 'Ana' },
  }
}

export function scoreRow(fields: Partial<ScoreRow> = {}): ScoreRow {
  return {
    id: 's1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    website_url: 'https://bakery.example/',
    performance_score: 80,
    is_incomplete: false,
    runs: [79, 80, 82],
    metrics: { lcp_ms: 2400 },
    field: null,
    previous_score: null,
    previous_at: null,
    last_week_score: null,
    last_week_at: null,
    verdict: 'first',
    reasons: [],
    created_at: '2026-11-20T14:05:00.000000Z',
    ...fields,
  }
}

export function scanRunRow(fields: Partial<ScanRunRow> = {}): ScanRunRow {
  return {
    id: 'r1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    website_url: 'https://bakery.example/',
    state: 'queued',
    step: 0,
    steps: 3,
    reason: '',
    error: '',
    score_id: null,
    performance_score: null,
    asked_at: '2026-11-20T14:00:00.000000Z',
    finished_at: null,
    ...fields,
  }
}

export function scanTaskRow(fields: Partial<ScanTaskRow> = {}): ScanTaskRow {
  return {
    id: 't1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    title: 'Make the picture hero.png smaller',
    detail: 'It weighs 2.1 MB.',
    weight: 1,
    is_open: true,
    proof: '',
    reopened: 0,
    opened_at: '2026-11-20T14:05:00.000000Z',
    closed_at: null,
    ...fields,
  }
}

// An outbox entry before its first attempt.
const WAITING = {
  n: 1,
  created_at: '2026-11-21T13:00:00.000000Z',
  state: 'queued',
  attempts: 0,
  next_at: 0,
  lease: null,
  error: null,
  unconfirmed: false,
} as const

type WaitingMessageFields = Partial<Extract<OutboxEntry, { kind: 'messages.send' }>>

export function waitingMessage(id: string, content: string, fields: WaitingMessageFields = {}): OutboxEntry {
  return {
    ...WAITING,
    id,
    lane: 'c1',
    kind: 'messages.send',
    body: { id, client_id: 'c1', content },
    ...fields,
  }
}

type WaitingReadFields = Partial<Extract<OutboxEntry, { kind: 'threads.read' }>>

export function waitingRead(
  id: string,
  read_to: string,
  fields: WaitingReadFields = {},
): Extract<OutboxEntry, { kind: 'threads.read' }> {
  return {
    ...WAITING,
    id,
    lane: 'read:c1',
    kind: 'threads.read',
    body: { id: 'c1', read_to },
    ...fields,
  }
}

/** The subscription of a paying user whose trial ends on 5 December 2026. */
export function payingRow(fields: Partial<UserSubscriptionRow> = {}): UserSubscriptionRow {
  return {
    id: 'u1',
    v: 1,
    _s: ['u:u1'],
    user_id: 'u1',
    subscription_status: 'trialing',
    price_id: 'price_1',
    current_period_end: Date.UTC(2026, 11, 5, 12) / 1000,
    cancel_at_period_end: false,
    payment_method_brand: 'visa',
    payment_method_last4: '4242',
    updated_at: '2026-11-21T09:00:00.000000Z',
    ...fields,
  }
}

/** A file that is too large to store on the device; if `text` is set, the user has sent its message. */
export function waitingUpload(id: string, client_id: string, text: string | null): FileRow {
  return {
    id,
    client_id,
    name: 'plan.zip',
    type: 'application/zip',
    size: 30_000_000,
    sent: 0,
    modified: 1,
    text,
    queued: false,
  }
}

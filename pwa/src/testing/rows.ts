// Rows for screen tests, complete by default.
import type { ClientRow, OutboxEntry, UserSubscriptionRow } from '../db/rows'

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

// An entry that waits for its first try.
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

export function waitingRead(id: string, read_to: string, fields: WaitingReadFields = {}): Extract<OutboxEntry, { kind: 'threads.read' }> {
  return {
    ...WAITING,
    id,
    lane: 'read:c1',
    kind: 'threads.read',
    body: { id: 'c1', read_to },
    ...fields,
  }
}

/** A person who pays, in their trial until 5 December 2026. */
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

// Rows of notices, devices and notification preferences for screen tests, complete by default.
import type { NoticeRow, PushDeviceRow, PreferencesRow } from '../../db/rows/notices'
import { iso, serverNow } from '../../lib/time/clock'

export function noticeRow(fields: Partial<NoticeRow> = {}): NoticeRow {
  return {
    id: 'n1',
    v: 1,
    _s: ['u:u1'],
    user_id: 'u1',
    side: 'client',
    client_id: 'c1',
    kind: 'message',
    tag: 'messages:c1',
    title: 'New message from Rui',
    body: 'Your page is faster now.',
    path: '/dashboard/messaging',
    n: 1,
    count: 1,
    told_at: iso(serverNow()),
    pushed_at: null,
    shown_at: null,
    opened_at: null,
    mailed_at: null,
    unreached_at: null,
    ...fields,
  }
}

export function deviceRow(fields: Partial<PushDeviceRow> = {}): PushDeviceRow {
  const at = '2026-11-20T10:00:00.000000Z'
  return {
    id: 'd1',
    v: 1,
    _s: ['u:u1'],
    fingerprint: 'f',
    user_agent: 'Mozilla/5.0 (Android 16) Firefox/140.0',
    trouble: '',
    added_at: at,
    checked_at: at,
    shown_at: null,
    ...fields,
  }
}

export function preferencesRow(fields: Partial<PreferencesRow> = {}): PreferencesRow {
  return {
    id: 'u1',
    v: 1,
    _s: ['u:u1'],
    messages: true,
    reports: true,
    is_quiet: false,
    quiet_from: 1320,
    quiet_to: 420,
    zone: '',
    ...fields,
  }
}

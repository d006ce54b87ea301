// Tests of the sync status's text.
import { expect, test } from 'vitest'

import type { Link, SyncStatus } from '../../sync'
import { clockTime, dateTimeText } from '../../lib/text/times'
import { statusText } from './status-text'

const SINCE = '2026-11-21T13:02:00.000000Z'
const NOW = Date.parse('2026-11-21T14:00:00Z')

function status(link: Link, waiting = 0, refused = 0): SyncStatus {
  return { link, waiting, refused, as_of: null, stalled: false, role: 'client', client_id: 'c1', name: null }
}

test.each<[Link, string]>([
  [{ is: 'live' }, 'Up to date'],
  [{ is: 'catching-up', behind: 0 }, 'Syncing'],
  [{ is: 'catching-up', behind: 3 }, 'Syncing'],
  [{ is: 'connecting' }, 'Connecting'],
  [{ is: 'offline', since: SINCE }, `Offline since ${clockTime(SINCE)}`],
  [{ is: 'offline', since: '2026-11-19T13:02:00Z' }, `Offline since ${dateTimeText('2026-11-19T13:02:00Z')}`],
  [{ is: 'offline', since: SINCE, blocked: true }, `No live updates since ${clockTime(SINCE)}`],
  [{ is: 'outdated' }, 'Update needed'],
  [{ is: 'locked' }, 'Access ended'],
  [{ is: 'signed-out' }, 'Signed out'],
])('describes %j as %s', (link, text) => expect(statusText(status(link), NOW).text).toBe(text))

test('adds the number of waiting messages to the state', () => {
  expect(statusText(status({ is: 'offline', since: SINCE }, 2), NOW).text).toBe(
    `Offline since ${clockTime(SINCE)}, 2 messages waiting`,
  )
  expect(statusText(status({ is: 'live' }, 1), NOW).text).toBe('Up to date, 1 message waiting')
})

test('shows a rejected message as an error in every state', () => {
  expect(statusText(status({ is: 'live' }, 0, 1), NOW)).toEqual({
    text: 'Up to date, 1 message not sent',
    tone: 'bad',
    isProminent: true,
  })
})

test('marks offline as prominent, but not live or syncing', () => {
  expect(statusText(status({ is: 'live' }), NOW).isProminent).toBe(false)
  expect(statusText(status({ is: 'catching-up', behind: 3 }), NOW).isProminent).toBe(false)
  expect(statusText(status({ is: 'offline', since: SINCE }), NOW).isProminent).toBe(true)
})

// The menu of a client: no item appears or disappears while the rows are read.
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { opened } from '../../../testing/screens/signed-in'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { payingRow } from '../../../testing/rows/rows'
import { AccountFoot } from './account-foot'
import { Nav } from './nav'

const items = () => screen.queryAllByRole('link').map((link) => link.textContent)
const WITHOUT = ['My Dashboard', 'Messaging', 'Reports', 'Connections', 'Settings']
const WITH = ['My Dashboard', 'Messaging', 'Reports', 'Connections', 'Subscriptions', 'Settings']

test.each([
  ['nothing', WITHOUT],
  ['something', WITH],
])(
  'shows the items after Connections on a first visit only once it is known that there is %s to pay',
  async (what, all) => {
    localStorage.clear()
    const replica = freshReplica()
    opened(
      <Nav views={<a href="/dashboard?view=analytics">Analytics</a>} />,
      '/dashboard',
      replica,
      LIVE_CLIENT,
    )
    const first = ['My Dashboard', 'Messaging', 'Reports', 'Connections']
    expect(items()).toEqual(first)
    const seen: unknown[] = []
    const watching = new MutationObserver(() => seen.push(items()))
    watching.observe(document.body, { childList: true, subtree: true })
    if (what === 'something') await replica.stripe_user_subscriptions.put({ ...payingRow(), id: 'u9' })
    await replica.streams.put(readyStream('u:u9'))
    await waitFor(() => expect(items()).toEqual([...all, 'Analytics']))
    watching.disconnect()
    for (const shown of seen) expect([first, [...all, 'Analytics']]).toContainEqual(shown)
  },
)

test('shows the whole menu if the subscription cannot be loaded', async () => {
  localStorage.clear()
  opened(<Nav />, '/dashboard', freshReplica(), { ...LIVE_CLIENT, stalled: true })
  await waitFor(() => expect(items()).toEqual(WITH))
})

test('hides Subscriptions at the next start of a client who had nothing to pay', async () => {
  localStorage.setItem('without_billing', '1')
  const replica = freshReplica()
  opened(<Nav />, '/dashboard', replica, LIVE_CLIENT)
  expect(items()).toEqual(WITHOUT)
  await replica.stripe_user_subscriptions.put({ ...payingRow(), id: 'u9' })
  await waitFor(() => expect(items()).toEqual(WITH))
  expect(localStorage.getItem('without_billing')).toBe('0')
})

test.each([
  ['/dashboard', 'My Dashboard', 'page'],
  ['/dashboard/chatbot', 'My Dashboard', 'true'],
  ['/dashboard/spam-catcher', 'My Dashboard', 'true'],
  ['/dashboard/connections', 'Connections', 'page'],
  ['/connect-ga', 'Connections', 'true'],
  ['/dashboard/settings/security', 'Settings', 'page'],
])('marks at %s the item %s as where the user is', (at, label, current) => {
  localStorage.setItem('without_billing', '1')
  opened(<Nav />, at, freshReplica(), LIVE_CLIENT)
  const marked = screen.getAllByRole('link').filter((link) => link.ariaCurrent !== null)
  expect(marked.map((link) => [link.textContent, link.ariaCurrent])).toEqual([[label, current]])
})

test.each([
  ['client', LIVE_CLIENT, 0],
  ['admin', LIVE_ADMIN, 1],
])('marks the settings once in the menu of a %s', (_role, status, atTheFoot) => {
  const ignore = () => undefined
  opened(
    <AccountFoot email="maya@northwind.example" onFollow={ignore} onSignOut={ignore} />,
    '/dashboard/settings/security',
    freshReplica(),
    status,
  )
  expect(screen.getAllByRole('link').filter((link) => link.ariaCurrent !== null)).toHaveLength(atTheFoot)
})

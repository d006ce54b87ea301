// Tests of the notice of a scan's end, with a fake API client.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { noticeRow } from '../../testing/rows/notices'
import { opened } from '../../testing/screens/signed-in'
import { LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import NoticeButton from './notices'

const api = vi.hoisted(() => ({ PUT: vi.fn() }))
vi.mock('../../api/client', () => ({ ownApi: api, NoAnswer: class extends Error {} }))
beforeEach(() => {
  vi.resetAllMocks()
  api.PUT.mockResolvedValue({ data: {}, response: { ok: true, status: 200 } })
})

const PAGE_SPEED = '/dashboard?view=pagespeed'
const notice = (id: string, tag = 'scan', path = PAGE_SPEED) =>
  noticeRow({ id, tag, path, kind: 'report', user_id: 'u9', _s: ['u:u9'] })

async function openAt(at: string) {
  const replica = freshReplica()
  await replica.streams.put(readyStream('u:u9'))
  opened(<NoticeButton unread={0} />, at, replica, LIVE_CLIENT)
  await screen.findByRole('button', { name: 'Notifications' })
  return replica
}

type Request = { body: { id: string; what: string } }
const acknowledged = () =>
  api.PUT.mock.calls.map(([, request]) => request as Request).map(({ body }) => `${body.id} ${body.what}`)

test.each([
  ['/dashboard', 'opened', []],
  ['/dashboard?view=pagespeed', 'opened', []],
  ['/dashboard?view=analytics', 'shown', ['Open']],
  ['/dashboard/settings', 'shown', ['Open']],
])('shows the end of a scan to a user at %s', async (at, what, buttons) => {
  const replica = await openAt(at)
  await act(() => replica.notices.put(notice(at)))
  await screen.findByRole('button', { name: 'Notifications, 1 new' })
  expect(acknowledged()).toEqual([`${at} ${what}`])
  const shown = () => screen.queryAllByRole('button', { name: /^Open/ }).map((one) => one.textContent)
  await waitFor(() => expect(shown()).toEqual(buttons))
})

test('opens the notice of a scan that ended while the home was hidden, when it is visible again', async () => {
  const replica = await openAt('/dashboard')
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(() => replica.notices.put({ ...notice('hidden'), shown_at: '2026-11-21T10:00:00.000000Z' }))
  await screen.findByRole('button', { name: 'Notifications, 1 new' })
  expect(acknowledged()).toEqual([])
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(acknowledged()).toEqual(['hidden opened'])
})

test('opens the notice of a scan’s end once, although it stays unopened until the answer arrives', async () => {
  const replica = await openAt(PAGE_SPEED)
  await act(() => replica.notices.put(notice('once')))
  await screen.findByRole('button', { name: 'Notifications, 1 new' })
  await act(() => replica.notices.put(notice('other', 'report:r1', '/dashboard/reports')))
  await screen.findByRole('button', { name: 'Notifications, 2 new' })
  expect(acknowledged()).toEqual(['once opened', 'other shown'])
})

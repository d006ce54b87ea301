// Tests of "Copy diagnostics": its content, and that it contains no text that users wrote.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { noteFailure } from '../../lib/failures'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { clientRow, waitingMessage, waitingRead } from '../../testing/rows/rows'
import { ToastProvider } from '../../ui/feedback/toast'
import { CopyDiagnostics } from './copy-diagnostics'
import { diagnosticsOf } from './diagnostics'

const CANARY = 'Dear Maya'
const replica = new Replica('u1')
const live = { userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }

beforeEach(() => {
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, {
      storage: {
        estimate: () => Promise.resolve({ usage: 12e6, quota: 900e6 }),
        persisted: () => Promise.resolve(true),
      },
    }),
  )
})
afterEach(() => replica.delete({ disableAutoOpen: false }))

async function fillReplica(): Promise<void> {
  const ago = new Date(Date.now() - 90_000).toISOString()
  const rejected = { state: 'refused', attempts: 3, error: { code: 'invalid', message: CANARY } } as const
  await replica.meta.put({ k: 'dev', value: 'd1' })
  await replica.meta.put({ k: 'name', value: CANARY })
  await replica.streams.put({ s: 'w', e: 'k3', cursor: 41, at: 'x', mode: 'ready', load: 'l', loading: null })
  await replica.clients.put(clientRow({ company_name: CANARY }))
  await replica.admins.put({
    id: 'a1',
    v: 1,
    _s: ['w'],
    user_id: null,
    role: 'admin',
    name: CANARY,
    email: CANARY,
    created_at: ago,
  })
  await replica.drafts.put({ id: 'c1', text: CANARY })
  await replica.outbox.bulkPut([
    waitingMessage('a', CANARY, { created_at: ago }),
    waitingMessage('b', CANARY, { n: 2, created_at: ago }),
    waitingMessage('c', CANARY, { n: 3, ...rejected }),
    waitingRead('r', 'm1'),
  ])
  noteFailure('error', new RangeError(CANARY))
}

test('contains build, device, streams, rows, unsent work by state and age, errors, storage and browser', async () => {
  await fillReplica()
  const text = await diagnosticsOf(live)
  for (const line of [
    'build 0.0.0-test',
    'user u1 (admin)',
    'device d1',
    'link {"is":"live"}',
    'w at 41 of k3, ready',
    'clients 1',
    'admins 1',
    'messages 0',
    'drafts 1',
    'messages.send refused: 1',
    'refused for invalid',
    'threads.read queued: 1',
    'error RangeError',
    '12 MB of 900 MB',
    'kept',
    navigator.userAgent,
  ]) {
    expect(text).toContain(line)
  }
  expect(text).toMatch(/messages\.send queued: 2, oldest (89|9\d) s, at most 0 attempts/)
})

test('contains no names and no text that users wrote', async () => {
  await fillReplica()
  const text = await diagnosticsOf(live)
  expect(text).not.toContain('Maya')
  expect(text).not.toContain('Rui')
})

test('contains an error if the store cannot be read', async () => {
  const broken = new Replica('broken')
  broken.retire()
  const text = await diagnosticsOf({ ...live, replica: broken })
  expect(text).toContain('device unreadable (DatabaseClosedError)')
  expect(text).toContain('build 0.0.0-test')
})

function open() {
  const user = userEvent.setup()
  render(
    <ToastProvider>
      <LiveContext value={live}>
        <CopyDiagnostics />
      </LiveContext>
    </ToastProvider>,
  )
  return user
}

test('copies the diagnostics and confirms it', async () => {
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }))
  expect(await screen.findByText('Diagnostics copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toContain('build 0.0.0-test')
})

test('shows the diagnostics in a text field if the browser forbids copying', async () => {
  const user = open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }))
  const box = await screen.findByRole('textbox', { name: 'Diagnostics' })
  expect(box).toHaveFocus()
  expect((box as HTMLTextAreaElement).value).toContain('build 0.0.0-test')
})

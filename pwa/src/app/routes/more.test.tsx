// Admin paths: a client is redirected to their dashboard, and the page's code is not loaded.
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica } from '../../testing/sync/replicas'
import More from './more'

const loaded = vi.hoisted(() => [] as string[])
const page = vi.hoisted(() => (name: string) => {
  loaded.push(name)
  return { default: () => <p>{name}</p> }
})
vi.mock('./admin/chatbot-management', () => page('chatbot-management'))
vi.mock('./admin/chat-interface', () => page('chat-interface'))
vi.mock('./admin/website-settings', () => page('website-settings'))
vi.mock('./admin/weekly-mail', () => page('weekly-mail'))
vi.mock('./admin/dev-docs', () => page('dev-docs'))
vi.mock('./admin/view-as', () => page('view-as'))

const ADDRESSES = [
  'chatbot-management',
  'chat-interface',
  'website-settings',
  'reports/weekly-mail',
  'dev-docs',
  'view-as/c2',
]

beforeEach(() => {
  loaded.length = 0
})

function open(address: string, status: SyncStatus) {
  render(
    <MemoryRouter initialEntries={[`/dashboard/${address}`]}>
      <LiveContext value={{ userId: 'u1', replica: freshReplica(), sync: fakeSync(status) }}>
        <Routes>
          <Route path="/dashboard" element={<p>home</p>} />
          <Route path="/dashboard/*" element={<More />} />
        </Routes>
      </LiveContext>
      <ShownPath />
    </MemoryRouter>,
  )
}

function ShownPath() {
  const { pathname, search } = useLocation()
  return (
    <output data-testid="where">
      {pathname}
      {search}
    </output>
  )
}

test('redirects from the former address of the weekly mail', async () => {
  open('weekly-mail?client=c2', LIVE_ADMIN)
  expect(await screen.findByText('weekly-mail')).toBeVisible()
  expect(screen.getByTestId('where')).toHaveTextContent('/dashboard/reports/weekly-mail?client=c2')
})

test.each(ADDRESSES)('redirects a client who opens %s to their dashboard', async (address) => {
  open(address, LIVE_CLIENT)
  expect(await screen.findByText('home')).toBeVisible()
  expect(screen.getByTestId('where')).toHaveTextContent('/dashboard')
  expect(loaded).toEqual([])
})

test.each(ADDRESSES)('loads nothing of %s before the role is known', (address) => {
  open(address, { ...LIVE_CLIENT, role: null, client_id: null })
  expect(screen.getByTestId('where')).toHaveTextContent(`/dashboard/${address}`)
  expect(loaded).toEqual([])
})

test.each(ADDRESSES)('shows an admin %s', async (address) => {
  open(address, LIVE_ADMIN)
  expect(await screen.findByText(address.replace('/c2', '').replace('reports/', ''))).toBeVisible()
})

// Tests of the admins' client list: row content, search, and rows that arrive while the list is in use.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { clientRow } from '../../testing/rows/rows'
import { withSizes } from '../../testing/setup/element-sizes'
import { widen } from '../../testing/setup/wide'
import { thread } from '../../testing/servers/wire-rows'
import { ToastProvider } from '../../ui/feedback/toast'
import { ClientsScreen } from '.'

withSizes(700, 136)

let replica: Replica
beforeEach(() => {
  replica = new Replica(`clients-${String(Math.random())}`)
})
afterEach(() => replica.delete())

const loaded = () =>
  replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
const newClient = (id: string, company_name: string, day: number) =>
  clientRow({ id, company_name, created_at: `2026-11-0${day}T09:00:00.000000Z` })

function open(status = LIVE_ADMIN, tab: 'clients' | 'admins' = 'clients') {
  const sync = fakeSync(status)
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u1', replica, sync }}>
        <ToastProvider>
          <ClientsScreen
            threadOf={(id) => `/m?client=${id}`}
            reportsOf={(id) => `/r?client=${id}`}
            viewOf={(id) => `/v/${id}`}
            clientOf={(id) => `/d?client=${id}`}
            reportOf={(id, report) => `/r?client=${id}&report=${report ?? ''}`}
            client={null}
            tab={tab}
            tabHref={(name) => `/${name}`}
            securityHref="/s"
          />
        </ToastProvider>
        <Where />
      </LiveContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

const companies = () =>
  [...screen.getByRole('list', { name: 'Clients' }).querySelectorAll('[data-row]')].map(
    (link) => link.textContent,
  )

test('lists clients newest first, each with contact, plan, status, last message, unread count and wait', async () => {
  widen()
  await loaded()
  await replica.clients.bulkPut([
    newClient('c1', 'Ash', 1),
    {
      ...newClient('c2', 'Birch', 2),
      user_id: null,
      subscription_status: 'active',
      subscription_tier: 'pro',
    },
  ])
  const last = {
    last_message_at: '2026-11-02T10:00:00.000000Z',
    last_message_preview: 'Thank you',
    last_message_role: 'client',
    provider_unread: 2,
  } as const
  await replica.threads.put({ ...thread('c1', 1, last), _s: ['w'] })
  open()
  await waitFor(() => expect(companies()).toEqual(['Birch', 'Ash']))
  const [birch, ash] = screen.getAllByRole('listitem')
  if (birch === undefined || ash === undefined) throw new Error('two rows expected')
  for (const text of ['ana@northwind.example', 'Pending Account Setup', 'Active'])
    expect(birch).toHaveTextContent(text)
  for (const text of ['Starter Plan', 'Inactive', 'Thank you', '2 unread', /Waiting \d+ days/])
    expect(ash).toHaveTextContent(text)
  expect(within(ash).getByRole('link', { name: 'Ash' })).toHaveAttribute('href', '/d?client=c1')
})

test('opens a row’s links within the page, and leaves a click with Ctrl to the browser', async () => {
  await loaded()
  await replica.clients.put(newClient('c1', 'Ash', 1))
  open()
  for (const [name, to] of [
    ['Ash', '/d?client=c1'],
    ['Reports', '/r?client=c1'],
    ['Message', '/m?client=c1'],
  ] as const) {
    const link = await screen.findByRole('link', { name })
    let isTheBrowsers = false
    const watch = (event: MouseEvent) => {
      isTheBrowsers = !event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', watch, { once: true })
    const before = screen.getByTestId('where').textContent
    fireEvent.click(link, { ctrlKey: true })
    expect([isTheBrowsers, screen.getByTestId('where').textContent]).toEqual([true, before])
    expect(fireEvent.click(link)).toBe(false)
    expect(screen.getByTestId('where')).toHaveTextContent(to)
  }
})

test('focuses the search with /, and filters the list', async () => {
  await loaded()
  await replica.clients.bulkPut([newClient('c1', 'Ash', 1), newClient('c2', 'Birch', 2)])
  const user = open()
  await waitFor(() => expect(companies()).toHaveLength(2))
  await user.keyboard('/')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await user.keyboard('bir')
  await waitFor(() => expect(companies()).toEqual(['Birch']))
  await user.keyboard('x')
  expect(await screen.findByText('Nothing found for “birx”')).toBeVisible()
})

test('moves through the rows with j and k, and opens the client’s page with Enter', async () => {
  await loaded()
  await replica.clients.bulkPut([
    newClient('c1', 'Ash', 1),
    newClient('c2', 'Birch', 2),
    newClient('c3', 'Cedar', 3),
  ])
  const user = open()
  await waitFor(() => expect(companies()).toEqual(['Cedar', 'Birch', 'Ash']))
  for (const [key, company] of [
    ['j', 'Cedar'],
    ['j', 'Birch'],
    ['j', 'Ash'],
    ['k', 'Birch'],
  ] as const) {
    await user.keyboard(key)
    expect(document.activeElement).toHaveTextContent(company)
  }
  await user.keyboard('{Enter}')
  expect(screen.getByTestId('where')).toHaveTextContent('/d?client=c2')
})

test('sorts by a column at the first click, reverses the order at the second, and resets it at the third', async () => {
  const wide = vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  } as unknown as MediaQueryList)
  onTestFinished(() => wide.mockRestore())
  await loaded()
  await replica.clients.bulkPut([
    { ...newClient('c1', 'Birch', 1), subscription_tier: 'basic', subscription_status: 'active' },
    { ...newClient('c2', 'Ash', 2), subscription_tier: 'enterprise' },
    { ...newClient('c3', 'Cedar', 3), subscription_tier: 'pro', subscription_status: 'active' },
  ])
  const user = open()
  await waitFor(() => expect(companies()).toEqual(['Cedar', 'Ash', 'Birch']))
  const head = (name: string) =>
    within(screen.getByRole('group', { name: 'Order of the rows' })).getByRole('button', { name })
  for (const order of [
    ['Ash', 'Birch', 'Cedar'],
    ['Cedar', 'Birch', 'Ash'],
    ['Cedar', 'Ash', 'Birch'],
  ]) {
    await user.click(head('Company'))
    expect(companies()).toEqual(order)
  }
  await user.click(head('Tier'))
  expect(companies()).toEqual(['Ash', 'Cedar', 'Birch'])
  await user.click(head('Status'))
  expect(companies()).toEqual(['Cedar', 'Birch', 'Ash'])
})

test('lists admins with id, role and creation date', async () => {
  await loaded()
  await replica.admins.put({
    id: 'a1',
    v: 1,
    _s: ['w'],
    user_id: 'u9',
    role: 'admin',
    name: 'Ana',
    email: 'ana@x.example',
    created_at: '2024-03-05T12:00:00Z',
  })
  open(LIVE_ADMIN, 'admins')
  await screen.findByText('ana@x.example')
  const [ana] = within(screen.getByRole('list', { name: 'Admins' })).getAllByRole('listitem')
  for (const text of ['Ana', 'ana@x.example', 'ID a1', 'Admin since Mar 5, 2024'])
    expect(ana).toHaveTextContent(text)
  expect(screen.getByRole('button', { name: /^Copy\s*ID\s*a1/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Refresh admins' })).toBeVisible()
})

test('keeps rows in place under the pointer, and shows the number of new ones in a pill', async () => {
  await loaded()
  await replica.clients.put(newClient('c1', 'Ash', 1))
  const user = open()
  await waitFor(() => expect(companies()).toEqual(['Ash']))
  fireEvent.pointerEnter(screen.getByRole('list', { name: 'Clients' }), { pointerType: 'mouse' })
  await act(() => replica.clients.bulkPut([newClient('c2', 'Birch', 2), newClient('c3', 'Cedar', 3)]))
  const pill = await screen.findByRole('button', { name: '2 new' })
  expect(companies()).toEqual(['Ash'])
  await user.click(pill)
  expect(companies()).toEqual(['Cedar', 'Birch', 'Ash'])
})

test('adds rows under the pointer during the first load, and shows their count once all are loaded', async () => {
  await replica.streams.put({
    s: 'w',
    e: 'e',
    cursor: 0,
    at: '',
    mode: 'loading',
    load: 'l',
    loading: { tables: ['clients'], after: null, unsure: [] },
  })
  await replica.clients.put(newClient('c1', 'Ash', 1))
  open()
  await waitFor(() => expect(companies()).toEqual(['Ash']))
  fireEvent.pointerEnter(screen.getByRole('list', { name: 'Clients' }), { pointerType: 'mouse' })
  await act(() => replica.clients.bulkPut([newClient('c2', 'Birch', 2), newClient('c3', 'Cedar', 3)]))
  await waitFor(() => expect(companies()).toEqual(['Cedar', 'Birch', 'Ash']))
  expect(screen.queryByRole('radio', { name: /^All \d/ })).toBeNull()
  await act(() => loaded())
  expect(await screen.findByRole('radio', { name: 'All 3' })).toBeInTheDocument()
})

test('shows an error with Retry offline if nothing is stored', async () => {
  open({ ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-21T10:00:00Z' }, stalled: true })
  expect(await screen.findByText('Error loading clients. Please try again later.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('shows a hint if the loaded list is empty', async () => {
  await loaded()
  open()
  expect(await screen.findByText('No clients yet')).toBeVisible()
})

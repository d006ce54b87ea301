// Tests of the palette: matches, keys, and stored choices.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FileText, HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { clientRow, snoozedRow } from '../../../testing/rows/rows'
import { thread } from '../../../testing/servers/wire-rows'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { pointsOf, wordsOf } from './match'
import { Palette } from './palette'

let replica: Replica
beforeEach(async () => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => undefined
  replica = new Replica(`palette-${String(Math.random())}`)
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.bulkPut([
    clientRow({ id: 'c1', company_name: 'Harbor Coffee Roasters', contact_name: 'Maya Lindqvist' }),
    clientRow({ id: 'c2', company_name: 'Café Zoé', contact_name: 'Harriet Moss' }),
  ])
})
afterEach(() => replica.delete())

const LINKS = {
  dashboardHref: '/d',
  clientOf: (id: string) => `/d?client=${id}`,
  threadOf: (id: string) => `/m?client=${id}`,
  reportsOf: (id: string) => `/r?client=${id}`,
  client: null,
  screens: [
    { label: 'Reports', to: '/r', Icon: FileText },
    { label: 'Health', to: '/d?view=health', Icon: HeartPulse },
  ],
}

function Opener({ client }: { client: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown }
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <output data-testid="where">{`${pathname}${search} ${JSON.stringify(state)}`}</output>
      {isOpen && <Palette links={{ ...LINKS, client }} onClose={() => setOpen(false)} />}
    </>
  )
}

async function open(client: string | null = null) {
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }}>
        <Opener client={client} />
      </LiveContext>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return user
}

const labels = () => screen.getAllByRole('option').map((option) => option.textContent)
const where = () => screen.getByTestId('where').textContent

test('finds clients by company before contact, and opens a page or a conversation by keys', async () => {
  const user = await open()
  const field = screen.getByRole('combobox', { name: 'Search clients, screens and actions' })
  expect(field).toHaveFocus()
  await user.keyboard('har')
  await screen.findByRole('option', { name: /Harbor/ })
  expect(labels()).toEqual([expect.stringContaining('Harbor'), expect.stringContaining('Café Zoé')])
  const [first, second] = screen.getAllByRole('option')
  expect(field).toHaveAttribute('aria-activedescendant', first?.id)
  await user.keyboard('{ArrowDown}')
  expect(field).toHaveAttribute('aria-activedescendant', second?.id)
  expect(second).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  await expect.poll(where).toBe('/m?client=c1 null')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const recent = within(screen.getByRole('group', { name: 'Recent' }))
  expect(recent.getAllByRole('option')).toHaveLength(1)
  await user.keyboard('{Enter}')
  await expect.poll(where).toBe('/d?client=c1 null')
})

test('asks for the client of a new report, and opens its dialog there', async () => {
  const user = await open()
  await user.keyboard('new re{Enter}')
  expect(screen.getByRole('combobox', { name: 'New report for which client?' })).toHaveValue('')
  await user.keyboard('zoe{Enter}')
  await expect.poll(where).toBe('/r?client=c2 {"writesReport":true}')
})

test('opens dialogs and screens, reports no match, and returns the focus on Esc', async () => {
  const user = await open()
  await user.keyboard('xyz')
  expect(await screen.findByText('Nothing found for “xyz”')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  await user.keyboard('{Enter}')
  await user.keyboard('add cl{Enter}')
  await expect.poll(where).toBe('/d {"opens":"add"}')
})

test.each([
  ['har cof', true],
  ['HCR', true],
  ['roasters harbor', true],
  ['arbo', true],
  ['har tea', false],
])('matches %s: %s', (query, matches) => {
  expect(pointsOf(wordsOf(query), 'harbor coffee roasters') > 0).toBe(matches)
})

test('ranks the start of the first word over other starts, initials and parts', () => {
  const points = ['roast house', 'the roast', 'river oak', 'toro'].map((name) => pointsOf(['ro'], name))
  expect(points).toEqual([...points].sort((a, b) => b - a))
  expect(new Set(points).size).toBe(4)
})

test('lists recent choices first, then each group by frequency of use, and names the arrow keys', async () => {
  localStorage.setItem('palette_uses_u1', 'import 3\n/d?view=health 2\nreport 1')
  const user = await open()
  expect(labels()).toEqual(['Import clients', 'New Report', 'Add Client', 'Add Admin', 'Health', 'Reports'])
  expect(screen.getByText('Move')).toHaveTextContent('↑↓ Move')
  await user.click(screen.getByRole('option', { name: 'Reports' }))
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(labels()[0]).toBe('Reports')
  expect(localStorage.getItem('palette_uses_u1')).toContain('/r 1')
})

test('offers the actions of the open client first, and then the client who waits longest', async () => {
  const last = (id: string, at: string) => ({
    ...thread(id, 1, { last_message_at: at, last_message_role: 'client' }),
    _s: ['w'],
  })
  await replica.threads.bulkPut([
    last('c1', '2026-11-20T10:00:00.000000Z'),
    last('c2', '2026-11-10T10:00:00.000000Z'),
  ])
  const user = await open('c1')
  await expect
    .poll(() => labels().slice(0, 3))
    .toEqual(['Message', 'Write report', expect.stringMatching(/Answer Café ZoéWaiting \d+ /)])
  expect(screen.getByRole('group', { name: 'Harbor Coffee Roasters' })).toBeVisible()
  await replica.client_attention.put(snoozedRow('c2'))
  await expect.poll(() => labels().join()).not.toContain('Answer')
  await user.keyboard('{ArrowDown}{Enter}')
  await expect.poll(where).toBe('/r?client=c1 {"writesReport":true}')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
})

// A client with Google Analytics for screen tests: stored rows, and a fake API with responses set by the
// test.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, vi } from 'vitest'

import type { ConnectionRow, SnapshotRow } from '../../db/rows/analytics'
import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { ToastProvider } from '../../ui/feedback/toast'
import { fakeSync, LIVE_CLIENT } from '../sync/fake-sync'
import { freshReplica, readyStream } from '../sync/replicas'
import { clientRow } from '../rows/rows'

export const AT = '2026-11-21T09:10:00.000000Z'

export function connectionRow(fields: Partial<ConnectionRow> = {}): ConnectionRow {
  return {
    id: 'k1',
    v: 1,
    _s: ['c:c1'],
    user_id: 'u1',
    client_id: 'c1',
    source_type: 'google_analytics',
    status: 'connected',
    connected_account: 'ana@gmail.example',
    connected_property: 'Northwind – Website',
    last_sync: AT,
    error: '',
    created_at: AT,
    updated_at: AT,
    ...fields,
  }
}

export function snapshotRow(fields: Partial<SnapshotRow> = {}): SnapshotRow {
  return {
    id: 's1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    property_id: '300000001',
    total_users: 1204,
    new_users: 910,
    sessions: 1650,
    engaged_sessions: 1041,
    bounce_rate: 36.9,
    avg_engagement_time: 94,
    conversions: 37,
    previous_totals: {
      total_users: 1204,
      new_users: 1000,
      sessions: 1500,
      engaged_sessions: 0,
      bounce_rate: 35.8,
      avg_engagement_time: 94,
      conversions: null,
    },
    totals_as_of: AT,
    session_trend: [
      ['2026-11-18', 50],
      ['2026-11-19', 0],
      ['2026-11-20', 71],
    ],
    previous_trend: [
      ['2026-10-21', 40],
      ['2026-10-22', 61],
      ['2026-10-23', 0],
    ],
    trend_as_of: AT,
    traffic_sources: [
      ['google / organic', 680],
      ['(direct) / (none)', 393],
    ],
    previous_sources: [
      ['google / organic', 600],
      ['(direct) / (none)', 0],
    ],
    sources_as_of: AT,
    ...fields,
  }
}

/**
 * The response of each endpoint, set by the test. `{ error }` is an error response; a thrown error is no
 * response.
 */
export type Endpoints = Record<string, () => unknown>

export function fakeApi(endpoints: Endpoints) {
  const answer = (method: string) =>
    vi.fn((path: string) => {
      const endpoint = endpoints[`${method} ${path.replace(/^.*\//, '')}`]
      if (endpoint === undefined) throw new Error(`no endpoint ${method} ${path}`)
      return Promise.resolve().then(endpoint)
    })
  return { GET: answer('GET'), POST: answer('POST') }
}

/** The endpoints of the running test, and the API that calls them. */
export const server = { endpoints: {} as Endpoints, api: fakeApi({}) }

/** Before every test of the file, the server has the endpoints that `endpoints` returns. */
export function withEndpoints(endpoints: () => Endpoints): void {
  beforeEach(() => {
    server.endpoints = endpoints()
    server.api = fakeApi(server.endpoints)
  })
}

/** The module `api/client` with the fake API, for `vi.mock`. */
export async function fakeClient(original: <T>() => Promise<T>) {
  return {
    ...(await original<object>()),
    get api() {
      return server.api
    },
  }
}

export const noConnections = () => ({ data: { is_set_up: true, rows: [] } })
export const emptyAnswer = () => ({ data: { data: {} } })

export const errorResponse = (code: string, message: string) => () => ({ error: { code, message } })

/** A client's loaded replica; if `connected`, with a connected Google Analytics property. */
export async function client(connected: boolean): Promise<Replica> {
  const replica = freshReplica()
  const property = connected ? { ga4_property_id: '300000001', ga4_property_name: 'Northwind – Website' } : {}
  await replica.clients.put(clientRow(property))
  await replica.streams.put(readyStream('c:c1'))
  if (connected) await replica.connections.put(connectionRow())
  return replica
}

/** The replica of a client who has agreed at Google and has not chosen a property. */
export async function agreedClient(fields: Partial<ConnectionRow> = {}): Promise<Replica> {
  const replica = await client(false)
  await replica.connections.put(
    connectionRow({ status: 'not_connected', connected_property: null, last_sync: null, ...fields }),
  )
  return replica
}

/** The endpoints that respond while a client connects Google Analytics with one property. */
export const connectEndpoints = (): Endpoints => ({
  'GET connections': noConnections,
  'POST google-authorize': () => ({ data: { url: 'https://accounts.google.example/o' } }),
  'GET google-properties': () => ({
    data: { rows: [{ property: '300000001', displayName: 'Northwind – Website', account: 'Northwind' }] },
  }),
})

/** Renders a screen at the address `at`; `link` is the state of the connection to the server. */
export function show(
  replica: Replica,
  what: ReactNode,
  { at = '/', link = LIVE_CLIENT.link, stalled = false } = {},
) {
  const sync = fakeSync({ ...LIVE_CLIENT, link, stalled })
  render(
    <MemoryRouter initialEntries={[at]}>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica, sync }}>
          <Suspense>{what}</Suspense>
        </LiveContext>
      </ToastProvider>
      <ShownPath />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

function ShownPath() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

/** Clicks the button with this name within `where`. */
export const press = (user: ReturnType<typeof show>, name: string, place: HTMLElement) =>
  user.click(within(place).getByRole('button', { name }))

/** Opens the menu of a source and clicks its item with this name. */
export async function pick(user: ReturnType<typeof show>, name: string, source: HTMLElement): Promise<void> {
  await user.click(within(source).getByRole('button', { name: /^More for/ }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

/** The replica of a client with a connected property and its figures. */
export async function withFigures(fields: Partial<SnapshotRow> = {}): Promise<Replica> {
  const replica = await client(true)
  await replica.ga_snapshots.put(snapshotRow(fields))
  return replica
}

/** The element that shows the figure with this name. */
export function figure(name: string): HTMLElement {
  const element = screen.getByText(name, { selector: 'dt' }).parentElement
  if (element === null) throw new Error(`no figure ${name}`)
  return element
}

export const AGE = /Updated/

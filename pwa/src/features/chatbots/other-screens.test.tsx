// Tests of Spam Catcher and Developer Docs with the specification's texts.
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { freshReplica } from '../../testing/sync/replicas'
import { ToastProvider } from '../../ui/feedback/toast'
import { DevDocsScreen, SpamCatcherScreen } from '.'

const server = vi.hoisted(() => ({ answer: (): unknown => undefined, calls: [] as unknown[] }))

vi.mock('../../api/client', () => {
  const endpoint = (path: string, init: { body?: unknown } = {}) => {
    server.calls.push([path, init.body])
    return Promise.resolve(server.answer())
  }
  return { NoAnswer: class extends Error {}, api: { GET: endpoint, POST: endpoint } }
})

const answered = (data: unknown) => ({ data, response: { ok: true, status: 200 } })
const BROKEN = { error: { code: 'unexpected_failure', message: 'x' }, response: { ok: false, status: 500 } }

beforeEach(() => {
  server.calls = []
})

function spamCatcher(ownEmail: string) {
  render(
    <MemoryRouter>
      <SpamCatcherScreen homePath="/dashboard" ownEmail={ownEmail} />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

test('shows Spam Catcher as coming soon, and registers only a valid address', async () => {
  const user = spamCatcher('otto@harbor.example')
  expect(screen.getByText('Coming Soon')).toBeVisible()
  expect(screen.getByRole('link', { name: 'My Dashboard' })).toHaveAttribute('href', '/dashboard')
  expect(screen.getByText(/email you once, when it’s ready/)).toBeVisible()
  expect(screen.getByLabelText('Email Address')).toHaveValue('otto@harbor.example')
  await user.clear(screen.getByLabelText('Email Address'))
  await user.type(screen.getByLabelText('Email Address'), 'maya@')
  await user.click(screen.getByRole('button', { name: 'Notify me' }))
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible()
  expect(server.calls).toEqual([])
  await user.type(screen.getByLabelText('Email Address'), 'harbor.example')
  server.answer = () => BROKEN
  await user.click(screen.getByRole('button', { name: 'Notify me' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to subscribe. Please try again later.')
  server.answer = () => answered({})
  await user.click(screen.getByRole('button', { name: 'Notify me' }))
  expect(
    await screen.findByText('Thank you. We will write to maya@harbor.example when Spam Catcher is ready.'),
  ).toBeVisible()
  expect(screen.getByRole('heading', { name: 'You’re on the list' })).toHaveFocus()
  expect(server.calls).toEqual(Array(2).fill(['/rest/v1/notify_signups', { email: 'maya@harbor.example' }]))
})

test('shows the error of an address that only the server rejects as invalid', async () => {
  const user = spamCatcher('maya@harbor.local')
  server.answer = () => ({
    error: { code: 'invalid', message: 'The request is not valid' },
    response: { ok: false, status: 422 },
  })
  await user.click(screen.getByRole('button', { name: 'Notify me' }))
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible()
  expect(screen.queryByText('Failed to subscribe. Please try again later.')).toBeNull()
})

function docs() {
  const replica = freshReplica()
  render(
    <ToastProvider>
      <LiveContext value={{ userId: 'u9', replica, sync: fakeSync(LIVE_ADMIN) }}>
        <DevDocsScreen />
      </LiveContext>
    </ToastProvider>,
  )
  return userEvent.setup()
}

const OPENAPI = {
  paths: {
    '/rest/v1/reports': {
      get: {
        summary: 'x',
        description: 'Reports of a client,\nnewest first.\n\nMore',
        tags: ['reports'],
        security: [{}],
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/ReportsOut' } } } },
        },
      },
      post: {
        description: 'Grants: `draft`.',
        tags: ['reports'],
        security: [{}],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ReportIn' } } },
        },
        responses: { '204': {} },
      },
    },
    '/health/live': { get: { summary: 'Alive' } },
    broken: 7,
  },
  components: {
    schemas: {
      ReportsOut: {
        type: 'object',
        properties: {
          rows: { type: 'array', items: { type: 'object', properties: { score: { type: 'integer' } } } },
          next: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        },
      },
      ReportIn: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, text: { type: 'string' } },
      },
    },
  },
}

test('shows the contents that the specification requires in Developer Docs', async () => {
  server.answer = () => answered(OPENAPI)
  docs()
  for (const name of [
    'clients',
    'admins',
    'messages',
    'reports',
    'create-checkout-session',
    'create-portal-session',
    'stripe-webhook',
  ]) {
    expect(screen.getByText(name, { selector: 'code' })).toBeVisible()
  }
  for (const name of ['Product', 'Pages', 'Data', 'Functions', 'Roles', 'Backlog'])
    expect(screen.getByRole('heading', { name })).toBeVisible()
  expect(
    screen.getByText(/let admins see all data, clients only their own, and the public only website content/),
  ).toBeVisible()
  await waitFor(() => expect(screen.getByText('3 requests')).toBeVisible())
})

test('links from the contents to a section, and from an example to its request', async () => {
  server.answer = () => answered(OPENAPI)
  const user = docs()
  await waitFor(() => expect(screen.getByText('3 requests')).toBeVisible())
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }))
  expect(contents.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Product',
    'What a programmer can do with it',
    'Requests',
    'Reports and videos',
    'Other',
    'Pages',
    'Data',
    'Functions',
    'Roles',
    'Backlog',
  ])
  await user.click(contents.getByRole('link', { name: 'Roles' }))
  expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'Roles' }))
  await user.click(screen.getByRole('link', { name: 'POST /rest/v1/messages' }))
  expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'Requests' }))
  await user.type(screen.getByLabelText('Search the docs'), 'stripe-webhook')
  expect(contents.getAllByRole('link').map((link) => link.textContent)).toEqual(['Requests', 'Functions'])
})

test('searches and copies endpoints, and loads a failed reference again on request', async () => {
  server.answer = () => BROKEN
  const user = docs()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The reference could not be loaded. Please try again.',
  )
  server.answer = () => answered(OPENAPI)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Alive')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Search the docs'), 'reports client')
  const requests = within(await screen.findByRole('list', { name: 'Reports and videos' }))
  expect(requests.getAllByRole('listitem')).toHaveLength(1)
  expect(requests.getByText('Reports of a client, newest first.')).toBeVisible()
  await user.click(requests.getByRole('button', { name: 'Copy request' }))
  expect(await navigator.clipboard.readText()).toBe(
    `curl -X GET ${location.origin}/rest/v1/reports \\\n  -H 'Authorization: Bearer $TOKEN'`,
  )
  await user.type(screen.getByLabelText('Search the docs'), ' nothing like it')
  expect(screen.getByText(/No request matches/)).toBeVisible()
})

test('folds the requests of each area, and unfolds an example of a request and its response', async () => {
  server.answer = () => answered(OPENAPI)
  const user = docs()
  const area = (name: string) => screen.getByRole('heading', { name }).closest('details')
  await waitFor(() => expect(area('Reports and videos')).not.toBeNull())
  expect(area('Reports and videos')).not.toHaveAttribute('open')
  expect(area('Other')).not.toHaveAttribute('open')
  await user.click(screen.getByRole('link', { name: 'Other' }))
  expect(area('Other')).toHaveAttribute('open')
  await user.click(screen.getByRole('link', { name: 'Reports and videos' }))
  await user.click(screen.getByText('Reports of a client, newest first.'))
  const answer = JSON.stringify({ rows: [{ score: 1 }], next: '2026-11-27' }, null, 2)
  expect(
    screen.getByText((_, element) => element?.tagName === 'PRE' && element.textContent === answer),
  ).toBeVisible()
  await user.click(screen.getByText('draft', { selector: 'code' }))
  expect(screen.getByText(/^curl -X POST .* -d '\{ "title": "text" \}'$/)).toBeVisible()
  expect(screen.getAllByText('The response has no JSON.')[0]).toBeVisible()
})

test('copies the request of a form with its data, asks for headers with -I, and finds requests by their area', async () => {
  const properties = { code: { type: 'string', default: '' }, state: { type: 'string' } }
  const form = { schema: { type: 'object', properties } }
  const post = {
    tags: ['auth'],
    requestBody: { content: { 'application/x-www-form-urlencoded': form } },
  }
  const paths = { '/auth/v1/callback': { post }, '/storage/v1/upload': { head: { tags: ['files'] } } }
  server.answer = () => answered({ paths })
  const user = docs()
  const copied = async (search: string) => {
    await user.clear(screen.getByLabelText('Search the docs'))
    await user.type(screen.getByLabelText('Search the docs'), search)
    await user.click(await screen.findByRole('button', { name: 'Copy request' }))
    return navigator.clipboard.readText()
  }
  expect(await copied('sign-in and accounts')).toBe(
    `curl -X POST ${location.origin}/auth/v1/callback \\\n  -d 'code=text&state=text'`,
  )
  expect(await copied('upload')).toBe(`curl -I ${location.origin}/storage/v1/upload`)
})

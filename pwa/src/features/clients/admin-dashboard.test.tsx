// Tests of the admin dashboard's actions: dialogs, validation, switching access with Undo, and bulk actions.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { clientRow } from '../../testing/rows/rows'
import { withSizes } from '../../testing/setup/element-sizes'
import { ToastProvider } from '../../ui/feedback/toast'
import { today } from './actions'
import * as remote from './remote'
import { ClientsScreen, tabOf } from '.'

vi.mock('./remote', { spy: true })
withSizes(700, 136)

let replica: Replica
beforeEach(async () => {
  vi.clearAllMocks()
  replica = new Replica(`desk-${String(Math.random())}`)
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.bulkPut([
    clientRow({
      id: 'c1',
      company_name: 'Ash',
      subscription_status: 'active',
      status_source: 'billing',
      created_at: '2026-11-02',
    }),
    clientRow({
      id: 'c2',
      company_name: 'Birch',
      subscription_status: 'inactive',
      user_id: null,
      created_at: '2026-11-01',
    }),
  ])
  await replica.admins.put({
    id: 'a1',
    v: 1,
    _s: ['w'],
    user_id: 'u9',
    role: 'admin',
    name: 'Ana',
    email: 'ana@x.example',
    created_at: '2026-11-01T09:00:00Z',
  })
})
afterEach(() => replica.delete())

const done = (value: unknown = {}) => Promise.resolve({ value } as never)
const refused = (message: string, field: string | null = null) =>
  Promise.resolve({ refused: { message, field } } as never)

async function open(view: string | null = null) {
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync: fakeSync(LIVE_ADMIN) }}>
        <ToastProvider>
          <ClientsScreen
            hrefOf={(id) => `/m?client=${id}`}
            reportsOf={(id) => `/r?client=${id}`}
            viewOf={(id) => `/v/${id}`}
            tab={tabOf(view)}
            tabHref={(tab) => `/d?view=${tab}`}
          />
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  await waitFor(() => expect(counter('Total Clients')).toBe('2'))
  return userEvent.setup()
}

const counter = (name: string) =>
  within(screen.getByLabelText('Counters')).getByText(name).closest('div')?.querySelector('dd')?.textContent
const rowOf = (name: string) => {
  const row = screen
    .getAllByRole('listitem')
    .find((item) => item.querySelector('[data-row]')?.textContent === name)
  if (row === undefined) throw new Error(`no row of ${name}`)
  return within(row)
}
const type = async (user: ReturnType<typeof userEvent.setup>, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await user.type(screen.getByLabelText(label), value)
}

test('six counters follow the rows, and no more than what changed is counted', async () => {
  await open()
  const all = () =>
    [
      'Total Clients',
      'Active Subscriptions',
      'Inactive Subscriptions',
      'Active Chatbots',
      'Admin Users',
      'Pending Setup',
    ].map(counter)
  await waitFor(() => expect(all()).toEqual(['2', '1', '1', '0', '1', '1']))
  await act(() => replica.clients.update('c2', { user_id: 'u2', subscription_status: 'active' }))
  await waitFor(() => expect(all()).toEqual(['2', '2', '0', '0', '1', '0']))
  await act(() => replica.clients.update('c1', { is_staff: true }))
  await waitFor(() => expect(all()).toEqual(['1', '1', '0', '0', '1', '0']))
})

test('a client is added, and the invitation is offered; a second try has the same id', async () => {
  vi.mocked(remote.addClient).mockReturnValueOnce(refused('An error occurred')).mockReturnValue(done())
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Add Client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }))
  const add = dialog.getByRole('button', { name: 'Add Client' })
  await user.click(add)
  expect(await dialog.findByText('Company name is required')).toBeVisible()
  await type(user, { 'Company name': 'Cedar', 'Contact name': 'Cid', 'Contact email': 'cid' })
  await user.click(add)
  expect(await dialog.findByText('Please enter a valid email address')).toBeVisible()
  expect(remote.addClient).not.toHaveBeenCalled()
  await type(user, { 'Contact email': '@cedar.example' })
  await user.click(add)
  expect(await dialog.findByText('An error occurred')).toBeVisible()
  await user.click(add)
  const message = await screen.findByText(
    'Client created successfully. Please ask the client to sign up using their email address.',
  )
  expect(message.closest('[role]')).toHaveAttribute('role', 'status')
  const [first, second] = vi.mocked(remote.addClient).mock.calls.map(([client]) => client)
  expect(first).toEqual(second)
  expect(first).toMatchObject({
    company_name: 'Cedar',
    contact_name: 'Cid',
    contact_email: 'cid@cedar.example',
    phone: '',
    subscription_tier: 'basic',
  })
})

test('the client that an admin has added is in the list at once, although it stands still for others', async () => {
  vi.mocked(remote.addClient).mockImplementation(async (client) => {
    await replica.clients.bulkPut([
      clientRow({ id: client.id, user_id: null, company_name: 'Cedar', created_at: '2026-11-03' }),
      clientRow({ id: 'c4', company_name: 'Dogwood', created_at: '2026-11-04' }),
    ])
    return done()
  })
  const user = await open()
  fireEvent.pointerOver(screen.getByRole('list', { name: 'Clients' }), { pointerType: 'mouse' })
  await act(() => replica.clients.put(clientRow({ id: 'c5', company_name: 'Elm', created_at: '2026-11-05' })))
  expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add Client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }))
  await type(user, { 'Company name': 'Cedar', 'Contact name': 'Cid', 'Contact email': 'cid@cedar.example' })
  await user.click(dialog.getByRole('button', { name: 'Add Client' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Invite to sign up' })).getByRole('button', {
      name: 'Later',
    }),
  )
  await waitFor(() => expect(rowOf('Cedar').getByText('Cedar')).toBeInTheDocument())
})

test('nobody becomes an admin here: what has to happen first is said in red', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Add Admin' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Admin' }))
  await type(user, { Email: 'new@x.example' })
  await user.click(dialog.getByRole('button', { name: 'Add Admin' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/sign up first/)
})

test('access is switched at once, and taken back to who decided before', async () => {
  vi.mocked(remote.setAccess).mockReturnValue(done())
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'Deactivate' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(vi.mocked(remote.setAccess).mock.calls).toEqual([
      [['c1'], 'inactive', 'admin'],
      [['c1'], 'active', 'billing'],
    ]),
  )
})

test.each([
  ['wide', true],
  ['narrow', false],
])(
  'several are switched together on a %s screen, those only that are not so already',
  async (_width, matches) => {
    const wide = { matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList)
    vi.mocked(remote.setAccess).mockReturnValue(refused('An error occurred'))
    const user = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Ash' }))
    await user.click(await screen.findByRole('button', { name: 'Choose all 2' }))
    await user.click(
      within(screen.getByRole('group', { name: 'Chosen clients' })).getByRole('button', { name: 'Activate' }),
    )
    await waitFor(() => expect(vi.mocked(remote.setAccess).mock.calls).toEqual([[['c2'], 'active', 'admin']]))
    expect(await screen.findByText('An error occurred')).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Chosen clients' })).toBeNull()
  },
)

test('only what was changed of a client is sent', async () => {
  vi.mocked(remote.editClient).mockReturnValue(done())
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('button', { name: 'Edit client' }))
  await screen.findByRole('dialog', { name: 'Edit Client' })
  await user.selectOptions(screen.getByLabelText('Plan level'), 'custom')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Client saved successfully.')).toBeVisible()
  expect(vi.mocked(remote.editClient).mock.calls).toEqual([['c1', { plan_level: 'custom' }]])
})

test('a weekly video needs an address and a day', async () => {
  vi.mocked(remote.postVideo).mockReturnValue(done())
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'Video' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Weekly Video' }))
  const none = /^Please provide a valid video URL \(YouTube, Vimeo, Loom, Pictory, or direct video link\)$/
  for (const [url, message] of [
    ['youtube', none],
    ['javascript:alert(1)', none],
    ['ftp://x.example/v.mp4', none],
    ['youtu.be/abc', 'Please put https:// before the address'],
  ] as const) {
    await user.clear(screen.getByLabelText('Video URL'))
    await type(user, { 'Video URL': url })
    await user.click(dialog.getByRole('button', { name: 'Save Video' }))
    expect(await dialog.findByText(message)).toBeVisible()
  }
  expect(remote.postVideo).not.toHaveBeenCalled()
  await user.clear(screen.getByLabelText('Video URL'))
  await type(user, { 'Video URL': 'https://youtu.be/abc' })
  await user.click(dialog.getByRole('button', { name: 'Save Video' }))
  expect(await screen.findByText('Weekly video saved successfully')).toBeVisible()
  expect(vi.mocked(remote.postVideo).mock.calls[0]?.slice(1)).toEqual(['c1', 'https://youtu.be/abc', today()])
})

test.each([
  [
    'Chatbot',
    'script',
    'Chatbot Script',
    'Script',
    'Save Script',
    ['', '<script>x', 'x</script>', 'alert(1)', '</script><script>'],
    'Invalid script tag. Please include both opening and closing script tags.',
    '<script src="https://x.example/chat.js"></SCRIPT>',
    'Chatbot script saved successfully',
  ],
  [
    'History',
    'history',
    'Chat History',
    'Google Sheets URL',
    'Save History',
    [
      '',
      'https://evil.example/docs.google.com/spreadsheets/d/1',
      'http://docs.google.com/spreadsheets/d/1',
      'https://docs.google.com.evil.example/spreadsheets/d/1',
    ],
    'Invalid Google Sheets URL. Please provide a valid Google Sheets URL.',
    'https://docs.google.com/spreadsheets/d/1/edit',
    'Chat history saved successfully',
  ],
] as const)(
  'the %s of a client is checked, saved and said to be',
  async (button, _is, title, label, save, wrong, problem, right, message) => {
    for (const put of [remote.putScript, remote.putHistory]) vi.mocked(put).mockReturnValue(done())
    const user = await open()
    await user.click(rowOf('Ash').getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    for (const text of wrong) {
      fireEvent.change(dialog.getByLabelText(label), { target: { value: text } })
      await user.click(dialog.getByRole('button', { name: save }))
      expect(await dialog.findByText(problem)).toBeVisible()
    }
    fireEvent.change(dialog.getByLabelText(label), { target: { value: right } })
    await user.click(dialog.getByRole('button', { name: save }))
    expect((await screen.findByText(message)).closest('[role]')).toHaveAttribute('role', 'status')
    expect([vi.mocked(remote.putScript).mock.calls, vi.mocked(remote.putHistory).mock.calls].flat()).toEqual([
      ['c1', right],
    ])
  },
)

test('what is stored of a client’s chatbot stands in its dialogs, and the server’s own words where it refuses', async () => {
  await replica.chatbot_embeds.put({
    id: 'c1',
    v: 1,
    _s: ['w'],
    client_id: 'c1',
    embed_url: '<script>1</script>',
    updated_at: '2026-11-01T09:00:00Z',
  })
  vi.mocked(remote.putScript).mockReturnValue(refused('Client not found'))
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('button', { name: 'Chatbot script' }))
  expect(await screen.findByLabelText('Script')).toHaveValue('<script>1</script>')
  await user.click(screen.getByRole('button', { name: 'Save Script' }))
  await screen.findByText('Client not found')
})

test('the audit log says who did what', async () => {
  const item = {
    id: 'd1',
    at: '2026-11-21T10:00:00Z',
    actor: 'Ana',
    action: 'client.edited',
    subject: 'c1',
    detail: { company: 'Ash', phone: '— → 555' },
  }
  const other = { ...item, id: 'd2', action: 'embed.saved', detail: { before: '' } }
  vi.mocked(remote.fetchAuditLog).mockReturnValue(done({ rows: [item, other], next: null }))
  await open('audit')
  for (const text of [/saved the chatbot script of Ash/, /edited Ash/])
    expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText('Phone: — → 555')).toBeVisible()
})

test('what fails is seen, and tried again one kind at a time', async () => {
  const installation: remote.Installation = {
    effects: [{ kind: 'mail.deliver', due: 1, later: 0, leased: 0, failing: 1, overdue_s: 90 }],
    failing: [
      { kind: 'mail.deliver', subject: 'm1', tries: 2, due: '2026-11-21T10:00:00Z', error: 'NotTaken()' },
    ],
    mails: { sent: 3, waiting: 1, failed: 0, unknown: 0 },
    mail_troubles: [],
    push_troubles: [
      {
        recipient: 'ana@x.example',
        device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
        reason: 'The push service refused: 403',
        at: '2026-11-21T10:00:00Z',
      },
    ],
    failed_scans: [
      {
        client_id: 'c1',
        website_url: 'https://ash.example/',
        error: 'Failed to run PageSpeed scan',
        at: '2026-11-21T10:00:00Z',
      },
    ],
    friday: { week: '2026-11-20', states: { done: 3, failed: 1, queued: 4 } },
    webhook_at: null,
    backup_at: null,
  }
  vi.mocked(remote.fetchInstallation).mockReturnValue(done(installation))
  for (const item of [remote.tryAgain, remote.scanNow]) vi.mocked(item).mockReturnValue(done({ retried: 1 }))
  const user = await open('health')
  expect(await screen.findByText(/2 tries. NotTaken/)).toBeVisible()
  expect(screen.getByText(/4 of 8 scanned, 1 failed/)).toBeVisible()
  expect(screen.getByText(/The push service refused: 403/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Scan now' }))
  expect(remote.scanNow).toHaveBeenCalledExactlyOnceWith('c1')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await user.click(screen.getByRole('button', { name: 'Retry all' }))
  await waitFor(() => expect(vi.mocked(remote.tryAgain).mock.calls).toEqual([['mail.deliver'], [null]]))
})

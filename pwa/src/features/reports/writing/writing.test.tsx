// Tests of reports as an admin writes, publishes and withdraws them.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { expect, test, vi } from 'vitest'

import { anotherZone } from '../../../testing/rows/days'
import { reportRow, YOUTUBE } from '../../../testing/rows/reports'
import { CONTINUE_DRAFT } from '../../../lib/navigation'
import { openReports, replica, withReports } from '../../../testing/screens/reports'
import { widen } from '../../../testing/setup/wide'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { openAsAdmin } from '../../../testing/screens/video-uploads'
import { ReportsScreen } from '..'
import * as remote from '../remote'
import * as writing from './remote'

vi.mock('../remote')
vi.mock('./remote')
withReports(remote)

const sent = (status: string) =>
  ({ is: 'done', data: { id: 'r9', status, publish_at: null, created_at: '2026-11-23T08:00:00Z' } }) as const

const reports = (client: string, report: string | null) => (
  <ReportsScreen client={client} report={report} hrefOf={() => '/r'} onGo={() => undefined} />
)

test('lists drafts, copies the last report into a new one, stores it while typing, publishes and withdraws it', async () => {
  await replica.reports.bulkPut([
    reportRow({ id: 'r1', title: 'Draft', status: 'draft', published_at: null, figures: null }),
    reportRow({ id: 'r2', title: 'Opened', seen_at: '2026-11-23T09:02:00.000000Z', seen_by: 'Ana Lopes' }),
  ])
  vi.mocked(remote.createReport).mockResolvedValue(sent('draft'))
  vi.mocked(remote.publish).mockResolvedValue(sent('published'))
  const user = openAsAdmin(replica, reports('c1', null))
  const list = within(await screen.findByRole('list', { name: 'Reports' }))
  expect(list.getByRole('link', { name: /^Draft/ })).toHaveTextContent('DraftNov 20, 2026Draft')
  await user.click(screen.getByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Report' }))
  const save = await dialog.findByRole('button', { name: 'Save draft' })
  expect(save).toBeDisabled()
  expect(dialog.getByLabelText('Title')).toHaveFocus()
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText(/what Ana will see$/)).toBeVisible()
  expect(preview.getByText(/^No video yet/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /^Use this title: Week of / }))
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toMatch(/^Week of /)
  expect(dialog.queryByRole('button', { name: /^Use this/ })).toBeNull()
  await user.click(await dialog.findByRole('button', { name: 'Copy the last report' }))
  expect(dialog.getByLabelText('Title')).toHaveValue('Opened')
  await user.clear(dialog.getByLabelText('Title'))
  await user.type(dialog.getByLabelText('Title'), 'Week 48')
  expect(save).toBeEnabled()
  await user.type(dialog.getByLabelText('Video URL (optional)'), 'youtu.be/x')
  expect(save).toBeDisabled()
  await user.clear(dialog.getByLabelText('Video URL (optional)'))
  await user.type(dialog.getByLabelText('Video URL (optional)'), YOUTUBE)
  await waitFor(async () => expect((await replica.drafts.get('report:c1'))?.text).toContain(YOUTUBE))
  expect(dialog.getByText(/^Say here what the video says/)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: /^Monday 8:00 AM/ }))
  expect(preview.getByText(/^Goes out on Monday at 8:00 AM/)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'Publish now' }))
  expect(dialog.getByText('Ana Lopes (ana@northwind.example) will be notified.')).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: 'Also show on the home screen' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Report published')).toBeVisible()
  const written: unknown = expect.objectContaining({
    client_id: 'c1',
    title: 'Week 48',
    text: 'A good week.',
    video_url: YOUTUBE,
  })
  expect(remote.createReport).toHaveBeenCalledExactlyOnceWith(written)
  const id = vi.mocked(remote.createReport).mock.calls[0]?.[0].id
  expect(remote.publish).toHaveBeenCalledExactlyOnceWith(id, 'now', true)
  expect(await replica.drafts.count()).toBe(0)
  vi.mocked(remote.withdraw).mockResolvedValue(sent('draft'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(remote.withdraw).toHaveBeenCalledExactlyOnceWith('r9')
  expect(await screen.findByText('Undone: the report is a draft again')).toBeVisible()
})

const ONLY_ADMINS =
  'Only administrators can create reports. Please contact support if you believe this is an error.'
test.each([
  [{ is: 'rejected', code: 'admins_only', message: ONLY_ADMINS }, ONLY_ADMINS],
  [{ is: 'no-answer' }, 'No answer from the server. What you have written stays on this device: try again.'],
] as const)('keeps the form and shows an error if a report is not saved', async (answer, message) => {
  vi.mocked(remote.createReport).mockResolvedValue(answer)
  const user = openAsAdmin(replica, reports('c1', null))
  await user.click(await screen.findByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Title'), 'Week 48')
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(message)
  expect(dialog.getByLabelText('Title')).toHaveValue('Week 48')
  expect((await replica.drafts.get('report:c1'))?.text).toContain('Week 48')
})

test('writes one report if an attempt had no answer, also with another text after a reload', async () => {
  vi.mocked(remote.createReport).mockResolvedValueOnce({ is: 'no-answer' })
  const open = async () => {
    const user = openAsAdmin(replica, reports('c1', null))
    await user.click(await screen.findByRole('button', { name: 'New Report' }))
    const dialog = within(await screen.findByRole('dialog'))
    return { user, dialog, title: await dialog.findByLabelText('Title') }
  }
  const first = await open()
  await first.user.type(first.title, 'Week 48')
  await first.user.click(first.dialog.getByRole('button', { name: 'Save draft' }))
  expect(await first.dialog.findByRole('alert')).toHaveTextContent('No answer from the server.')
  cleanup()

  // The first attempt had arrived: the server has a report with this id and another text.
  const taken = { is: 'rejected', code: 'report_id_taken', message: 'Something else has this id' } as const
  vi.mocked(remote.createReport).mockResolvedValueOnce(taken)
  vi.mocked(remote.updateReport).mockResolvedValueOnce(sent('draft'))
  const second = await open()
  expect(second.title).toHaveValue('Week 48')
  await second.user.type(second.title, ', calm')
  await second.user.click(second.dialog.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(remote.updateReport).toHaveBeenCalledOnce())
  const [[before], [after]] = vi.mocked(remote.createReport).mock.calls as unknown as [
    [remote.ReportInput],
    [remote.ReportInput],
  ]
  expect(after).toEqual({ ...before, title: 'Week 48, calm' })
  expect(remote.updateReport).toHaveBeenCalledWith(after)
  await waitFor(async () => expect(await replica.drafts.count()).toBe(0))
})

test('schedules a draft, and shows an error without a response from the server', async () => {
  await replica.reports.put(reportRow({ status: 'draft', published_at: null, figures: null }))
  vi.mocked(remote.publish).mockResolvedValue({ is: 'no-answer' })
  const user = openAsAdmin(replica, reports('c1', 'r1'))
  await user.click(await screen.findByRole('button', { name: 'Publish on Monday 8:00 AM' }))
  expect(remote.publish).toHaveBeenCalledExactlyOnceWith('r1', 'monday', true)
  expect(await screen.findByRole('alert')).toHaveTextContent('No answer from the server.')
  await act(() => replica.meta.put({ k: 'zone', value: anotherZone() }))
  expect(await screen.findByRole('button', { name: /^Publish on Monday 8:00 AM \(.+\)$/ })).toBeVisible()
  await act(() => replica.reports.update('r1', { v: 9, status: 'scheduled' }))
  expect(await screen.findByRole('button', { name: 'Back to draft' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('asks a signed-out admin to sign in, then saves the report unchanged', async () => {
  vi.mocked(remote.createReport)
    .mockResolvedValueOnce({ is: 'signed-out' })
    .mockResolvedValueOnce(sent('draft'))
  vi.mocked(writing.signInAgain)
    .mockResolvedValueOnce('failed')
    .mockResolvedValueOnce('no-admin')
    .mockResolvedValueOnce('signed-in')
  const user = openAsAdmin(replica, reports('c1', null))
  await user.click(await screen.findByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Report' }))
  await user.type(await dialog.findByLabelText('Title'), 'Week 48')
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  const login = within(await screen.findByRole('dialog', { name: 'Admin Login Required' }))
  const signIn = login.getByRole('button', { name: 'Sign In' })
  await user.type(login.getByLabelText('Email Address'), 'ana')
  await user.type(login.getByLabelText('Password'), 'secret')
  expect(signIn).toBeDisabled()
  await user.type(login.getByLabelText('Email Address'), '@pulseboard.example')
  await user.click(signIn)
  expect(await login.findByRole('alert')).toHaveTextContent('Login failed')
  await user.click(signIn)
  await waitFor(() => expect(login.getByRole('alert')).toHaveTextContent(ONLY_ADMINS))
  expect(dialog.getByLabelText('Title')).toHaveValue('Week 48')
  await user.click(signIn)
  expect(await screen.findByText('Draft saved')).toBeVisible()
  expect(writing.signInAgain).toHaveBeenLastCalledWith('ana@pulseboard.example', 'secret', expect.any(String))
  const [first, second] = vi.mocked(remote.createReport).mock.calls
  expect(second).toEqual(first)
})

/** The screen with the report of the address, the state of the history entry, and an older entry. */
function Routed() {
  const [params] = useSearchParams()
  return (
    <>
      <ReportsScreen
        client="c1"
        report={params.get('report')}
        hrefOf={(_client, report) => `/r?report=${report ?? ''}`}
        onGo={() => undefined}
      />
      <output>{JSON.stringify(useLocation().state)}</output>
      <Link to="/r?report=r2" state={CONTINUE_DRAFT}>
        Older entry
      </Link>
    </>
  )
}

const oldDraft = () =>
  reportRow({
    ...{ id: 'r1', title: 'Week 48', status: 'draft', published_at: null, figures: null },
    created_at: '2025-11-20T08:00:00.000000Z',
  })

test('lists drafts first, and continues one in its editor until the editor is closed', async () => {
  await replica.reports.bulkPut([
    oldDraft(),
    reportRow({ id: 'r2', title: 'Week 47', seen_at: '2025-11-23T09:02:00.000000Z' }),
    reportRow({ id: 'r3', title: 'Week 46', published_at: '2026-11-16T08:00:00.000000Z' }),
  ])
  const user = openAsAdmin(replica, <Routed />)
  const list = within(await screen.findByRole('list', { name: 'Reports' }))
  const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts[0]).toMatch(/^Week 48.*Draft ?Continue$/)
  expect(texts[1]).toMatch(/Week 47Nov 23, 2026Opened Nov 23, 2025/)
  expect(texts[2]).toMatch(/Week 46Nov 16, 2026Not opened yet/)
  await user.click(list.getByRole('link', { name: 'Continue Week 48' }))
  const editor = await screen.findByRole('dialog', { name: 'Edit Report' })
  expect(await within(editor).findByLabelText('Title')).toHaveValue('Week 48')
  // A reload does not open the editor again.
  expect(document.querySelector('output')).toHaveTextContent('null')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(editor).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Older entry' }))
  expect(await screen.findByRole('heading', { name: 'Week 47' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Edit Report' })).toBeNull()
})

test('continues no draft offline, and says why', async () => {
  await replica.reports.put(oldDraft())
  openReports(replica, <Routed />, { ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-23T13:02:10Z' } })
  const button = await screen.findByRole('button', { name: 'Continue Week 48' })
  expect(button).toBeDisabled()
  expect(button.parentElement).toHaveAttribute('title', 'Changing and publishing need a connection.')
})

test('opens the newest report first on desktops, also below an old draft', async () => {
  widen()
  await replica.reports.bulkPut([oldDraft(), reportRow({ id: 'r2', title: 'Week 47' })])
  openAsAdmin(replica, <Routed />)
  const list = within(await screen.findByRole('list', { name: 'Reports' }))
  expect(list.getAllByRole('listitem')[0]).toHaveTextContent('Week 48')
  expect(list.getByRole('link', { name: /Week 47/, current: true })).toBeVisible()
})

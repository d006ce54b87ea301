// Tests of Upload to Report: validation with the specification's texts, an existing report, and a new report of
// another client.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { ReportRow } from '../../../db/rows/reports'
import { Replica } from '../../../db/schema'
import { RECENT_REPORTS } from '../../../lib/limits.gen'
import { readyStream } from '../../../testing/sync/replicas'
import { reportRow } from '../../../testing/rows/reports'
import { clientRow } from '../../../testing/rows/rows'
import { withSizes } from '../../../testing/setup/element-sizes'
import {
  choose,
  drop,
  STORED_AT,
  MB,
  openAsAdmin,
  SENT,
  upcoming,
  video,
} from '../../../testing/screens/video-uploads'
import { ReportsScreen } from '..'
import * as remote from '../remote'
import * as videos from '../videos/remote'

vi.mock('../remote')
vi.mock('../videos/remote')
withSizes(700, 60)

const ONLY_MP4 = 'Only MP4 videos are supported for Cloudinary upload'

let replica: Replica
beforeEach(async () => {
  vi.resetAllMocks()
  vi.mocked(remote.holdScreens).mockReturnValue(() => undefined)
  vi.mocked(remote.fetchZone).mockResolvedValue('Europe/Berlin')
  replica = new Replica(`upload-to-${String(Math.random())}`)
  await replica.clients.put(clientRow())
  await replica.streams.bulkPut([readyStream('c:c1'), readyStream('w')])
})
afterEach(() => replica.delete())

async function uploadTo(report: Partial<ReportRow> = {}) {
  await replica.reports.put(reportRow(report))
  const onGo = vi.fn()
  const hrefOf = (id: string | null, shown: string | null) => `/r?${id ?? ''}-${shown ?? ''}`
  const user = openAsAdmin(replica, <ReportsScreen client="c1" report={null} hrefOf={hrefOf} onGo={onGo} />)
  await user.click(await screen.findByRole('button', { name: 'Upload to Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload to Report' }))
  return { user, onGo, dialog, press: () => user.click(dialog.getByRole('button', { name: 'Upload' })) }
}

test('offers reports that the device does not store, on request', async () => {
  const ids = Array.from({ length: RECENT_REPORTS }, (_, n) => `r${n + 10}`)
  await replica.reports.bulkPut(ids.map((id) => reportRow({ id, _s: ['w'] })))
  vi.mocked(remote.fetchOlder).mockResolvedValue({
    is: 'done',
    data: {
      rows: [reportRow({ id: 'old', title: 'Of last year', created_at: '2025-11-23T08:00:00.000000Z' })],
    },
  })
  const { user, dialog } = await uploadTo()
  await user.click(await dialog.findByRole('button', { name: 'Older reports' }))
  expect(await dialog.findByRole('option', { name: /^Of last year/ })).toHaveValue('old')
  expect(dialog.queryByRole('button', { name: 'Older reports' })).toBeNull()
})

test('requires a file, a report and a confirmation, then replaces the report’s video', async () => {
  vi.mocked(remote.replaceVideo).mockResolvedValue(SENT)
  const { user, onGo, dialog, press } = await uploadTo()
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please select a video file')
  choose(video('week.webm'))
  expect(await dialog.findByText(ONLY_MP4)).toBeVisible()
  expect(dialog.queryByText('Please select a video file')).toBeNull()
  choose(video())
  await press()
  expect(await dialog.findByText('Please select a report to update')).toBeVisible()
  expect(videos.sendVideo).not.toHaveBeenCalled()
  await user.selectOptions(dialog.getByLabelText('Report'), 'r1')
  await user.dblClick(dialog.getByRole('button', { name: 'Upload' }))
  expect(
    await dialog.findByText('This report already has a video. The new one will replace it.'),
  ).toBeVisible()
  expect(videos.sendVideo).not.toHaveBeenCalled()
  const going = upcoming(videos.sendVideo)
  act(() => dialog.getByLabelText('Report').focus())
  fireEvent.submit(dialog.getByLabelText('Report'))
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  const bar = await dialog.findByRole('progressbar', { name: 'Uploading week.mp4' })
  expect(bar).toHaveAttribute('aria-valuenow', '20')
  for (const field of [...dialog.getAllByRole('combobox'), ...dialog.getAllByRole('radio')])
    expect(field).toBeDisabled()
  expect(vi.mocked(videos.sendVideo).mock.lastCall?.[0]).toBe('host')
  going.progress(100 * MB)
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '60'))
  going.end({ is: 'stored', url: STORED_AT })
  expect(await screen.findByText('The report has its new video')).toBeVisible()
  expect(remote.replaceVideo).toHaveBeenCalledExactlyOnceWith('r1', STORED_AT)
  expect(onGo).toHaveBeenCalledExactlyOnceWith('/r?c1-r9')
})

test('hides the error of a rejected file once the previously chosen one is uploaded', async () => {
  const { user, dialog, press } = await uploadTo({ video_kind: '' })
  await user.selectOptions(dialog.getByLabelText('Report'), 'r1')
  choose(video())
  choose(video('week.webm'))
  expect(await dialog.findByText(ONLY_MP4)).toBeVisible()
  upcoming(videos.sendVideo)
  await press()
  expect(await dialog.findByRole('progressbar', { name: 'Uploading week.mp4' })).toBeVisible()
  expect(dialog.queryByText(ONLY_MP4)).toBeNull()
})

test('chooses a video that is dropped on a failed upload instead of retrying the old one', async () => {
  const { user, dialog, press } = await uploadTo({ video_kind: '' })
  await user.selectOptions(dialog.getByLabelText('Report'), 'r1')
  choose(video())
  const first = upcoming(videos.sendVideo)
  await press()
  await dialog.findByRole('progressbar')
  first.end({ is: 'later', why: 'network', after: 0 })
  drop(video('other.mp4'), await dialog.findByText('Upload failed'))
  expect(await dialog.findByText('other.mp4')).toBeVisible()
  expect(videos.sendVideo).toHaveBeenCalledTimes(1)
})

test('asks before a retry replaces a video, also one that the report got meanwhile', async () => {
  const { user, dialog, press } = await uploadTo({ video_kind: '' })
  await user.selectOptions(dialog.getByLabelText('Report'), 'r1')
  choose(video())
  const first = upcoming(videos.sendVideo)
  await press()
  await dialog.findByRole('progressbar')
  first.end({ is: 'later', why: 'network', after: 0 })
  const retry = await dialog.findByRole('button', { name: 'Try Again' })
  await act(() => replica.reports.put(reportRow({ v: 2, title: 'With a video' })))
  await dialog.findByRole('option', { name: /^With a video/ })
  await user.dblClick(retry)
  expect(dialog.getByRole('button', { name: 'Replace video' })).toBeVisible()
  expect(videos.sendVideo).toHaveBeenCalledTimes(1)
  upcoming(videos.sendVideo)
  await user.click(retry)
  await dialog.findByRole('progressbar')
  expect(videos.sendVideo).toHaveBeenCalledTimes(2)
})

test('appears before an admin has chosen a client, and asks for the client', async () => {
  vi.mocked(remote.createReport).mockResolvedValue(SENT)
  const onGo = vi.fn()
  const hrefOf = (id: string | null, shown: string | null) => `/r?${id ?? ''}-${shown ?? ''}`
  const user = openAsAdmin(replica, <ReportsScreen client={null} report={null} hrefOf={hrefOf} onGo={onGo} />)
  await user.click(await screen.findByRole('button', { name: 'Upload to Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload to Report' }))
  const press = () => user.click(dialog.getByRole('button', { name: 'Upload' }))
  await user.click(dialog.getByRole('radio', { name: 'Create a new one' }))
  await user.type(dialog.getByLabelText('Report title'), 'Week 48')
  choose(video())
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Please provide a report title and select a client',
  )
  await user.click(await dialog.findByRole('button', { name: clientRow().company_name }))
  const going = upcoming(videos.sendVideo)
  await press()
  await dialog.findByRole('progressbar')
  going.end({ is: 'stored', url: STORED_AT })
  await waitFor(() => expect(onGo).toHaveBeenCalledExactlyOnceWith('/r?c1-r9'))
})

test('creates a report for another client', async () => {
  vi.mocked(remote.createReport).mockResolvedValue(SENT)
  await replica.clients.put(clientRow({ id: 'c2', company_name: 'Alder & Finch' }))
  const { user, onGo, dialog, press } = await uploadTo()
  await user.click(dialog.getByRole('radio', { name: 'Create a new one' }))
  choose(video())
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Please provide a report title and select a client',
  )
  await user.type(dialog.getByLabelText('Report title'), 'Week 48')
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Please provide a report title and select a client',
  )
  await user.type(dialog.getByRole('searchbox', { name: 'Find a client' }), 'alder')
  await user.click(await dialog.findByRole('button', { name: 'Alder & Finch' }))
  const going = upcoming(videos.sendVideo)
  await press()
  await dialog.findByRole('progressbar')
  going.end({ is: 'stored', url: STORED_AT })
  await waitFor(() => expect(onGo).toHaveBeenCalledExactlyOnceWith('/r?c2-r9'))
  const body: unknown = expect.objectContaining({
    client_id: 'c2',
    title: 'Week 48',
    text: '',
    video_url: STORED_AT,
  })
  expect(remote.createReport).toHaveBeenCalledExactlyOnceWith(body)
})

test('restores the typed text and the uploaded video after a reload', async () => {
  const first = await uploadTo()
  await first.user.click(first.dialog.getByRole('radio', { name: 'Create a new one' }))
  await first.user.type(first.dialog.getByLabelText('Report title'), 'Week 48')
  await first.user.type(first.dialog.getByLabelText('Description (optional)'), 'Calm.')
  choose(video())
  const going = upcoming(videos.sendVideo)
  vi.mocked(remote.createReport).mockReturnValue(new Promise(() => undefined))
  await first.press()
  going.end({ is: 'stored', url: STORED_AT })
  await waitFor(() => expect(remote.createReport).toHaveBeenCalledOnce())
  await waitFor(async () => expect((await replica.drafts.get('upload:c1'))?.text).toContain(STORED_AT))
  cleanup()

  vi.mocked(remote.createReport).mockResolvedValue(SENT)
  const { dialog, press, onGo } = await uploadTo()
  expect(await dialog.findByText('You typed this before and did not save it.')).toBeVisible()
  expect(dialog.getByLabelText('Report title')).toHaveValue('Week 48')
  await press()
  await waitFor(() => expect(onGo).toHaveBeenCalledExactlyOnceWith('/r?c1-r9'))
  expect(videos.sendVideo).toHaveBeenCalledOnce()
  const body: unknown = expect.objectContaining({
    client_id: 'c1',
    title: 'Week 48',
    text: 'Calm.',
    video_url: STORED_AT,
  })
  expect(remote.createReport).toHaveBeenLastCalledWith(body)
  // The first attempt may have arrived, so the second one must not create another report.
  const ids = vi.mocked(remote.createReport).mock.calls.map(([{ id }]) => id)
  expect(ids).toEqual([ids[0], ids[0]])
  expect(await replica.drafts.count()).toBe(0)
})

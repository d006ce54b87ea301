// Videos from this device: chosen, refused in the documents' words, on their way, stopped and tried again.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/fake-sync'
import { readyStream } from '../../testing/replicas'
import { reportRow } from '../../testing/reports'
import { clientRow } from '../../testing/rows'
import { withSizes } from '../../testing/sizes'
import { ToastProvider } from '../../ui/toast'
import { ReportsScreen } from '.'
import * as remote from './remote'
import * as writing from './writing/remote'
import { whyNotVideo } from './video-rules'

vi.mock('./remote')
vi.mock('./writing/remote')
withSizes(700, 60)

const MB = 1024 * 1024
const URL_1 = '/storage/v1/object/report-videos/reports/1-a.mp4'
const sent = { is: 'done', data: { id: 'r9', status: 'draft', publish_at: null, created_at: '2026-11-23T08:00:00Z' } } as const
type End = Awaited<ReturnType<typeof writing.sendVideo>['done']>

let replica: Replica
beforeEach(async () => {
  vi.resetAllMocks()
  vi.mocked(remote.holdScreens).mockReturnValue(() => undefined)
  replica = new Replica(`uploads-${String(Math.random())}`)
  await replica.clients.put(clientRow())
  await replica.streams.bulkPut([readyStream('c:c1'), readyStream('w')])
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await replica.delete()
})

function open() {
  const hrefOf = (id: string | null, shown: string | null) => `/r?${id ?? ''}-${shown ?? ''}`
  const onGo = vi.fn()
  render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }}>
          <ReportsScreen client="c1" report={null} hrefOf={hrefOf} onGo={onGo} />
        </LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  return { user: userEvent.setup(), onGo }
}

/** An upload by hand. */
function upcoming() {
  let end: (end: End) => void = () => undefined
  const cancel = vi.fn(() => end({ is: 'cancelled' }))
  const done = new Promise<End>((resolve) => (end = resolve))
  vi.mocked(writing.sendVideo).mockReturnValueOnce({ done, cancel })
  const progress = (bytes: number) => act(() => vi.mocked(writing.sendVideo).mock.lastCall?.[3].onProgress(bytes))
  return { end: (how: End) => end(how), cancel, progress }
}

function video(name = 'week.mp4', size = 100 * MB): File {
  const file = new File(['abc'], name, { lastModified: 5 })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

function choose(file: File): void {
  fireEvent.change(document.querySelector('input[data-picks="video"]') ?? expect.fail('nothing picks videos'), { target: { files: [file] } })
}

async function newReport() {
  const { user, onGo } = open()
  await user.click(await screen.findByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Report' }))
  await user.type(await dialog.findByLabelText('Title'), 'Week 48')
  await user.click(dialog.getByRole('radio', { name: 'Upload file' }))
  return { user, onGo, dialog, save: dialog.getByRole('button', { name: 'Save draft' }) }
}

test('a file is needed, is sent with its real progress between the end points, and the report names it', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  vi.mocked(remote.createReport).mockResolvedValue(sent)
  const { user, dialog, save } = await newReport()
  expect(save).toBeDisabled()
  const going = upcoming()
  choose(video())
  const bar = await dialog.findByRole('progressbar', { name: 'Uploading week.mp4' })
  expect(bar).toHaveAttribute('aria-valuenow', '10')
  expect(document.querySelector('video')).toHaveAttribute('title', 'week.mp4')
  going.progress(50 * MB)
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '50'))
  expect(dialog.getByText('52 MB of 105 MB')).toBeVisible()
  going.progress(100 * MB)
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '90'))
  expect(save).toBeDisabled()
  // What is written meanwhile stays, and so does what has arrived.
  await user.type(dialog.getByLabelText('Title'), '!')
  going.end({ is: 'kept', url: URL_1 })
  expect(await dialog.findByText('105 MB, uploaded')).toBeVisible()
  expect(dialog.getByRole('progressbar', { name: 'Uploaded week.mp4' })).toHaveAttribute('aria-valuenow', '100')
  await user.click(save)
  const said: unknown = expect.objectContaining({ client_id: 'c1', title: 'Week 48!', video_url: URL_1 })
  expect(remote.createReport).toHaveBeenCalledExactlyOnceWith(said)
  expect(await screen.findByText('Draft saved')).toBeVisible()
})

const TOO_LARGE = 'Video file size must be less than 500MB'
const NO_VIDEO = 'Video must be MP4, WebM, OGG, QuickTime, or AVI format'
const ONLY_MP4 = 'Only MP4 videos are supported for Cloudinary upload'
test.each([
  ['week.mp4', 500 * MB + 1, TOO_LARGE, TOO_LARGE],
  ['week.mkv', 3, NO_VIDEO, ONLY_MP4],
  ['week', 3, NO_VIDEO, ONLY_MP4],
  ['week.webm', 500 * MB, null, ONLY_MP4],
  ['week.OGG', 3, null, ONLY_MP4],
  ['week.mov', 3, null, ONLY_MP4],
  ['week.avi', 3, null, ONLY_MP4],
  ['week.MP4', 500 * MB, null, null],
])('%s of %i bytes: in a new report %s, for a report %s', (name, size, inStorage, atHost) => {
  expect([whyNotVideo({ name, size }, 'storage'), whyNotVideo({ name, size }, 'host')]).toEqual([inStorage, atHost])
})

test('a file that is refused is not sent, and says why', async () => {
  const { dialog, save } = await newReport()
  choose(video('week.mkv'))
  expect(await dialog.findByRole('alert')).toHaveTextContent(NO_VIDEO)
  expect(save).toBeDisabled()
  expect(writing.sendVideo).not.toHaveBeenCalled()
})

test('an upload that fails says so, and goes on under its own id', async () => {
  const { user, dialog } = await newReport()
  const first = upcoming()
  choose(video())
  await dialog.findByRole('progressbar')
  first.end({ is: 'later', why: 'network', after: 0 })
  expect(await dialog.findByRole('alert')).toHaveTextContent('Upload failed')
  expect(await screen.findByText('Upload Failed')).toBeVisible()
  upcoming()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByRole('progressbar')
  const [one, other] = vi.mocked(writing.sendVideo).mock.calls
  expect([one?.[3].goesOn, other?.[3].goesOn]).toEqual([false, true])
  expect(other?.[2]).toBe(one?.[2])
  expect(one?.[0]).toBe('storage')
})

test('what the server says of a file is shown, and a form is not closed over an upload without a question', async () => {
  const { user, dialog } = await newReport()
  const first = upcoming()
  choose(video())
  await dialog.findByRole('progressbar')
  first.end({ is: 'refused', code: 'file_type_not_supported', message: NO_VIDEO })
  expect(await dialog.findByRole('alert')).toHaveTextContent(NO_VIDEO)
  const second = upcoming()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByRole('progressbar')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop the upload?' }))
  await user.click(question.getByRole('button', { name: 'Keep uploading' }))
  expect(second.cancel).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Stop and close' }))
  expect(second.cancel).toHaveBeenCalled()
  expect(screen.queryByRole('dialog', { name: 'Create New Report' })).toBeNull()
})

test('a session that is over while a video is sent is begun again in place', async () => {
  vi.mocked(writing.signInAgain).mockResolvedValue(true)
  const { user, dialog } = await newReport()
  const first = upcoming()
  choose(video())
  await dialog.findByRole('progressbar')
  first.end({ is: 'unauthorized' })
  const login = within(await screen.findByRole('dialog', { name: 'Admin Login Required' }))
  // Above the form, and at the video.
  expect(screen.getAllByText('User not authenticated')).toHaveLength(2)
  const second = upcoming()
  await user.type(login.getByLabelText('Email Address'), 'ana@pulseboard.example')
  await user.type(login.getByLabelText('Password'), 'secret')
  await user.click(login.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(writing.sendVideo).toHaveBeenCalledTimes(2))
  second.end({ is: 'kept', url: URL_1 })
  expect(await dialog.findByText('105 MB, uploaded')).toBeVisible()
})

async function uploadTo() {
  await replica.reports.put(reportRow())
  const { user, onGo } = open()
  await user.click(await screen.findByRole('button', { name: 'Upload to Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload to Report' }))
  return { user, onGo, dialog, press: () => user.click(dialog.getByRole('button', { name: 'Upload' })) }
}

test('Upload to Report asks for what it lacks, and gives a report another video', async () => {
  vi.mocked(remote.replaceVideo).mockResolvedValue(sent)
  const { user, onGo, dialog, press } = await uploadTo()
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please select a video file')
  choose(video('week.webm'))
  expect(await dialog.findByText(ONLY_MP4)).toBeVisible()
  choose(video())
  await press()
  expect(await dialog.findByText('Please select a report to update')).toBeVisible()
  expect(writing.sendVideo).not.toHaveBeenCalled()
  await user.selectOptions(dialog.getByLabelText('Report'), 'r1')
  const going = upcoming()
  await press()
  const bar = await dialog.findByRole('progressbar', { name: 'Uploading week.mp4' })
  expect(bar).toHaveAttribute('aria-valuenow', '20')
  expect(vi.mocked(writing.sendVideo).mock.lastCall?.[0]).toBe('host')
  going.progress(100 * MB)
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '60'))
  going.end({ is: 'kept', url: URL_1 })
  expect(await screen.findByText('The report has its new video')).toBeVisible()
  expect(remote.replaceVideo).toHaveBeenCalledExactlyOnceWith('r1', URL_1)
  expect(onGo).toHaveBeenCalledExactlyOnceWith('/r?c1-r9')
})

test('Upload to Report makes a new report of another client', async () => {
  vi.mocked(remote.createReport).mockResolvedValue(sent)
  await replica.clients.put(clientRow({ id: 'c2', company_name: 'Alder & Finch' }))
  const { user, onGo, dialog, press } = await uploadTo()
  await user.click(dialog.getByRole('radio', { name: 'Create a new one' }))
  choose(video())
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please provide a report title and select a client')
  await user.type(dialog.getByLabelText('Report title'), 'Week 48')
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please provide a report title and select a client')
  await user.type(dialog.getByRole('searchbox', { name: 'Find a client' }), 'alder')
  await user.click(await dialog.findByRole('button', { name: 'Alder & Finch' }))
  const going = upcoming()
  await press()
  await dialog.findByRole('progressbar')
  going.end({ is: 'kept', url: URL_1 })
  await waitFor(() => expect(onGo).toHaveBeenCalledExactlyOnceWith('/r?c2-r9'))
  const said: unknown = expect.objectContaining({ client_id: 'c2', title: 'Week 48', text: '', video_url: URL_1 })
  expect(remote.createReport).toHaveBeenCalledExactlyOnceWith(said)
})

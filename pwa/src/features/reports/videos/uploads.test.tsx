// Tests of videos from this device: chosen, rejected with the specification's texts, uploading, stopped and retried.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../../db/schema'
import { readyStream } from '../../../testing/sync/replicas'
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
import * as writing from '../writing/remote'
import * as videos from './remote'
import { videoProblem } from './rules'

vi.mock('../remote')
vi.mock('../writing/remote')
vi.mock('./remote')
withSizes(700, 60)

let replica: Replica
beforeEach(async () => {
  vi.resetAllMocks()
  vi.mocked(remote.holdScreens).mockReturnValue(() => undefined)
  vi.mocked(remote.fetchZone).mockResolvedValue(null)
  replica = new Replica(`uploads-${String(Math.random())}`)
  await replica.clients.put(clientRow())
  await replica.streams.bulkPut([readyStream('c:c1'), readyStream('w')])
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await replica.delete()
})

async function newReport() {
  const user = openAsAdmin(
    replica,
    <ReportsScreen client="c1" report={null} hrefOf={() => '/r'} onGo={() => undefined} />,
  )
  await user.click(await screen.findByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Report' }))
  await user.type(await dialog.findByLabelText('Title'), 'Week 48')
  await user.click(dialog.getByRole('radio', { name: 'Upload file' }))
  return { user, dialog, save: dialog.getByRole('button', { name: 'Save draft' }) }
}

test('requires a file, shows its upload’s progress, and saves its URL in the report', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  vi.mocked(remote.createReport).mockResolvedValue(SENT)
  const { user, dialog, save } = await newReport()
  expect(save).toBeDisabled()
  const going = upcoming(videos.sendVideo)
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
  // Text typed during the upload stays, and so does the uploaded video.
  await user.type(dialog.getByLabelText('Title'), '!')
  going.end({ is: 'stored', url: STORED_AT })
  expect(await dialog.findByText('105 MB, uploaded')).toBeVisible()
  expect(dialog.getByText(/^Uploaded /)).toHaveRole('status')
  expect(dialog.getByRole('progressbar', { name: 'Uploaded week.mp4' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  )
  await user.click(save)
  const body: unknown = expect.objectContaining({ client_id: 'c1', title: 'Week 48!', video_url: STORED_AT })
  expect(remote.createReport).toHaveBeenCalledExactlyOnceWith(body)
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
])('checks %s of %i bytes: for a new report %s, for an existing one %s', (name, size, inStorage, atHost) => {
  expect([videoProblem({ name, size }, 'storage'), videoProblem({ name, size }, 'host')]).toEqual([
    inStorage,
    atHost,
  ])
})

test('does not upload a rejected file, and shows the reason', async () => {
  const { dialog, save } = await newReport()
  choose(video('week.mkv'))
  expect(await dialog.findByRole('alert')).toHaveTextContent(NO_VIDEO)
  expect(save).toBeDisabled()
  expect(videos.sendVideo).not.toHaveBeenCalled()
})

test('shows an error if an upload fails, and resumes it under the same id', async () => {
  const { user, dialog } = await newReport()
  const first = upcoming(videos.sendVideo)
  choose(video())
  await dialog.findByRole('progressbar')
  first.end({ is: 'later', why: 'network', after: 0 })
  expect(await dialog.findByRole('alert')).toHaveTextContent('Upload failed')
  expect(await screen.findByText('Upload Failed')).toBeVisible()
  upcoming(videos.sendVideo)
  await user.click(dialog.getByRole('button', { name: 'Try Again' }))
  await dialog.findByRole('progressbar')
  const [one, other] = vi.mocked(videos.sendVideo).mock.calls
  expect([one?.[3].isResumed, other?.[3].isResumed]).toEqual([false, true])
  expect(other?.[2]).toBe(one?.[2])
  expect(one?.[0]).toBe('storage')
})

test('shows the server’s error, and asks before closing the form during an upload', async () => {
  const { user, dialog } = await newReport()
  const first = upcoming(videos.sendVideo)
  choose(video())
  await dialog.findByRole('progressbar')
  first.end({ is: 'rejected', code: 'file_type_not_supported', message: NO_VIDEO })
  expect(await dialog.findByRole('alert')).toHaveTextContent(NO_VIDEO)
  const second = upcoming(videos.sendVideo)
  await user.click(dialog.getByRole('button', { name: 'Try Again' }))
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

test('asks the admin to sign in if the session ends during an upload, then continues', async () => {
  vi.mocked(writing.signInAgain).mockResolvedValue('signed-in')
  const { user, dialog } = await newReport()
  const first = upcoming(videos.sendVideo)
  choose(video())
  await dialog.findByRole('progressbar')
  first.end({ is: 'unauthorized' })
  const login = within(await screen.findByRole('dialog', { name: 'Admin Login Required' }))
  // One text is above the form, the other at the video.
  expect(screen.getAllByText('User not authenticated')).toHaveLength(2)
  const second = upcoming(videos.sendVideo)
  await user.type(login.getByLabelText('Email Address'), 'ana@pulseboard.example')
  await user.type(login.getByLabelText('Password'), 'secret')
  await user.click(login.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(videos.sendVideo).toHaveBeenCalledTimes(2))
  second.end({ is: 'stored', url: STORED_AT })
  expect(await dialog.findByText('105 MB, uploaded')).toBeVisible()
})

test('ignores a video that is dropped during another upload', async () => {
  const { dialog } = await newReport()
  const going = upcoming(videos.sendVideo)
  drop(video(), await dialog.findByText('Drop a video here, or'))
  drop(video('other.mp4'), await dialog.findByRole('progressbar', { name: 'Uploading week.mp4' }))
  going.end({ is: 'stored', url: STORED_AT })
  expect(await dialog.findByText('105 MB, uploaded')).toBeVisible()
  expect(videos.sendVideo).toHaveBeenCalledTimes(1)
})

// Tests of playing an uploaded video: after its signed URL expires, offline, and from this device.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import type { SyncStatus } from '../../../sync'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { readyStream } from '../../../testing/sync/replicas'
import { clientVideoRow, reportRow } from '../../../testing/rows/reports'
import { clientRow } from '../../../testing/rows/rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { ReportsScreen, WeeklyReportCard } from '..'
import * as remote from '../remote'

vi.mock('../remote')

const URL_1 = '/storage/v1/object/report-videos/reports/1-a.mp4'
const OFFLINE = { is: 'offline', since: '2026-11-23T13:02:10Z' } as const
const UPLOADED = {
  video_kind: 'upload',
  video_size: 3,
  content: { text: 'See for yourself.', embed_url: null, video_url: URL_1, video_name: 'week.mp4' },
} as const

let replica: Replica
beforeEach(async () => {
  vi.resetAllMocks()
  vi.mocked(remote.noteOpened).mockResolvedValue()
  replica = new Replica(`playing-${String(Math.random())}`)
  await replica.clients.put(clientRow())
  await replica.streams.put(readyStream('c:c1'))
  await replica.reports.put(reportRow(UPLOADED))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await replica.delete()
})

const reports = <ReportsScreen client={null} report="r1" hrefOf={() => '/r'} onGo={() => undefined} />

function open(status: SyncStatus = LIVE_CLIENT, what = reports) {
  render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>{what}</LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  return userEvent.setup()
}

async function playing(status: SyncStatus = LIVE_CLIENT) {
  const user = open(status)
  const report = within(await screen.findByRole('article', { name: 'Week 47' }))
  await user.click(await report.findByRole('button', { name: 'Play video: Week 47' }))
  return { user, report, player: () => report.findByTitle<HTMLVideoElement>('Week 47') }
}

test('plays an uploaded video from a signed URL, and continues at the same second after it expires', async () => {
  vi.mocked(remote.addressOf).mockResolvedValue({ is: 'at', href: `${URL_1}?token=1` })
  vi.mocked(remote.newAddressOf).mockResolvedValue({ is: 'at', href: `${URL_1}?token=2` })
  const { report, player } = await playing()
  const first = await player()
  // The pressed button is gone.
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement).toContainElement(first)
  expect(first).toHaveAttribute('src', `${URL_1}?token=1`)
  expect(report.queryByRole('link')).toBeNull()
  first.currentTime = 42
  fireEvent.timeUpdate(first)
  fireEvent.error(first)
  await waitFor(async () => expect(await player()).toHaveAttribute('src', `${URL_1}?token=2`))
  const next = await player()
  next.currentTime = 0
  fireEvent.loadedMetadata(next)
  expect(next.currentTime).toBe(42)
})

test('shows an error after repeated failures, and a hint to connect when offline', async () => {
  vi.mocked(remote.addressOf).mockResolvedValue({ is: 'at', href: `${URL_1}?token=1` })
  vi.mocked(remote.newAddressOf).mockImplementation(() =>
    Promise.resolve({ is: 'at', href: `${URL_1}?token=${Math.random()}` }),
  )
  const { user, report, player } = await playing()
  for (let time = 0; time < 4; time += 1) {
    const shown = await player()
    const { src } = shown
    fireEvent.error(shown)
    if (time < 3) await waitFor(() => expect(shown.src).not.toBe(src))
  }
  expect(await report.findByRole('alert')).toHaveTextContent('This browser cannot play the video.')
  vi.mocked(remote.newAddressOf).mockResolvedValueOnce({ is: 'offline' })
  await user.click(report.getByRole('button', { name: 'Retry' }))
  expect(await report.findByText('The video needs a connection.')).toBeVisible()
})

test('stores a small video for offline use, and deletes the videos of removed reports', async () => {
  vi.mocked(remote.addressOf).mockResolvedValue({ is: 'at', href: `${URL_1}?token=1` })
  vi.mocked(remote.bytesOf).mockResolvedValue(new Uint8Array([1, 2, 3]).buffer)
  await replica.file_bytes.put({
    id: '/storage/v1/object/report-videos/reports/old.mp4',
    bytes: new ArrayBuffer(1),
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Download video (3 B)' }))
  expect(await screen.findByRole('button', { name: 'Remove download' })).toBeVisible()
  expect(await replica.file_bytes.toCollection().primaryKeys()).toEqual([URL_1])
})

test('plays a stored video offline', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:kept', revokeObjectURL: () => undefined }),
  )
  await replica.file_bytes.put({ id: URL_1, bytes: new ArrayBuffer(3) })
  const { player } = await playing({ ...LIVE_CLIENT, link: OFFLINE })
  expect(await player()).toHaveAttribute('src', 'blob:kept')
  expect(screen.getByText('Available offline')).toBeVisible()
  expect(remote.addressOf).not.toHaveBeenCalled()
})

test('plays a stored video offline on the home screen too', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:kept', revokeObjectURL: () => undefined }),
  )
  await replica.client_videos.put(clientVideoRow({ video_kind: 'upload', video_url: URL_1, embed_url: null }))
  const user = open({ ...LIVE_CLIENT, link: OFFLINE }, <WeeklyReportCard hrefOf={() => '/r'} />)
  const name = 'Weekly report of Monday, November 23, 2026'
  expect(await screen.findByRole('button', { name: `Play video: ${name}` })).toBeDisabled()
  await act(() => replica.file_bytes.put({ id: URL_1, bytes: new ArrayBuffer(3) }))
  await waitFor(() => expect(screen.getByRole('button', { name: `Play video: ${name}` })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: `Play video: ${name}` }))
  expect(await screen.findByTitle(name)).toHaveAttribute('src', 'blob:kept')
})

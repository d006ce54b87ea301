// Tests of the cards of the reports list: score, unread mark, poster and length of the video.
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { ReportRow } from '../../../db/rows/reports'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { openReports, replica, withReports } from '../../../testing/screens/reports'
import { reportRow } from '../../../testing/rows/reports'
import { ReportsScreen } from '..'
import * as remote from '../remote'

vi.mock('../remote')
withReports(remote)
afterEach(() => vi.restoreAllMocks())

const SEEN = '2026-11-23T09:00:00.000000Z'
const FIGURES = reportRow().figures
const URL_1 = '/storage/v1/object/report-videos/reports/1-a.mp4'
const UPLOADED = {
  video_kind: 'upload',
  content: { text: '', embed_url: null, video_url: URL_1, video_name: 'week.mp4' },
} as const

async function card(fields: Partial<ReportRow>) {
  await replica.reports.put(reportRow(fields))
  openReports(
    replica,
    <ReportsScreen client={null} report={null} hrefOf={() => '/r'} onGo={() => undefined} />,
    LIVE_CLIENT,
  )
  return screen.findByRole('link', { name: /Week 47/ })
}

const scored = (score: number | null, score_before: number | null) =>
  ({ seen_at: SEEN, figures: FIGURES && { ...FIGURES, score, score_before } }) as const

test.each([
  ['a higher score', scored(91, 85), '91+6Performance score: 91, up 6 points'],
  ['a lower score', scored(84, 85), '84−1Performance score: 84, down 1 point'],
  ['the same score', scored(85, 85), '85Performance score: 85, no change'],
  ['the first score', scored(85, null), '85Performance score: 85'],
])('shows %s and its change in figures and in words', async (_case, fields, text) => {
  expect((await card(fields)).textContent).toBe(`With videoWeek 47Mon, Nov 23, 2026Performance ${text}`)
})

test.each([
  ['without a score', scored(null, null)],
  ['without figures', { seen_at: SEEN, figures: null }],
])('shows only title and date of a read report %s and without a video', async (_case, fields) => {
  const link = await card({ ...fields, video_kind: '' })
  expect(link.textContent).toBe('Week 47Mon, Nov 23, 2026')
})

test('marks a report as unread until the client opens it', async () => {
  const link = await card({})
  expect(within(link).getByText('Unread')).toBeInTheDocument()
  await act(() => replica.reports.update('r1', { seen_at: SEEN }))
  await waitFor(() => expect(within(link).queryByText('Unread')).toBeNull())
})

test('shows the poster that the device has stored', async () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo='
  await replica.report_posters.put({ id: 'p1', v: 1, _s: ['c:c1'], owner_id: 'r1', client_id: 'c1', picture })
  const link = await card({})
  await waitFor(() => expect(link.querySelector('img')).toHaveAttribute('src', picture))
})

/** Gives each video the same length, because jsdom loads no videos. */
const loadVideos = () =>
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'duration', { value: 134.2 })
    this.dispatchEvent(new Event('loadedmetadata'))
  })

test('measures the other videos too if one of them is missing', async () => {
  vi.mocked(remote.addressOf).mockImplementation((url) =>
    Promise.resolve(url === URL_1 ? { is: 'gone' } : { is: 'at', href: `${url}?token=1` }),
  )
  loadVideos()
  await replica.reports.put(
    reportRow({
      id: 'r0',
      title: 'An older week',
      published_at: '2026-11-16T08:00:00.000000Z',
      ...UPLOADED,
      content: { ...UPLOADED.content, video_url: '/storage/v1/object/report-videos/reports/0-a.mp4' },
    }),
  )
  const link = await card(UPLOADED)
  const older = screen.getByRole('link', { name: /An older week/ })
  expect(await within(older).findByText('2:14')).toBeVisible()
  expect(within(link).queryByText('2:14')).toBeNull()
})

test('measures an uploaded video once, and stores and shows its length', async () => {
  vi.mocked(remote.addressOf).mockResolvedValue({ is: 'at', href: `${URL_1}?token=1` })
  const loaded = loadVideos()
  const link = await card(UPLOADED)
  expect(await within(link).findByText('2:14')).toBeVisible()
  expect(remote.addressOf).toHaveBeenCalledExactlyOnceWith(URL_1)
  expect(loaded).toHaveBeenCalledExactlyOnceWith(`${URL_1}?token=1`)
  expect(await replica.meta.get(`video-length:${URL_1}`)).toEqual({
    k: `video-length:${URL_1}`,
    value: 134.2,
  })
})

// Helpers for video uploads: files that an admin chooses or drops, the reports screen, and uploads that a
// test controls.
import { act, fireEvent } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'

import type { RunningUpload, Uploaded } from '../../api/files/upload'
import type { Replica } from '../../db/schema'
import { LIVE_ADMIN } from '../sync/fake-sync'
import { openReports } from './reports'

export const MB = 1024 * 1024
export const STORED_AT = '/storage/v1/object/report-videos/reports/1-a.mp4'
export const SENT = {
  is: 'done',
  data: { id: 'r9', status: 'draft', publish_at: null, created_at: '2026-11-23T08:00:00Z' },
} as const

export const openAsAdmin = (replica: Replica, screen: ReactNode) => openReports(replica, screen, LIVE_ADMIN)

type StartUpload = (
  place: 'storage' | 'host',
  file: File,
  id: string,
  options: { isResumed: boolean; onProgress: (sent: number) => void },
) => RunningUpload

/** Mocks the next upload; the test reports its progress and its end. */
export function upcoming(startUpload: StartUpload) {
  let end: (end: Uploaded) => void = () => undefined
  const cancel = vi.fn(() => end({ is: 'cancelled' }))
  const done = new Promise<Uploaded>((resolve) => (end = resolve))
  vi.mocked(startUpload).mockReturnValueOnce({ done, cancel })
  const progress = (bytes: number) => act(() => vi.mocked(startUpload).mock.lastCall?.[3].onProgress(bytes))
  return { end: (result: Uploaded) => end(result), cancel, progress }
}

export function video(name = 'week.mp4', size = 100 * MB): File {
  const file = new File(['abc'], name, { lastModified: 5 })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

export function choose(file: File): void {
  fireEvent.change(
    document.querySelector('input[data-picks="video"]') ?? expect.fail('no input for videos'),
    { target: { files: [file] } },
  )
}

export function drop(file: File, onto: HTMLElement): void {
  fireEvent.drop(onto, { dataTransfer: { files: [file], types: ['Files'] } })
}

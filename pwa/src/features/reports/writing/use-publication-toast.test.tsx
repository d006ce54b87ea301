// Tests of the toast of a publication: only that of the newest one offers Undo.
import { act, renderHook, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { clientRow } from '../../../testing/rows/rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { usePublicationToast } from './use-publication-toast'

test('replaces the toast of a publication that was withdrawn when the report is published again', async () => {
  const { result } = renderHook(usePublicationToast, { wrapper: ToastProvider })
  const report = {
    id: 'r9',
    status: 'published',
    publish_at: null,
    created_at: '2026-11-23T08:00:00Z',
  } as const
  act(() => result.current(report, clientRow()))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  act(() => result.current({ ...report, status: 'scheduled', publish_at: report.created_at }, clientRow()))
  expect(await screen.findByText('Report scheduled')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  expect(screen.queryByText('Report published')).toBeNull()
})

// Tests of the client import: the check, the import of valid rows, and the list of invalid ones.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { freshReplica } from '../../../testing/sync/replicas'
import { ImportDialog } from './dialog'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })
beforeEach(() => void vi.clearAllMocks())

const done = (value: unknown) => Promise.resolve({ value } as never)

const SHEET = {
  rows: 2,
  created: 0,
  encoding: 'UTF-8',
  ignored: ['Notes'],
  first: [
    { company_name: 'Cedar', contact_name: 'Cid', contact_email: 'cid@x.example', subscription_tier: 'pro' },
  ],
}
const PROBLEM = { row: 3, field: 'contact_email', message: 'Please enter a valid email address' }

async function checkFile(...answers: Array<typeof SHEET & { problems: Array<typeof PROBLEM> }>) {
  for (const answer of answers) vi.mocked(remote.importClients).mockReturnValueOnce(done(answer))
  const onDone = vi.fn()
  render(
    <LiveContext value={{ userId: 'u9', replica: freshReplica(), sync: fakeSync(LIVE_ADMIN) }}>
      <ImportDialog onClose={() => undefined} onDone={onDone} />
    </LiveContext>,
  )
  const user = userEvent.setup()
  await user.upload(
    await screen.findByLabelText('CSV file'),
    new File(['a'], 'list.csv', { type: 'text/csv' }),
  )
  await user.click(screen.getByRole('button', { name: 'Check the file' }))
  return { user, onDone }
}

test('checks a valid file first, then imports it', async () => {
  const { user, onDone } = await checkFile({ ...SHEET, problems: [] }, { ...SHEET, created: 2, problems: [] })
  await user.click(await screen.findByRole('button', { name: 'Import 2 clients' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('2 clients imported successfully.'))
  expect(vi.mocked(remote.importClients).mock.calls).toEqual([
    [btoa('a'), true],
    [btoa('a'), false],
  ])
})

test('imports the valid rows, and lists the others until the admin presses Done', async () => {
  const { user, onDone } = await checkFile(
    { ...SHEET, problems: [PROBLEM] },
    { ...SHEET, created: 1, problems: [PROBLEM] },
  )
  expect(await screen.findByText('1 of 2 rows cannot be imported')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Import 1 client' }))
  expect(await screen.findByText('1 client imported, 1 row left out')).toBeVisible()
  expect(screen.getByText('Row 3')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onDone).toHaveBeenCalledExactlyOnceWith('1 client imported successfully.')
})

test('clears the error of a failed import when another file is chosen', async () => {
  const { user } = await checkFile({ ...SHEET, problems: [] })
  vi.mocked(remote.importClients).mockReturnValueOnce(
    Promise.resolve({ rejected: { message: 'An error occurred', field: null } } as never),
  )
  await user.click(await screen.findByRole('button', { name: 'Import 2 clients' }))
  expect(await screen.findByText('An error occurred')).toBeVisible()
  await user.upload(screen.getByLabelText('CSV file'), new File(['b'], 'better.csv', { type: 'text/csv' }))
  expect(screen.queryByText('An error occurred')).toBeNull()
})

test('can check the same file again after the admin has corrected it', async () => {
  await checkFile({ ...SHEET, problems: [PROBLEM] })
  // A browser fires no change event for the same file while the field still has it.
  expect(screen.getByLabelText<HTMLInputElement>('CSV file').files).toHaveLength(0)
  expect(screen.getByText('list.csv')).toBeVisible()
})

test('offers no import of a file without a valid row', async () => {
  await checkFile({ ...SHEET, rows: 1, first: [], problems: [PROBLEM] })
  expect(await screen.findByText('1 of 1 row cannot be imported')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
})

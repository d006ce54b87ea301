// Tests of Training Data with the specification's texts: by hand, from a document, from open questions.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import type { SyncStatus } from '../../../sync'
import { answered, BROKEN, LOST, errorResponse, reset, world } from '../../../testing/servers/manual-api'
import { managedReplica, questionRow } from '../../../testing/rows/bots'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { opened, press } from '../../../testing/screens/signed-in'
import { ManagementScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/servers/manual-api')).client())
beforeEach(reset)

const open = (replica: Replica, tab = 'chatbots', status: SyncStatus = LIVE_ADMIN) =>
  opened(<ManagementScreen />, `/m?tab=${tab}`, replica, status)

test('requires a question and an answer for training data', async () => {
  const { user } = open(await managedReplica(), 'training')
  await user.click(await screen.findByRole('button', { name: 'Add Training Data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Training Data' }))
  const add = dialog.getByRole('button', { name: 'Add Training Data' })
  await user.type(dialog.getByLabelText('Question'), 'Do you ship?')
  expect(add).toBeDisabled()
  await user.type(dialog.getByLabelText('Answer'), 'Yes.')
  await user.type(dialog.getByLabelText('Source URL'), 'https://x.example/faq')
  world.answer = () => BROKEN
  await user.click(add)
  expect(await dialog.findByText('Failed to add training data')).toBeVisible()
  world.answer = () => answered()
  await user.click(add)
  expect(await screen.findByText('Training data added successfully')).toBeVisible()
  expect(world.calls[0]?.body).toMatchObject({
    chatbot_id: 'b1',
    question: 'Do you ship?',
    answer: 'Yes.',
    source_url: 'https://x.example/faq',
  })
  expect(world.calls[1]).toEqual(world.calls[0])
})

test('shows the source of a row that was added by hand, and changes or removes it', async () => {
  const replica = await managedReplica()
  await replica.training_data.update('t1', { source_url: 'https://x.example/faq' })
  const { user } = open(replica, 'training')
  expect(await screen.findByRole('link', { name: 'https://x.example/faq' })).toBeVisible()
  for (const typed of ['https://x.example/hours', '']) {
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Training Data' }))
    expect(dialog.getByLabelText('Source URL')).toHaveValue('https://x.example/faq')
    await user.clear(dialog.getByLabelText('Source URL'))
    if (typed !== '') await user.type(dialog.getByLabelText('Source URL'), typed)
    await press(user, dialog, 'Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const sent = (source_url: string) => ({ question: 'When do you open?', answer: 'At eight.', source_url })
  expect(world.calls.map(({ body }) => body)).toEqual([sent('https://x.example/hours'), sent('')])
})

test('adds one row of training data if a reload follows a lost response', async () => {
  const replica = await managedReplica()
  const add = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Add Training Data' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Training Data' }))
    return { dialog, send: () => user.click(dialog.getByRole('button', { name: 'Add Training Data' })) }
  }
  world.answer = () => LOST
  const { user } = open(replica, 'training')
  const first = await add(user)
  await user.type(first.dialog.getByLabelText('Question'), 'Do you ship?')
  await user.type(first.dialog.getByLabelText('Answer'), 'Yes.')
  await first.send()
  await waitFor(() => expect(world.calls).toHaveLength(1))
  await waitFor(async () =>
    expect((await replica.drafts.toArray()).map(({ text }) => text).join()).toContain('"sent"'),
  )
  cleanup()
  world.answer = () => answered()
  const again = await add(open(replica, 'training').user)
  expect(await again.dialog.findByText('You typed this before and did not save it.')).toBeVisible()
  await again.send()
  expect(await screen.findByText('Training data added successfully')).toBeVisible()
  expect(world.calls[1]).toEqual(world.calls[0])
})

test('deletes a row of training data only at the second press', async () => {
  const { user } = open(await managedReplica(), 'training')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(world.calls).toEqual([])
  world.answer = () => BROKEN
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('Failed to delete training data')).toBeVisible()
  world.answer = () => answered()
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('Training data deleted successfully')).toBeVisible()
})

test('deletes nothing with the second click of a double click on Delete', async () => {
  const { user } = open(await managedReplica(), 'training')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete for good' }), { detail: 2 })
  expect(world.calls).toEqual([])
})

test('shows the rows of a document for selection before it stores them', async () => {
  world.answer = ({ endpoint }) =>
    endpoint.startsWith('POST read')
      ? answered({
          rows: [
            { question: 'A?', answer: 'a' },
            { question: 'B?', answer: 'b' },
          ],
        })
      : answered([])
  const { user } = open(await managedReplica(), 'training')
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Training Data' }))
  await user.selectOptions(dialog.getByLabelText('Source'), 'document')
  const field = dialog.getByLabelText<HTMLInputElement>('Document')
  const faq = new File(['%PDF-1.7'], 'faq.pdf', { type: 'application/pdf' })
  await user.upload(field, faq)
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Read it' })).toBeEnabled())
  // A browser fires no change event for the same file while the field still has it.
  fireEvent.click(field)
  expect(field.files).toHaveLength(0)
  expect(dialog.getByRole('button', { name: 'Read it' })).toBeDisabled()
  await user.upload(field, faq)
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Read it' })).toBeEnabled())
  await press(user, dialog, 'Read it')
  await user.click(await dialog.findByRole('checkbox', { name: /^A\?/ }))
  world.answer = () => LOST
  await press(user, dialog, 'Import 1 row')
  expect(await dialog.findByText('Failed to add training data')).toBeVisible()
  world.answer = () => answered([])
  await press(user, dialog, 'Import 1 row')
  expect(await screen.findByText('Training data added successfully')).toBeVisible()
  expect(world.calls[0]?.body).toEqual({
    source_type: 'document',
    url: null,
    name: 'faq.pdf',
    file: btoa('%PDF-1.7'),
  })
  expect(world.calls[1]?.body).toMatchObject({
    source_type: 'document',
    rows: [{ question: 'B?', answer: 'b' }],
  })
  expect(world.calls[2]).toEqual(world.calls[1])
})

test('shows why a source has no training data', async () => {
  world.answer = () => errorResponse('bad_source', 'No questions with answers were found there')
  const { user } = open(await managedReplica(), 'training')
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Training Data' }))
  expect(dialog.getByRole('button', { name: 'Read it' })).toBeDisabled()
  await user.type(dialog.getByLabelText('Address'), 'https://x.example')
  await press(user, dialog, 'Read it')
  expect(await dialog.findByText('No questions with answers were found there')).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Source'), 'Document')
  expect(dialog.queryByText('No questions with answers were found there')).toBeNull()
  await user.upload(
    dialog.getByLabelText('Document'),
    new File([new Uint8Array(3 * 1024 * 1024 + 1)], 'large.txt', { type: 'text/plain' }),
  )
  expect(await dialog.findByText('The document must be smaller than 3 MB')).toBeVisible()
  for (const kind of ['Web page', 'Document']) await user.selectOptions(dialog.getByLabelText('Source'), kind)
  expect(dialog.queryByText('The document must be smaller than 3 MB')).toBeNull()
})

test('adds the answer of an open question to the training data, and repeats a lost request with the same id', async () => {
  const replica = await managedReplica()
  await replica.saved_questions.put(questionRow())
  const { user } = open(replica, 'training')
  expect(await screen.findByText('It said: I do not know.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  await user.type(screen.getByLabelText('Your answer'), 'Only parts.')
  world.answer = () => LOST
  await user.click(screen.getByRole('button', { name: 'Add to Training Data' }))
  expect(await screen.findByText('Failed to add training data')).toBeVisible()
  world.answer = () => answered()
  await user.click(screen.getByRole('button', { name: 'Add to Training Data' }))
  expect(await screen.findByText('Training data added successfully')).toBeVisible()
  expect(world.calls[1]).toEqual(world.calls[0])
  await act(() => replica.saved_questions.update('s1', { stand: 'saved', expects: 't1', has_passed: true }))
  expect(await screen.findByLabelText('Passed')).toBeVisible()
})

test.each([
  ['Dismiss', questionRow()],
  ['Remove', questionRow({ stand: 'saved', expects: 't1', has_passed: true })],
])('deletes a question only at the second press of %s', async (name, row) => {
  const replica = await managedReplica()
  await replica.saved_questions.put(row)
  const { user } = open(replica, 'training')
  await user.click(await screen.findByRole('button', { name }))
  expect(world.calls).toEqual([])
  await user.click(screen.getByRole('button', { name }))
  expect(world.calls.map(({ endpoint }) => endpoint)).toEqual(['DELETE saved_questions/{question_id}'])
})

test('restores an unsaved answer after a reload, and discards it with Cancel', async () => {
  const replica = await managedReplica()
  const dialogOf = async () => within(await screen.findByRole('dialog', { name: 'Add Training Data' }))
  const first = open(replica, 'training')
  await first.user.click(await screen.findByRole('button', { name: 'Add Training Data' }))
  await first.user.type((await dialogOf()).getByLabelText('Answer'), 'Within two days.')
  await waitFor(async () =>
    expect((await replica.drafts.get('training:b1'))?.text).toBe('{"answer":"Within two days."}'),
  )
  cleanup()

  const { user } = open(replica, 'training')
  await user.click(await screen.findByRole('button', { name: 'Add Training Data' }))
  const dialog = await dialogOf()
  expect(await dialog.findByText('You typed this before and did not save it.')).toBeVisible()
  expect(dialog.getByLabelText('Answer')).toHaveValue('Within two days.')
  await press(user, dialog, 'Cancel')
  await waitFor(async () => expect(await replica.drafts.count()).toBe(0))
})

// Tests of Chatbot Management with the specification's texts: tabs, creating, status, deletion, assignments.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import type { SyncStatus } from '../../../sync'
import {
  answered,
  BROKEN,
  endpoints,
  LOST,
  errorResponse,
  reset,
  world,
} from '../../../testing/servers/manual-api'
import { managedReplica, questionRow } from '../../../testing/rows/bots'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { opened, press } from '../../../testing/screens/signed-in'
import { freshReplica } from '../../../testing/sync/replicas'
import { clientRow } from '../../../testing/rows/rows'
import { STATUS_LABEL } from '../rules'
import { ManagementScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/servers/manual-api')).client())
beforeEach(reset)

const OFFLINE = { is: 'offline', since: '2026-11-21T09:00:00Z' } as const

const open = (replica: Replica, tab = 'chatbots', status: SyncStatus = LIVE_ADMIN) =>
  opened(<ManagementScreen />, `/m?tab=${tab}`, replica, status)

test('shows three tabs, the first with its count, and moves between them with the arrow keys', async () => {
  const { user } = open(await managedReplica())
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
    'Chatbots',
    'Training Data',
    'User Assignments',
  ])
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: 'Chatbots 1' })).toHaveAttribute('aria-selected', 'true'),
  )
  await user.click(screen.getByRole('tab', { name: 'Chatbots 1' }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Training Data' })).toHaveFocus()
  expect(await screen.findByText('At eight.')).toBeVisible()
})

test('shows a row for each chatbot, with its status, training answers, users and questions', async () => {
  const replica = await managedReplica()
  await replica.saved_questions.put(questionRow({ stand: 'open' }))
  open(replica)
  const table = within(await screen.findByRole('table', { name: 'Chatbots' }))
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Chatbot',
    'Status',
    'Training Data',
    'Assigned to',
    'How it answers',
    'Actions',
  ])
  const [, row] = table.getAllByRole('row')
  expect(row).toHaveTextContent(/Bean.*1 answer.*Nobody.*1 open question/)
  expect(table.getByRole('button', { name: /^Status of Bean: / })).toBeVisible()
})

test('counts only the open questions of existing chatbots in the badge', async () => {
  const replica = await managedReplica()
  await replica.saved_questions.bulkPut([
    questionRow({ stand: 'open' }),
    questionRow({ id: 'q9', stand: 'open', chatbot_id: 'b2' }),
  ])
  open(replica)
  expect(await screen.findByRole('tab', { name: /1 open question$/ })).toHaveTextContent('Training Data')
})

test('shows an error if nothing is stored and the server is unreachable', async () => {
  open(freshReplica(), 'chatbots', { ...LIVE_ADMIN, link: OFFLINE, stalled: true })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load chatbots')
})

test('requires a name and a category for a chatbot, and repeats a lost request unchanged', async () => {
  const { user } = open(await managedReplica())
  await user.click(await screen.findByRole('button', { name: 'Create Chatbot' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Chatbot' }))
  const create = dialog.getByRole('button', { name: 'Create Chatbot' })
  expect(create).toBeDisabled()
  await user.type(dialog.getByLabelText('Bot Name'), 'Tea')
  expect(create).toBeDisabled()
  await user.type(dialog.getByLabelText('Category'), 'Sales')
  await user.type(dialog.getByLabelText('Avatar URL'), 'javascript:1')
  expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible()
  expect(create).toBeDisabled()
  await user.clear(dialog.getByLabelText('Avatar URL'))
  world.answer = () => LOST
  await user.click(create)
  expect(await dialog.findByText('Failed to create chatbot')).toBeVisible()
  world.answer = () => answered()
  await user.click(create)
  expect(await screen.findByText('Chatbot created successfully')).toBeVisible()
  const [first, second] = world.calls
  expect(first?.body).toMatchObject({
    bot_name: 'Tea',
    category: 'Sales',
    description: '',
    avatar_url: null,
    model_preference: null,
  })
  expect(second).toEqual(first)
})

test.each([
  [
    'training',
    'Chatbot moved to training mode and removed from marketplace.',
    'Only admins can chat with it. It is removed from the marketplace.',
  ],
  [
    'active',
    'Chatbot activated and added to marketplace!',
    'It is listed on the marketplace, and the users it is assigned to can chat with it.',
  ],
  [
    'not_listed',
    'Chatbot set to not listed - available for testing only.',
    'The users it is assigned to can test it. It is removed from the marketplace.',
  ],
] as const)(
  'shows the effect before a change to %s, and the server’s text after',
  async (status, message, effect) => {
    const replica = await managedReplica()
    await replica.chatbots.update('b1', { status: status === 'training' ? 'active' : 'training' })
    world.answer = () => answered({ chatbot: {}, message })
    const { user } = open(replica)
    await chooseStatus(user, status)
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(effect)).toBeVisible()
    await press(user, dialog, `Set to ${STATUS_LABEL[status].toLowerCase()}`)
    expect(await screen.findByText(message)).toBeVisible()
    expect(world.calls).toEqual([
      { endpoint: 'PUT chatbots/{chatbot_id}/status', body: { status, reason: '' } },
    ])
  },
)

test('requires a reason to activate a chatbot with failing questions', async () => {
  const replica = await managedReplica()
  await replica.saved_questions.put(questionRow({ stand: 'saved', expects: 't1', has_passed: false }))
  const words = '1 of 1 saved questions do not find their answer.'
  world.answer = ({ body }) =>
    body['reason'] === ''
      ? errorResponse('gate_not_passed', words)
      : answered({ chatbot: {}, message: 'Done' })
  const { user } = open(replica)
  await chooseStatus(user, 'active')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(
    within(dialog.getByRole('list', { name: 'Failing questions' })).getByText('Do you sell bicycles?'),
  ).toBeVisible()
  await press(user, dialog, 'Set to active')
  expect(await dialog.findByText(words)).toBeVisible()
  await user.type(dialog.getByLabelText('Reason for activating it anyway'), 'It can wait')
  await press(user, dialog, 'Activate anyway')
  await waitFor(() => expect(world.calls.at(-1)?.body).toEqual({ status: 'active', reason: 'It can wait' }))
})

async function chooseStatus(user: ReturnType<typeof open>['user'], status: keyof typeof STATUS_LABEL) {
  await user.click(await screen.findByRole('button', { name: /^Status of Bean: / }))
  await user.click(
    await screen.findByRole('menuitem', { name: `Set to ${STATUS_LABEL[status].toLowerCase()}…` }),
  )
}

async function chooseDelete(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'More actions for Bean' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
}

test('shows what is deleted with a chatbot, and restores a deleted one', async () => {
  world.answer = ({ endpoint }) =>
    answered(endpoint.startsWith('GET') ? { training: 1, conversations: 2, messages: 9, assignments: 0 } : {})
  const { user } = open(await managedReplica())
  await chooseDelete(user)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Bean?' }))
  expect(dialog.getByText(/also deletes all training data and conversations/)).toBeVisible()
  expect(
    await dialog.findByText(
      'This deletes 1 training entry, 2 conversations with 9 messages, and 0 assignments.',
    ),
  ).toBeVisible()
  expect(endpoints()).toEqual(['GET chatbots/{chatbot_id}/contents'])
  await press(user, dialog, 'Delete chatbot')
  expect(
    await screen.findByText('Chatbot deleted successfully. It can be restored for 30 days.'),
  ).toBeVisible()
  const deleted = within(screen.getByRole('region', { name: 'Recently deleted' }))
  expect(deleted.getByText('Gone')).toBeVisible()
  await press(user, deleted, 'Restore')
  expect(await screen.findByText('Chatbot restored successfully')).toBeVisible()
  expect(endpoints().slice(1)).toEqual(['DELETE chatbots/{chatbot_id}', 'POST chatbots/{chatbot_id}/restore'])
})

test('assigns a chatbot to a client, and removes the assignment', async () => {
  const replica = await managedReplica()
  await replica.clients.put(clientRow({ _s: ['w'], user_id: 'u1' }))
  const { user } = open(replica, 'assignments')
  await user.type(await screen.findByLabelText('Find a client'), 'northwind')
  world.answer = () => BROKEN
  await user.click(await screen.findByRole('button', { name: 'Assign' }))
  expect(await screen.findByText('Failed to assign chatbot')).toBeVisible()
  world.answer = () => answered()
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  expect(await screen.findByText('Chatbot assigned successfully')).toBeVisible()
  await act(() => replica.user_chatbots.put({ id: 'x1', v: 1, _s: ['w'], user_id: 'u1', chatbot_id: 'b1' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(endpoints()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Assignment removed successfully')).toBeVisible()
  expect(endpoints()).toEqual([
    'PUT user_chatbots',
    'PUT user_chatbots',
    'DELETE user_chatbots/{assignment_id}',
  ])
})

test.each([
  ['status', 'Failed to update chatbot status'],
  ['delete', 'Failed to delete chatbot'],
])('shows an error if the change fails: %s', async (what, words) => {
  world.answer = () => BROKEN
  const { user } = open(await managedReplica())
  if (what === 'status') await chooseStatus(user, 'not_listed')
  else await chooseDelete(user)
  const dialog = within(await screen.findByRole('alertdialog'))
  await press(user, dialog, what === 'status' ? 'Set to not listed' : 'Delete chatbot')
  expect(await dialog.findByText(words)).toBeVisible()
})

test('disables changes offline', async () => {
  open(await managedReplica(), 'chatbots', { ...LIVE_ADMIN, link: OFFLINE })
  expect(await screen.findByText('Bean')).toBeVisible()
  for (const name of ['Create Chatbot', 'Edit', /^Status of Bean/, 'More actions for Bean', 'Restore'])
    expect(screen.getByRole('button', { name })).toBeDisabled()
  expect(screen.getByText(/Changes need a connection/)).toBeVisible()
})

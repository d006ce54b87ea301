// Tests of a chatbot's row: the client to whom it is assigned, and the link to its open questions.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { reset } from '../../../testing/servers/manual-api'
import { botRow, managedReplica, questionRow } from '../../../testing/rows/bots'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { opened } from '../../../testing/screens/signed-in'
import { clientRow } from '../../../testing/rows/rows'
import { ManagementScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/servers/manual-api')).client())
beforeEach(reset)

const open = (replica: Replica) => opened(<ManagementScreen />, '/m?tab=chatbots', replica, LIVE_ADMIN)

test('names the client to whom a chatbot is assigned', async () => {
  const replica = await managedReplica()
  await replica.clients.put(clientRow({ id: 'c7', user_id: 'u7', company_name: 'Harbor Coffee' }))
  await replica.user_chatbots.put({ id: 'a7', v: 1, _s: ['w'], user_id: 'u7', chatbot_id: 'b1' })
  open(replica)
  const table = within(await screen.findByRole('table', { name: 'Chatbots' }))
  expect(await table.findByText('Harbor Coffee')).toHaveTextContent('Assigned to: Harbor Coffee')
})

test('shows whether a chatbot works: its test questions, and what it missed lately', async () => {
  const replica = await managedReplica()
  await replica.chatbots.put(botRow({ id: 'b1', bot_name: 'Bean', status: 'active', deleted_at: null }))
  const outcome = async () =>
    (await screen.findAllByRole('row'))[1]?.querySelectorAll('td').item(3).textContent
  open(replica)
  await waitFor(async () =>
    expect(await outcome()).toBe('No test questions yetNo missed question in the last 7 days'),
  )
  const saved = (id: string, has_passed: boolean | null) =>
    questionRow({ id, stand: 'saved', origin: 'admin', has_passed })
  await replica.saved_questions.bulkPut([saved('s1', true), saved('s2', null)])
  await waitFor(async () => expect(await outcome()).toMatch(/^Test questions not checked yet/))
  const missed = { origin: 'unanswered', created_at: new Date().toISOString() } as const
  await replica.saved_questions.put({ ...saved('s2', true), ...missed })
  await waitFor(async () =>
    expect(await outcome()).toBe(
      'All 2 test questions pass1 missed question in the last 7 days, now answered',
    ),
  )
  await replica.saved_questions.put(saved('s1', false))
  await waitFor(async () =>
    expect(await outcome()).toBe('1 failing question1 missed question in the last 7 days, now answered'),
  )
  await replica.saved_questions.put({ ...saved('s2', false), ...missed })
  await waitFor(async () =>
    expect(await outcome()).toBe('2 failing questions1 missed question in the last 7 days'),
  )
  await replica.saved_questions.put({ ...saved('s2', null), ...missed })
  await waitFor(async () =>
    expect(await outcome()).toMatch(/^1 failing.*1 missed question in the last 7 days$/),
  )
})

test('finds a chatbot by name or category if there are many', async () => {
  const replica = await managedReplica()
  await replica.chatbots.bulkPut(
    ['Ask Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum'].map((bot_name, index) =>
      botRow({ id: `n${index}`, bot_name, category: 'Trees', deleted_at: null }),
    ),
  )
  const { user } = open(replica)
  await user.type(await screen.findByRole('searchbox', { name: 'Find a chatbot' }), 'cedar')
  const rows = () => screen.getAllByRole('rowheader')
  await waitFor(() => expect(rows()).toHaveLength(1))
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText('Nothing found for “cedarx”')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(rows()).toHaveLength(8))
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

test('opens the training data of a chatbot by its open questions', async () => {
  const replica = await managedReplica()
  await replica.saved_questions.put(questionRow({ stand: 'open' }))
  const { user } = open(replica)
  const table = within(await screen.findByRole('table', { name: 'Chatbots' }))
  await user.click(await table.findByRole('button', { name: '1 open question' }))
  expect(await screen.findByRole('tab', { name: /Training Data/ })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('combobox', { name: 'Chatbot' })).toHaveDisplayValue('Bean')
})

test('lists the newest open questions of existing chatbots, and opens the training data to answer one', async () => {
  const replica = await managedReplica()
  await replica.saved_questions.bulkPut([
    questionRow({ id: 's1', question: 'Do you sell bicycles?', created_at: '2026-11-20T09:00:00.000000Z' }),
    questionRow({ id: 's2', question: 'Is there parking?', created_at: '2026-11-21T09:00:00.000000Z' }),
    questionRow({ id: 's3', question: 'Answered', stand: 'saved' }),
    questionRow({ id: 's4', question: 'Of a deleted bot', chatbot_id: 'b2' }),
  ])
  const { user } = open(replica)
  const list = within(await screen.findByRole('region', { name: 'Questions without an answer' }))
  expect(list.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'Is there parking?',
    'Do you sell bicycles?',
  ])
  await user.click(list.getByRole('button', { name: 'Answer “Is there parking?”' }))
  expect(await screen.findByRole('tab', { name: /Training Data/ })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('combobox', { name: 'Chatbot' })).toHaveDisplayValue('Bean')
})

test('opens the training data at a chatbot with open questions, and stays there when they are answered', async () => {
  const replica = await managedReplica()
  await replica.chatbots.put(
    botRow({ id: 'b9', bot_name: 'Waiting', deleted_at: null, created_at: '2026-01-05T09:00:00.000000Z' }),
  )
  await replica.saved_questions.put(questionRow({ chatbot_id: 'b9', stand: 'open' }))
  const { user } = open(replica)
  await user.click(await screen.findByRole('tab', { name: /Training Data/ }))
  expect(screen.getByRole('combobox', { name: 'Chatbot' })).toHaveDisplayValue('Waiting')
  await replica.saved_questions.put(questionRow({ chatbot_id: 'b9', stand: 'saved' }))
  await waitFor(() => expect(screen.getByRole('tab', { name: /Training Data/ })).not.toHaveTextContent('1'))
  expect(screen.getByRole('combobox', { name: 'Chatbot' })).toHaveDisplayValue('Waiting')
})

// Tests of the questions that an empty conversation offers to admins.
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { questionRow, trainingRow } from '../../../testing/rows/bots'
import { open, server, withBot, withChat } from '../../../testing/screens/chat'
import { widen } from '../../../testing/setup/wide'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { ChatInterfaceScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/screens/chat')).fakeClient)
withChat()

test('offers an admin the newest questions of the training data while there is no message, and sends one', async () => {
  const replica = await withBot()
  await replica.training_data.bulkPut([
    ...['Is there parking?', 'Do you ship?', 'Who bakes?', 'Who bakes?'].map((question, n) =>
      trainingRow({ id: `t${n}`, question, created_at: `2026-11-2${n}T09:00:00.000000Z` }),
    ),
    trainingRow({ id: 't9', chatbot_id: 'b2', question: 'Of another bot?' }),
  ])
  const { user } = await open(<ChatInterfaceScreen />, replica, LIVE_ADMIN)
  const offered = await screen.findByRole('group', { name: 'Questions to try' })
  expect(
    within(offered)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Who bakes?', 'Do you ship?', 'Is there parking?'])
  await user.click(within(offered).getByRole('button', { name: 'Do you ship?' }))
  const log = await screen.findByRole('log')
  expect(within(log).getByText('Do you ship?')).toBeVisible()
  expect(server.calls.map((call) => call.body['prompt'])).toEqual(['Do you ship?'])
})

test('offers no question offline, because the server may store messages', async () => {
  const replica = await withBot()
  await replica.training_data.put(trainingRow())
  const link = { is: 'offline', since: '2026-11-21T09:00:00Z' } as const
  await open(<ChatInterfaceScreen />, replica, { ...LIVE_ADMIN, link })
  expect(await screen.findByText('Not on this device')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'When do you open?' })).toBeNull()
})

test('does not replace a question that was not sent by a question to try', async () => {
  widen()
  const replica = await withBot()
  await replica.training_data.put(trainingRow({ question: 'Do you ship?' }))
  await replica.drafts.put({ id: 'asked:b1', text: '{"id":"q1","text":"When?"}' })
  const { user } = await open(<ChatInterfaceScreen />, replica, LIVE_ADMIN)
  expect(await screen.findByText('When?')).toBeVisible()
  const panel = within(screen.getByRole('complementary', { name: /^About / }))
  const question = await panel.findByRole('button', { name: 'Do you ship?' })
  expect(question).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  const offered = await screen.findByRole('group', { name: 'Questions to try' })
  expect(within(offered).getByRole('button', { name: 'Do you ship?' })).toBeEnabled()
})

test('shows beside a conversation what the bot knows, questions to try and open questions, in a wide window', async () => {
  widen()
  const replica = await withBot()
  await replica.training_data.put(trainingRow({ id: 't1', question: 'Do you ship?' }))
  await replica.saved_questions.put(questionRow({ id: 'q1', question: 'Is there parking?', stand: 'open' }))
  const { user } = await open(<ChatInterfaceScreen />, replica, LIVE_ADMIN)
  const panel = within(await screen.findByRole('complementary', { name: /^About / }))
  expect(await panel.findByText('1 answer')).toBeVisible()
  expect(panel.getByRole('heading', { name: '1 open question' })).toBeVisible()
  expect(panel.getByText('Is there parking?')).toBeVisible()
  expect(panel.getByRole('link', { name: 'Answer' })).toHaveAttribute(
    'href',
    '/dashboard/chatbot-management?tab=training&bot=b1',
  )
  expect(panel.queryByRole('button', { name: 'Do you ship?' })).toBeNull()
  const offered = within(await screen.findByRole('group', { name: 'Questions to try' }))
  await user.click(offered.getByRole('button', { name: 'Do you ship?' }))
  expect(await screen.findByRole('log')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Do you ship?' })).toBeVisible()
})

// Tests of the dialog that edits a rejected message.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { held, log, openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
import { waitingMessage } from '../../../testing/rows/rows'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { MessagingScreen } from '..'

withMessaging()

test('sends “Attached file” as the text of a message that has only a file', async () => {
  await held('c1')
  const file = { key: 'f1', name: 'plan.pdf', type: 'application/pdf', size: 3 }
  await replica.outbox.add(
    waitingMessage('m1', '', {
      state: 'refused',
      error: { code: 'invalid', message: 'Too long for us.' },
      body: { id: 'm1', client_id: 'c1', content: 'The plan', file },
    }),
  )
  const { sync, user } = openMessaging(
    <MessagingScreen selected={null} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    LIVE_CLIENT,
  )
  await user.click(await within(await log()).findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit message' }))
  await user.clear(dialog.getByRole('textbox'))
  await user.click(dialog.getByRole('button', { name: 'Save and send' }))
  await waitFor(() => expect(sync.edit).toHaveBeenCalledExactlyOnceWith('m1', 'Attached file'))
})

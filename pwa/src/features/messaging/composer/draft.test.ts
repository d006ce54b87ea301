// Tests of the stored draft around a send: the text is always in the draft or in the message.
import { expect, test } from 'vitest'

import { freshReplica } from '../../../testing/sync/replicas'
import { draftWriter, readDraft } from './draft'

const draft = (text: string) => ({ text, card: null })

test('stores the text that is sent before the text that is typed meanwhile', async () => {
  const replica = freshReplica()
  const writer = draftWriter(replica, 'c1')
  const textNow = async () => (await readDraft(replica, 'c1')).text
  writer.save(draft('Sent'))
  const atSend = writer.after(textNow)
  writer.save(draft('N'))
  writer.save(draft('Next'))
  expect(await atSend).toBe('Sent')
  expect(await writer.after(textNow)).toBe('Next')
})

// The pending question to a bot. It is stored on this device until the server has it.
import { withReopen } from '../../../db/open'
import type { Replica } from '../../../db/schema'

/** `id` is the id of the future message row, so a retry sends the same question. */
export interface Question {
  id: string
  text: string
}

const keyOf = (botId: string) => `asked:${botId}`

export async function storeQuestion(replica: Replica, botId: string, question: Question): Promise<void> {
  await withReopen(replica, () => replica.drafts.put({ id: keyOf(botId), text: JSON.stringify(question) }))
}

export async function deleteQuestion(replica: Replica, botId: string): Promise<void> {
  await withReopen(replica, () => replica.drafts.delete(keyOf(botId)))
}

export async function readQuestion(replica: Replica, botId: string): Promise<Question | null> {
  const stored = await withReopen(replica, () => replica.drafts.get(keyOf(botId)))
  const value: unknown = JSON.parse(stored?.text ?? 'null')
  return isQuestion(value) ? value : null
}

function isQuestion(value: unknown): value is Question {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  )
}

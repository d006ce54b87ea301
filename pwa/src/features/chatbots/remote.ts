// Network calls about bots: questions and the admins' changes. The changed rows arrive by the socket.
import { api, NoAnswer } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { BotStatus, ChatMessageRow, TrainingSource } from '../../db/rows/bots'

/** `code` and `message` are the server's. `code` is `no-answer` if there was no usable response. */
export class RequestError extends Error {
  override name = 'Refused'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

type Reply<T> = { data?: T; error?: unknown; response: Response }

async function dataOf<T>(call: Promise<Reply<T>>): Promise<T> {
  let reply: Reply<T>
  try {
    reply = await call
  } catch (error) {
    if (error instanceof NoAnswer) throw new RequestError('no-answer', '')
    throw error
  }
  if (reply.response.ok) return reply.data as T
  const error = serverErrorOf(reply.error)
  throw error === null ? new RequestError('no-answer', '') : new RequestError(error.code, error.message)
}

export interface BotDetails {
  bot_name: string
  category: string
  description: string
  avatar_url: string | null
  model_preference: string | null
}

export interface TrainingExample {
  question: string
  answer: string
}

export interface Contents {
  training: number
  conversations: number
  messages: number
  assignments: number
}

const empty = async (call: Promise<Reply<unknown>>): Promise<undefined> => {
  await dataOf(call)
  return undefined
}

export interface Prompt {
  id: string
  botId: string
  userId: string
  /** The model that the screen shows, else the default. The server chooses the model by its own data. */
  model: string
  prompt: string
}

/**
 * Idempotent by `id`: a repeat gets the same reply. `history` is empty because the server stores it. Returns
 * why the reply is a fallback; null if it is none.
 */
export const sendPrompt = async (body: Prompt): Promise<string | null> =>
  (await dataOf(api.POST('/functions/v1/generate-chat-response', { body: { ...body, history: [] } }))).error
/** The most messages that one request returns. */
export const PAGE = 200
/** The user's last messages with a bot, oldest first; with `before`, the last ones before this time. */
export async function readMessages(
  conversation_id: string,
  before: string | null,
): Promise<ChatMessageRow[]> {
  const query = { conversation_id, ...(before !== null && { before }), limit: PAGE }
  const { rows } = await dataOf(api.GET('/rest/v1/chat_messages', { params: { query } }))
  // These rows are shown but never stored, because a stored row would seem to belong to the stored window.
  return rows.map((row) => ({ ...(row as Omit<ChatMessageRow, '_s'>), _s: [] }))
}
export const stop = (id: string) => empty(api.POST('/functions/v1/stop-chat-response', { body: { id } }))
export const rate = (message_id: string, rating: 'up' | 'down' | null) =>
  empty(
    api.PUT('/rest/v1/chat_messages/{message_id}/rating', {
      params: { path: { message_id } },
      body: { rating },
    }),
  )

export const createBot = (id: string, details: BotDetails) =>
  empty(api.POST('/rest/v1/chatbots', { body: { id, ...details } }))
export const editBot = (id: string, details: BotDetails) =>
  empty(api.PUT('/rest/v1/chatbots', { body: { id, ...details } }))
/** Returns the message to show to the admin. */
export const setStatus = async (chatbot_id: string, status: BotStatus, reason: string): Promise<string> =>
  (
    await dataOf(
      api.PUT('/rest/v1/chatbots/{chatbot_id}/status', {
        params: { path: { chatbot_id } },
        body: { status, reason },
      }),
    )
  ).message
export const contentsOf = (chatbot_id: string): Promise<Contents> =>
  dataOf(api.GET('/rest/v1/chatbots/{chatbot_id}/contents', { params: { path: { chatbot_id } } }))
export const deleteBot = (chatbot_id: string) =>
  empty(api.DELETE('/rest/v1/chatbots/{chatbot_id}', { params: { path: { chatbot_id } } }))
export const restoreBot = (chatbot_id: string) =>
  empty(api.POST('/rest/v1/chatbots/{chatbot_id}/restore', { params: { path: { chatbot_id } } }))

export const addTraining = (
  body: TrainingExample & { id: string; chatbot_id: string; source_url: string | null },
) => empty(api.POST('/rest/v1/training_data', { body }))
export const changeTraining = (row_id: string, body: TrainingExample & { source_url: string }) =>
  empty(api.PUT('/rest/v1/training_data/{row_id}', { params: { path: { row_id } }, body }))
export const deleteTraining = (row_id: string) =>
  empty(api.DELETE('/rest/v1/training_data/{row_id}', { params: { path: { row_id } } }))
/** `file` is the document in base64, or "" if there is none. */
export type Source = {
  source_type: Exclude<TrainingSource, 'manual'>
  url: string | null
  name: string
  file: string
}
export const readSource = async (body: Source): Promise<TrainingExample[]> =>
  (await dataOf(api.POST('/functions/v1/read-training-source', { body }))).rows
export type Import = {
  chatbot_id: string
  source_type: Source['source_type']
  source_url: string | null
  rows: (TrainingExample & { id: string })[]
}
export const importTraining = (body: Import) => empty(api.POST('/rest/v1/training_data/import', { body }))

export const assign = (user_id: string, chatbot_id: string) =>
  empty(api.PUT('/rest/v1/user_chatbots', { body: { user_id, chatbot_id } }))
export const unassign = (assignment_id: string) =>
  empty(api.DELETE('/rest/v1/user_chatbots/{assignment_id}', { params: { path: { assignment_id } } }))

export type Offer = { id: string; name: string; category: string; description: string; avatar: string }
export const marketplace = async (): Promise<Offer[]> => (await dataOf(api.GET('/rest/v1/bots'))).rows
export const subscribe = (bot_id: string, is_active: boolean) =>
  empty(api.PUT('/rest/v1/subscriptions', { body: { bot_id, is_active } }))

export type NewQuestion = { id: string; chatbot_id: string; question: string; expects: string }
export const saveQuestion = (body: NewQuestion) => empty(api.POST('/rest/v1/saved_questions', { body }))
export const answerQuestion = (question_id: string, id: string, answer: string) =>
  empty(
    api.POST('/rest/v1/saved_questions/{question_id}/answer', {
      params: { path: { question_id } },
      body: { id, answer },
    }),
  )
export const dismissQuestion = (question_id: string) =>
  empty(api.DELETE('/rest/v1/saved_questions/{question_id}', { params: { path: { question_id } } }))
export const checkQuestions = (chatbot_id: string) =>
  dataOf(api.POST('/functions/v1/check-saved-questions', { body: { chatbot_id } }))

/** Returns the URL of a client's chatbot for a frame, valid for five minutes. */
export const embedAddress = async (client_id: string): Promise<string> =>
  (await dataOf(api.POST('/functions/v1/chatbot-embed-address', { body: { client_id } }))).url
export const notifySignUp = (email: string) => empty(api.POST('/rest/v1/notify_signups', { body: { email } }))
/** The server's OpenAPI document of every endpoint. */
export const readOpenApi = async (): Promise<unknown> =>
  dataOf((api.GET as unknown as (path: string) => Promise<Reply<unknown>>)('/rest/v1/openapi.json'))

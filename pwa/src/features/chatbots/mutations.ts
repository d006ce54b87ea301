// The user's actions on bots: direct server calls whose errors have the specification's texts.
import { ERROR_TEXTS } from './error-texts'
import * as remote from './remote'

export type Outcome<T = undefined> =
  { is: 'done'; value: T } | { is: 'failed'; message: string; code: string }

export const SUCCESS_TEXTS = {
  create: 'Chatbot created successfully',
  edit: 'Chatbot updated successfully',
  delete: 'Chatbot deleted successfully. It can be restored for 30 days.',
  restore: 'Chatbot restored successfully',
  addTraining: 'Training data added successfully',
  changeTraining: 'Training data updated successfully',
  deleteTraining: 'Training data deleted successfully',
  assign: 'Chatbot assigned successfully',
  unassign: 'Assignment removed successfully',
} as const

/** Error codes whose server message is shown instead of the generic text. */
const SPECIFIC_CODES = new Set(['gate_not_passed', 'bad_source', 'chat_rate_limit', 'chat_spend_cap'])

/** For admins, who see only the apology of a fallback reply otherwise. */
export const NO_MODEL = 'Bot replies are not set up: OPENAI_API_KEY is missing on the server'

/** The outcome that a screen gets while a request has no response yet. */
export const LATE = { is: 'failed', code: 'no-answer', message: ERROR_TEXTS.load } as const

async function attempt<T>(work: () => Promise<T>, otherwise: string): Promise<Outcome<T>> {
  try {
    return { is: 'done', value: await work() }
  } catch (error) {
    if (!(error instanceof remote.RequestError)) throw error
    return {
      is: 'failed',
      code: error.code,
      message: SPECIFIC_CODES.has(error.code) && error.message !== '' ? error.message : otherwise,
    }
  }
}

/** Delays of the retries without a response. They reuse the id, so the server sees the same question. */
const AGAIN_MS = [1_000, 3_000]

/** The value is why the reply is a fallback, such as `not_set_up`; null if it is none. */
export async function sendPrompt(prompt: remote.Prompt): Promise<Outcome<string | null>> {
  let outcome = await attempt(() => remote.sendPrompt(prompt), ERROR_TEXTS.send)
  for (const pause of AGAIN_MS) {
    if (outcome.is === 'done' || outcome.code !== 'no-answer') break
    await new Promise((resolve) => setTimeout(resolve, pause))
    outcome = await attempt(() => remote.sendPrompt(prompt), ERROR_TEXTS.send)
  }
  return outcome
}

export const readMessages = (botId: string, before: string | null) =>
  attempt(() => remote.readMessages(botId, before), ERROR_TEXTS.loadOwn)
export const stopBot = (id: string) => attempt(() => remote.stop(id), '')
export const rateReply = (id: string, rating: 'up' | 'down' | null) =>
  attempt(() => remote.rate(id, rating), 'Failed to save your rating')

export const createBot = (id: string, details: remote.BotDetails) =>
  attempt(() => remote.createBot(id, details), ERROR_TEXTS.create)
export const editBot = (id: string, details: remote.BotDetails) =>
  attempt(() => remote.editBot(id, details), ERROR_TEXTS.edit)
export const setStatus = (...args: Parameters<typeof remote.setStatus>) =>
  attempt(() => remote.setStatus(...args), ERROR_TEXTS.status)
export const contentsOf = (id: string) => attempt(() => remote.contentsOf(id), ERROR_TEXTS.delete)
export const deleteBot = (id: string) => attempt(() => remote.deleteBot(id), ERROR_TEXTS.delete)
export const restoreBot = (id: string) => attempt(() => remote.restoreBot(id), ERROR_TEXTS.restore)

export const addTraining = (
  id: string,
  chatbot_id: string,
  example: remote.TrainingExample,
  source_url: string | null,
) => attempt(() => remote.addTraining({ id, chatbot_id, source_url, ...example }), ERROR_TEXTS.addTraining)
/** An empty `source_url` removes the address. */
export const changeTraining = (id: string, example: remote.TrainingExample, source_url: string) =>
  attempt(() => remote.changeTraining(id, { ...example, source_url }), ERROR_TEXTS.changeTraining)
export const deleteTraining = (id: string) =>
  attempt(() => remote.deleteTraining(id), ERROR_TEXTS.deleteTraining)
export const readSource = (source: remote.Source) =>
  attempt(() => remote.readSource(source), ERROR_TEXTS.source)
export const importTraining = (
  chatbot_id: string,
  { source_type, url }: remote.Source,
  rows: remote.Import['rows'],
) =>
  attempt(
    () => remote.importTraining({ chatbot_id, source_type, source_url: url, rows }),
    ERROR_TEXTS.addTraining,
  )

export const assign = (userId: string, botId: string) =>
  attempt(() => remote.assign(userId, botId), ERROR_TEXTS.assign)
export const unassign = (id: string) => attempt(() => remote.unassign(id), ERROR_TEXTS.unassign)

export const readMarketplace = () => attempt(remote.marketplace, ERROR_TEXTS.load)
export const subscribeTo = (botId: string, isActive: boolean) =>
  attempt(() => remote.subscribe(botId, isActive), ERROR_TEXTS.own)

export const saveQuestion = (question: remote.NewQuestion) =>
  attempt(() => remote.saveQuestion(question), ERROR_TEXTS.question)
export const answerQuestion = (id: string, exampleId: string, answer: string) =>
  attempt(() => remote.answerQuestion(id, exampleId, answer), ERROR_TEXTS.addTraining)
export const dismissQuestion = (id: string) => attempt(() => remote.dismissQuestion(id), ERROR_TEXTS.question)
export const checkQuestions = (id: string) => attempt(() => remote.checkQuestions(id), ERROR_TEXTS.question)

export const embedAddress = (clientId: string) =>
  attempt(() => remote.embedAddress(clientId), ERROR_TEXTS.page)
export const notifyMe = (email: string) => attempt(() => remote.notifySignUp(email), ERROR_TEXTS.subscribe)
export const NO_REFERENCE = 'The reference could not be loaded. Please try again.'
export const readOpenApi = () => attempt(remote.readOpenApi, NO_REFERENCE)

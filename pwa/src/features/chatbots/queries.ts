// Reads of bots and conversations from the replica.
import type { AssignmentRow, ChatbotRow, ChatMessageRow, EmbedRow, ListingRow, SavedQuestionRow, SheetRow, TrainingRow } from '../../db/bot-rows'
import type { Replica } from '../../db/schema'
import { useLive, useStored, useSyncStatus } from '../../live/live'

const IN_ORDER = '[conversation_id+created_at+id]'

/** Something stored; `failed` only while nothing is stored on this device and nothing can be loaded. */
export type View<T> = { is: 'loading' } | { is: 'failed' } | ({ is: 'ready' } & T)

function useView<T extends object>(query: (replica: Replica) => Promise<T>, stream: string, isEmpty: (found: T) => boolean, deps: unknown[]): View<T> {
  const { link } = useSyncStatus()
  const found = useStored(async (replica) => ({ ...(await query(replica)), isLoaded: (await replica.streams.get(stream))?.mode === 'ready' }), [stream, ...deps])
  if (found !== undefined && (found.isLoaded || !isEmpty(found))) return { is: 'ready', ...found }
  return link.is === 'offline' ? { is: 'failed' } : { is: 'loading' }
}

/** Bots this person may chat with, by name. */
export function useBots(): View<{ bots: ChatbotRow[] }> {
  const { userId } = useLive()
  const { role } = useSyncStatus()
  return useView(async (replica) => ({ bots: await botsOf(replica) }), role === 'admin' ? 'w' : `u:${userId}`, ({ bots }) => bots.length === 0, [])
}

async function botsOf(replica: Replica): Promise<ChatbotRow[]> {
  const all = await replica.chatbots.toArray()
  return all.filter((bot) => (bot.deleted_at ?? null) === null).sort((a, b) => a.bot_name.localeCompare(b.bot_name) || (a.id < b.id ? -1 : 1))
}

/** The ids of the bots a client may chat with, and of those that they have added themselves. */
export function useOwnBots(): { all: ReadonlySet<string>; added: ReadonlySet<string> } | undefined {
  return useStored(async (replica) => {
    const added = await replica.subscriptions.filter((row) => row.is_active).toArray()
    return { all: new Set((await botsOf(replica)).map(({ id }) => id)), added: new Set(added.map((row) => row.bot_id)) }
  }, [])
}

/** One conversation, oldest first; undefined until it has been read. */
export function useConversation(botId: string): ChatMessageRow[] | undefined {
  return useStored((replica) => replica.chat_messages.where(IN_ORDER).between([botId], [botId, []]).toArray(), [botId])
}

/** A question and the bot it was put to. */
export interface Activity {
  message: ChatMessageRow
  bot: ChatbotRow | undefined
}

/** The newest of what was said with bots that are still there. */
export function useActivity(most: number): Activity[] | undefined {
  return useStored(
    async (replica) => {
      const bots = new Map((await botsOf(replica)).map((bot) => [bot.id, bot]))
      const newest = await replica.chat_messages.orderBy('created_at').reverse().filter((one) => bots.has(one.conversation_id)).limit(most).toArray()
      return newest.map((message) => ({ message, bot: bots.get(message.conversation_id) }))
    },
    [most],
  )
}

/** Messages of all conversations since a moment (ISO); undefined until they are counted. */
export function useChatCount(since: string): number | undefined {
  return useStored((replica) => replica.chat_messages.where('created_at').aboveOrEqual(since).count(), [since])
}

export interface Managed {
  bots: ChatbotRow[]
  deleted: ChatbotRow[]
  listings: Map<string, ListingRow>
  training: TrainingRow[]
  assignments: AssignmentRow[]
  /** Those that wait for an answer first, then the newest. */
  questions: SavedQuestionRow[]
}

/** Everything that admins manage. */
export function useManaged(): View<Managed> {
  return useView(managed, 'w', ({ bots }) => bots.length === 0, [])
}

async function managed(replica: Replica): Promise<Managed> {
  const [all, listings, training, assignments, questions] = await Promise.all([
    replica.chatbots.toArray(),
    replica.bots.toArray(),
    replica.training_data.toArray(),
    replica.user_chatbots.toArray(),
    replica.saved_questions.toArray(),
  ])
  const byNewest = (a: { created_at?: string; id: string }, b: { created_at?: string; id: string }) =>
    (b.created_at ?? '').localeCompare(a.created_at ?? '') || (a.id < b.id ? 1 : -1)
  const isDeleted = (bot: ChatbotRow) => (bot.deleted_at ?? null) !== null
  return {
    bots: all.filter((bot) => !isDeleted(bot)).sort(byNewest),
    deleted: all.filter(isDeleted).sort(byNewest),
    listings: new Map(listings.map((row) => [row.id, row])),
    training: training.sort(byNewest),
    assignments,
    questions: questions.filter((row) => row.stand !== 'dismissed').sort(byNewest),
  }
}

/** What a client's chatbot page shows besides conversations. */
export function useChatbotPage(clientId: string): View<{ embed: EmbedRow | undefined; sheet: SheetRow | undefined }> {
  return useView(
    async (replica) => ({ embed: await replica.chatbot_embeds.get(clientId), sheet: await replica.chat_histories.get(clientId) }),
    `c:${clientId}`,
    ({ embed, sheet }) => embed === undefined && sheet === undefined,
    [clientId],
  )
}

// Reads of bots and conversations from the replica.
import type {
  AssignmentRow,
  ChatbotRow,
  ChatMessageRow,
  EmbedRow,
  ListingRow,
  SavedQuestionRow,
  SheetRow,
  TrainingRow,
} from '../../db/rows/bots'
import type { Replica } from '../../db/schema'
import { clientStream, streamFor, userStream } from '../../db/streams'
import { useLive } from '../../live/live'
import { useMember, useRows, type View } from '../../live/view'

const IN_ORDER = '[conversation_id+created_at+id]'
const TABLE = 'chat_messages'

/** Bots that this user may chat with, sorted by name. */
export function useBots(): View<{ bots: ChatbotRow[] }> {
  return useRows(useOwnStream(), async (replica) => ({ bots: await botsOf(replica) }), [])
}

/** The stream with the user's bots; null until the membership is loaded. */
function useOwnStream(): string | null {
  const { userId } = useLive()
  const member = useMember()
  return member.is !== 'ready' ? null : streamFor(member.role, userStream(userId))
}

async function botsOf(replica: Replica): Promise<ChatbotRow[]> {
  const all = await replica.chatbots.toArray()
  return all
    .filter((bot) => (bot.deleted_at ?? null) === null)
    .sort((a, b) => a.bot_name.localeCompare(b.bot_name) || (a.id < b.id ? -1 : 1))
}

const EXAMPLES_MAX = 3

/** The newest questions of a bot's training data, on devices of admins; clients have none. */
export function useExampleQuestions(botId: string): readonly string[] {
  const rows = useRows(
    useOwnStream(),
    async (replica) => {
      const rows = await replica.training_data.filter((row) => row.chatbot_id === botId).toArray()
      return {
        questions: [...new Set(rows.sort(byNewest).map((row) => row.question))].slice(0, EXAMPLES_MAX),
      }
    },
    [botId],
  )
  return rows.is === 'ready' ? rows.questions : []
}

function byNewest(a: { created_at?: string; id: string }, b: { created_at?: string; id: string }): number {
  return (b.created_at ?? '').localeCompare(a.created_at ?? '') || (a.id < b.id ? 1 : -1)
}

/** Ids of the bots that a client may chat with, and of those that the client added. */
export function useOwnBots(): View<{ all: ReadonlySet<string>; added: ReadonlySet<string> }> {
  return useRows(
    useOwnStream(),
    async (replica) => {
      const added = await replica.subscriptions.filter((row) => row.is_active).toArray()
      return {
        all: new Set((await botsOf(replica)).map(({ id }) => id)),
        added: new Set(added.map((row) => row.bot_id)),
      }
    },
    [],
  )
}

/** The stored part of a conversation. */
interface StoredConversation {
  /** Oldest first. Older ones, or ones between them, may be missing: a first load brings only the newest 500. */
  messages: ChatMessageRow[]
  /** Ids of messages that the server has deleted or hidden. */
  removed: ReadonlySet<string>
  /** The id of the first load that brought the rows; null until it is complete. */
  load: string | null
  /** Whether `messages` is known to be the whole conversation. */
  isWhole: boolean
}

const wholeKey = (botId: string) => `chat-whole:${botId}`

/** One conversation. */
export function useConversation(botId: string): View<StoredConversation> {
  const { userId } = useLive()
  const stream = userStream(userId)
  return useRows(
    stream,
    async (replica) => {
      // The stream comes first, so that rows never belong to an earlier load than `load`.
      const position = await replica.streams.get(stream)
      const load = position?.mode === 'ready' ? position.load : null
      const [messages, tombstones, whole] = await Promise.all([
        replica.chat_messages.where(IN_ORDER).between([botId], [botId, []]).toArray(),
        replica.tombstones.where('[s+tbl+id]').between([stream, TABLE], [stream, TABLE, []]).toArray(),
        replica.meta.get(wholeKey(botId)),
      ])
      const removed = new Set(tombstones.map(({ id }) => id))
      return { messages, removed, load, isWhole: load !== null && whole?.value === load }
    },
    [botId],
    // Show stored messages before the stream is complete, so a new question shows at once.
    ({ messages }) => messages.length > 0,
  )
}

/**
 * Records that this device stores a whole conversation. That stays true until the next first load, because the
 * stream sends every later message.
 */
export async function storeWhole(replica: Replica, botId: string, load: string): Promise<void> {
  await replica.meta.put({ k: wholeKey(botId), value: load })
}

/** A message and the bot of its conversation. */
export interface Activity {
  message: ChatMessageRow
  bot: ChatbotRow | undefined
}

/** The newest messages with bots that are not deleted. */
export function useActivity(most: number): View<{ recent: Activity[] }> {
  const { userId } = useLive()
  return useRows(
    userStream(userId),
    async (replica) => {
      const bots = new Map((await botsOf(replica)).map((bot) => [bot.id, bot]))
      const newest = await replica.chat_messages
        .orderBy('created_at')
        .reverse()
        .filter((one) => bots.has(one.conversation_id))
        .limit(most)
        .toArray()
      return { recent: newest.map((message) => ({ message, bot: bots.get(message.conversation_id) })) }
    },
    [most],
  )
}

export interface Managed {
  bots: ChatbotRow[]
  deleted: ChatbotRow[]
  listings: Map<string, ListingRow>
  training: TrainingRow[]
  assignments: AssignmentRow[]
  /** Questions of bots that are not deleted, newest first. */
  questions: SavedQuestionRow[]
}

/** All chatbot data that admins manage. */
export function useManaged(): View<Managed> {
  return useRows('w', managed, [])
}

async function managed(replica: Replica): Promise<Managed> {
  const [all, listings, training, assignments, questions] = await Promise.all([
    replica.chatbots.toArray(),
    replica.bots.toArray(),
    replica.training_data.toArray(),
    replica.user_chatbots.toArray(),
    replica.saved_questions.toArray(),
  ])
  const isDeleted = (bot: ChatbotRow) => (bot.deleted_at ?? null) !== null
  const bots = all.filter((bot) => !isDeleted(bot))
  const ids = new Set(bots.map(({ id }) => id))
  return {
    bots: bots.sort(byNewest),
    deleted: all.filter(isDeleted).sort(byNewest),
    listings: new Map(listings.map((row) => [row.id, row])),
    training: training.sort(byNewest),
    assignments,
    questions: questions.filter((row) => row.stand !== 'dismissed' && ids.has(row.chatbot_id)).sort(byNewest),
  }
}

/** The embedded chat and the chat sheet of a client's chatbot page. */
export function useChatbotPage(
  clientId: string | null,
): View<{ embed: EmbedRow | undefined; sheet: SheetRow | undefined }> {
  const id = clientId ?? ''
  return useRows(
    clientId === null ? null : clientStream(id),
    async (replica) => ({
      embed: await replica.chatbot_embeds.get(id),
      sheet: await replica.chat_histories.get(id),
    }),
    [clientId],
  )
}

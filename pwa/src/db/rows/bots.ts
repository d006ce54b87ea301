// The rows of chatbots: their settings, training data, users and conversations.
import type { Streamed, WireRow } from './rows'

export type BotStatus = 'training' | 'active' | 'not_listed'
export type TrainingSource = 'manual' | 'url' | 'document' | 'api'

/**
 * Admins receive all bots and fields. Clients receive the bots they may chat with; `avatar` is the only
 * optional field that clients receive.
 */
export interface ChatbotRow extends WireRow, Streamed {
  bot_name: string
  category: string
  description: string
  avatar_url?: string | null
  /** A small picture as a `data:` URL; "" if the bot has none. Missing in rows of older servers. */
  avatar?: string
  status: BotStatus
  model_preference: string | null
  updated_at: string
  created_by?: string | null
  /** When an admin deleted the bot. It can be restored for 30 days. */
  deleted_at?: string | null
  created_at?: string
}

/** A listing of the marketplace. The row's id is the bot's id. */
export interface ListingRow extends WireRow, Streamed {
  name: string
  is_active: boolean
  updated_at: string
}

export interface TrainingRow extends WireRow, Streamed {
  chatbot_id: string
  question: string
  answer: string
  source_type: TrainingSource
  source_url: string | null
  created_at: string
}

export interface AssignmentRow extends WireRow, Streamed {
  user_id: string
  chatbot_id: string
}

/** A bot of the marketplace that a user has added. */
export interface BotSubscriptionRow extends WireRow, Streamed {
  user_id: string
  bot_id: string
  is_active: boolean
}

/** A message of a user's own conversation; `conversation_id` is the bot's id. */
export interface ChatMessageRow extends WireRow, Streamed {
  conversation_id: string
  user_id: string
  sender_type: 'user' | 'bot'
  content: string
  model_used: string | null
  fallback_used: boolean
  response_time_ms: number | null
  /** How many of the oldest messages did not fit into the model's prompt. */
  left_out: number
  is_stopped: boolean
  rating: 'up' | 'down' | null
  created_at: string
}

/**
 * A question for which the bot must retrieve a training example. An open question waits for an admin's
 * answer.
 */
export interface SavedQuestionRow extends WireRow, Streamed {
  chatbot_id: string
  question: string
  reply: string
  origin: 'admin' | 'thumbs_down' | 'unanswered'
  stand: 'open' | 'saved' | 'dismissed'
  expects: string | null
  has_passed: boolean | null
  checked_at: string | null
  created_at: string
}

/** A client's chatbot script, as text. The row's id is the client's id. */
export interface EmbedRow extends WireRow, Streamed {
  client_id: string
  embed_url: string
  updated_at: string
}

/** The spreadsheet with a client's chats. The row's id is the client's id. */
export interface SheetRow extends WireRow, Streamed {
  client_id: string
  sheets_url: string
  updated_at: string
}

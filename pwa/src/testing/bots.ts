// Bots and conversations for tests.
import type { ChatbotRow, ChatMessageRow } from '../db/bot-rows'

const AT = '2026-11-21T09:10:00.000000Z'

export function botRow(fields: Partial<ChatbotRow> = {}): ChatbotRow {
  return {
    id: 'b1',
    v: 1,
    _s: ['u:u1'],
    bot_name: 'Bean',
    category: 'Support',
    description: 'Ask about coffee.',
    avatar_url: null,
    status: 'active',
    model_preference: null,
    updated_at: AT,
    ...fields,
  }
}

export function chatRow(fields: Partial<ChatMessageRow> = {}): ChatMessageRow {
  return {
    id: 'q1',
    v: 1,
    _s: ['u:u1'],
    conversation_id: 'b1',
    user_id: 'u1',
    sender_type: 'user',
    content: 'When do you open?',
    model_used: null,
    fallback_used: false,
    response_time_ms: null,
    left_out: 0,
    is_stopped: false,
    rating: null,
    created_at: AT,
    ...fields,
  }
}

// Bots and conversations for tests.
import type { ChatbotRow, ChatMessageRow, SavedQuestionRow, TrainingRow } from '../../db/rows/bots'
import type { Replica } from '../../db/schema'
import { freshReplica, readyStream } from '../sync/replicas'

export const AT = '2026-11-21T09:10:00.000000Z'

export function botRow(fields: Partial<ChatbotRow> = {}): ChatbotRow {
  return {
    id: 'b1',
    v: 1,
    _s: ['u:u1'],
    bot_name: 'Bean',
    category: 'Support',
    description: 'Ask about coffee.',
    avatar_url: null,
    avatar: '',
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

export function trainingRow(fields: Partial<TrainingRow> = {}): TrainingRow {
  return {
    id: 't1',
    v: 1,
    _s: ['w'],
    chatbot_id: 'b1',
    question: 'When do you open?',
    answer: 'At eight.',
    source_type: 'manual',
    source_url: null,
    created_at: AT,
    ...fields,
  }
}

export function questionRow(fields: Partial<SavedQuestionRow> = {}): SavedQuestionRow {
  return {
    id: 's1',
    v: 1,
    _s: ['w'],
    chatbot_id: 'b1',
    question: 'Do you sell bicycles?',
    reply: 'I do not know.',
    origin: 'unanswered',
    stand: 'open',
    expects: null,
    has_passed: null,
    checked_at: null,
    created_at: AT,
    ...fields,
  }
}

/** An admin's replica with a bot in training that has one training example, and a deleted bot. */
export async function managedReplica(): Promise<Replica> {
  const replica = freshReplica()
  await replica.streams.put(readyStream('w'))
  await replica.chatbots.bulkPut([
    botRow({ status: 'training', deleted_at: null, created_at: AT }),
    botRow({ id: 'b2', bot_name: 'Gone', deleted_at: AT, created_at: AT }),
  ])
  await replica.training_data.put(trainingRow())
  return replica
}

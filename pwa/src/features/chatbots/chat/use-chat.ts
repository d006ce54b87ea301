// Hook for a conversation with a bot: stored messages, the pending question, and the reply being written.
import { useCallback, useEffect, useState } from 'react'

import type { ChatbotRow, ChatMessageRow } from '../../../db/rows/bots'
import { useLive, useSyncStatus } from '../../../live/live'
import { useToasts } from '../../../ui/feedback/toast'
import { uuid7 } from '../../../lib/ids/uuid7'
import { deleteQuestion, storeQuestion, readQuestion } from './stored-question'
import { ERROR_TEXTS } from '../error-texts'
import { sendPrompt, stopBot, NO_MODEL } from '../mutations'
import { useConversation } from '../queries'
import { DEFAULT_MODEL } from '../rules'
import { type OlderMessages, useMessages } from './use-older'

/** A question that has no stored reply yet. */
export interface PendingQuestion {
  id: string
  text: string
  /** The error text if the question was not sent or not answered. */
  error: string | null
  /** Restored from the device, because a page closed before the server confirmed the question. */
  isRestored?: true
}

export interface Chat {
  view: ReturnType<typeof useConversation>
  /**
   * The model of the newest reply, else the preferred model; null until the messages are loaded, or if only the server
   * knows it.
   */
  model: string | null
  /** Undefined until they are loaded. */
  messages: ChatMessageRow[] | undefined
  older: OlderMessages
  /** The question of this screen that has no reply yet. `isStored`: whether its row has arrived. */
  pending: (PendingQuestion & { isStored: boolean }) | null
  /** The partial reply being written to this user, on this or another of their devices. */
  partialReply: string | null
  /** An earlier question that has no reply, and for which no reply is being written. */
  unanswered: ChatMessageRow | null
  send: (text: string) => void
  retry: (id: string, text: string) => void
  stop: () => void
  /** Removes the question that was not sent. */
  discard: () => void
}

export function useChat({ id: botId, model_preference }: ChatbotRow): Chat {
  const { userId, replica } = useLive()
  const { role } = useSyncStatus()
  const toasts = useToasts()
  const view = useConversation(botId)
  const { messages, older } = useMessages(botId, view)
  const answered = messages?.findLast((one) => one.model_used !== null && !one.fallback_used)
  const model = answered?.model_used ?? model_preference ?? (role === 'admin' ? DEFAULT_MODEL : null)
  const isModelCertain = messages !== undefined && (messages.length > 0 || older.is === 'start')
  const partialReply = useReplyDraft(botId)
  const [pending, setPending] = useState<PendingQuestion | null>(null)
  const last = messages?.at(-1)
  const pendingIndex = pending === null ? -1 : (messages?.findIndex((one) => one.id === pending.id) ?? -1)
  const isAnswered =
    pending !== null && messages?.[pendingIndex + 1]?.sender_type === 'bot' && pendingIndex >= 0

  const retry = useCallback(
    (id: string, text: string) => {
      setPending({ id, text, error: null })
      void storeQuestion(replica, botId, { id, text }).catch(() => undefined)
      void sendPrompt({ id, botId, userId, model: model ?? DEFAULT_MODEL, prompt: text }).then((outcome) => {
        if (outcome.is === 'done') void deleteQuestion(replica, botId).catch(() => undefined)
        if (outcome.is === 'done' && outcome.value === 'not_set_up' && role === 'admin')
          toasts.show({ tone: 'error', title: NO_MODEL })
        setPending((now) =>
          now?.id !== id ? now : outcome.is === 'done' ? now : { ...now, error: outcome.message },
        )
      })
    },
    [replica, botId, userId, model, role, toasts],
  )
  const isDone = isAnswered || (pending?.isRestored === true && pendingIndex >= 0)
  if (isDone) setPending(null)
  useEffect(() => {
    if (messages === undefined) return
    let isCurrent = true
    const restore = async () => {
      const stored = await readQuestion(replica, botId)
      if (stored === null || !isCurrent) return
      if (messages.some((one) => one.id === stored.id)) await deleteQuestion(replica, botId)
      else setPending((now) => now ?? { ...stored, error: ERROR_TEXTS.send, isRestored: true })
    }
    restore().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [replica, botId, messages])
  const current = isDone ? null : pending
  const unanswered = last?.sender_type === 'user' && current === null && partialReply === null ? last : null
  return {
    view,
    model: isModelCertain ? model : null,
    messages,
    older,
    pending:
      current === null
        ? null
        : { ...current, error: partialReply === null ? current.error : null, isStored: pendingIndex >= 0 },
    partialReply:
      partialReply !== null && (last?.sender_type === 'user' || current !== null) ? partialReply.text : null,
    unanswered,
    send: (text) => retry(uuid7(), text),
    retry,
    stop: () => void stopBot(partialReply?.id ?? pending?.id ?? ''),
    discard: () => {
      setPending(null)
      void deleteQuestion(replica, botId).catch(() => undefined)
    },
  }
}

/** The partial reply from ephemeral messages. It ends when the reply's row is stored. */
function useReplyDraft(botId: string): { id: string; text: string } | null {
  const { sync } = useLive()
  const [draft, setDraft] = useState<{ botId: string; id: string; text: string } | null>(null)
  useEffect(
    () =>
      sync.ephemeral.listen((items) => {
        for (const item of items) {
          if (item.k === 'reply' && item.thread === botId)
            setDraft(item.on ? { botId, id: item.id, text: item.text } : null)
        }
      }),
    [sync, botId],
  )
  return draft?.botId === botId ? draft : null
}

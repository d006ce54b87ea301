// Hook for a conversation with a bot: stored messages, the pending question, and the reply being written.
import { useCallback, useEffect, useState } from 'react'

import type { ChatbotRow, ChatMessageRow } from '../../../db/rows/bots'
import { useLive, useSyncStatus } from '../../../live/live'
import { uuid7 } from '../../../lib/uuid7'
import { dropQuestion, keepQuestion, readQuestion } from './stored-question'
import { askBot, stopBot, WORDS } from '../mutations'
import { useConversation } from '../queries'
import { DEFAULT_MODEL } from '../rules'

/** A question that has no stored reply yet. */
export interface Asking {
  id: string
  text: string
  /** The error text if the question was not sent or not answered. */
  error: string | null
  /** Restored from the device, because a page closed before the server confirmed the question. */
  isRestored?: true
}

export interface Chat {
  view: ReturnType<typeof useConversation>
  /** The model of the newest reply, else the preferred model; null if only the server knows it. */
  model: string | null
  /** Undefined until they are loaded. */
  messages: ChatMessageRow[] | undefined
  /** The question asked on this screen without a reply. `isStored`: whether its row has arrived. */
  asking: (Asking & { isStored: boolean }) | null
  /** The partial reply being written to this user, on this or another of their devices. */
  draft: string | null
  /** An earlier question that has no reply, and none in progress. */
  unanswered: ChatMessageRow | null
  ask: (text: string) => void
  again: (id: string, text: string) => void
  stop: () => void
  drop: () => void
}

export function useChat({ id: botId, model_preference }: ChatbotRow): Chat {
  const { userId, replica } = useLive()
  const { role } = useSyncStatus()
  const view = useConversation(botId)
  const messages = view.is === 'ready' ? view.messages : undefined
  const answered = messages?.findLast((one) => one.model_used !== null && !one.fallback_used)
  const model = answered?.model_used ?? model_preference ?? (role === 'admin' ? DEFAULT_MODEL : null)
  const draft = useDraft(botId)
  const [asking, setAsking] = useState<Asking | null>(null)
  const last = messages?.at(-1)
  const at = asking === null ? -1 : (messages?.findIndex((one) => one.id === asking.id) ?? -1)
  const isAnswered = asking !== null && messages?.[at + 1]?.sender_type === 'bot' && at >= 0

  const again = useCallback(
    (id: string, text: string) => {
      setAsking({ id, text, error: null })
      void keepQuestion(replica, botId, { id, text }).catch(() => undefined)
      void askBot({ id, botId, userId, model: model ?? DEFAULT_MODEL, prompt: text }).then((outcome) => {
        if (outcome.is === 'done') void dropQuestion(replica, botId).catch(() => undefined)
        setAsking((now) => (now?.id !== id ? now : outcome.is === 'done' ? now : { ...now, error: outcome.message }))
      })
    },
    [replica, botId, userId, model],
  )
  const isSettled = isAnswered || (asking?.isRestored === true && at >= 0)
  if (isSettled) setAsking(null)
  useEffect(() => {
    if (messages === undefined) return
    let isCurrent = true
    const restore = async () => {
      const kept = await readQuestion(replica, botId)
      if (kept === null || !isCurrent) return
      if (messages.some((one) => one.id === kept.id)) await dropQuestion(replica, botId)
      else setAsking((now) => now ?? { ...kept, error: WORDS.send, isRestored: true })
    }
    restore().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [replica, botId, messages])
  const open = isSettled ? null : asking
  const waits = last?.sender_type === 'user' && open === null && draft === null ? last : null
  return {
    view,
    model,
    messages,
    asking: open === null ? null : { ...open, error: draft === null ? open.error : null, isStored: at >= 0 },
    draft: draft !== null && (last?.sender_type === 'user' || open !== null) ? draft.text : null,
    unanswered: waits,
    ask: (text) => again(uuid7(), text),
    again,
    stop: () => void stopBot(draft?.id ?? asking?.id ?? ''),
    drop: () => setAsking(null),
  }
}

/** The partial reply from ephemeral messages. It ends when the reply's row is stored. */
function useDraft(botId: string): { id: string; text: string } | null {
  const { sync } = useLive()
  const [draft, setDraft] = useState<{ botId: string; id: string; text: string } | null>(null)
  useEffect(
    () =>
      sync.passing.listen((items) => {
        for (const item of items) {
          if (item.k === 'reply' && item.thread === botId) setDraft(item.on ? { botId, id: item.id, text: item.text } : null)
        }
      }),
    [sync, botId],
  )
  return draft?.botId === botId ? draft : null
}

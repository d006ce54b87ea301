// One conversation with a bot for the screen: what is stored, what was just asked, and the answer as it is written.
import { useCallback, useEffect, useState } from 'react'

import type { ChatMessageRow } from '../../db/bot-rows'
import { useLive } from '../../live/live'
import { uuid7 } from '../../lib/uuid7'
import { askBot, stopBot } from './mutations'
import { useConversation } from './queries'

/** A question that has no stored reply yet. */
export interface Asking {
  id: string
  text: string
  /** What is said when it could not be asked or answered. */
  error: string | null
}

export interface Chat {
  /** Undefined until they are read. */
  messages: ChatMessageRow[] | undefined
  /** Asked on this screen and not answered; `isStored` once its row is here. */
  asking: (Asking & { isStored: boolean }) | null
  /** What there is of the answer that is being written, here or on another device of this person. */
  draft: string | null
  /** A question of before whose answer nobody is waiting for. */
  unanswered: ChatMessageRow | null
  ask: (text: string) => void
  again: (id: string, text: string) => void
  stop: () => void
  drop: () => void
}

export function useChat(botId: string): Chat {
  const messages = useConversation(botId)
  const draft = useDraft(botId)
  const [asking, setAsking] = useState<Asking | null>(null)
  const last = messages?.at(-1)
  const at = asking === null ? -1 : (messages?.findIndex((one) => one.id === asking.id) ?? -1)
  const isAnswered = asking !== null && messages?.[at + 1]?.sender_type === 'bot' && at >= 0

  const again = useCallback(
    (id: string, text: string) => {
      setAsking({ id, text, error: null })
      void askBot(id, botId, text).then((outcome) => {
        setAsking((now) => (now?.id !== id ? now : outcome.is === 'done' ? now : { ...now, error: outcome.message }))
      })
    },
    [botId],
  )
  if (isAnswered) setAsking(null)
  const open = isAnswered ? null : asking
  const waits = last?.sender_type === 'user' && open === null && draft === null ? last : null
  return {
    messages,
    asking: open === null ? null : { ...open, isStored: at >= 0 },
    draft: draft !== null && (last?.sender_type === 'user' || open !== null) ? draft.text : null,
    unanswered: waits,
    ask: (text) => again(uuid7(), text),
    again,
    stop: () => void stopBot(draft?.id ?? asking?.id ?? ''),
    drop: () => setAsking(null),
  }
}

/** What passes by of a reply while it is written. The stored row ends it. */
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

// Hook for the text and the card of a conversation's draft, stored while the user types.
import { useEffect, useMemo, useRef, useState } from 'react'

import type { Replica } from '../../../db/schema'
import { type Draft, draftWriter, NO_DRAFT, readDraft } from './draft'
import { withShare } from './share'

interface TextDraft extends Draft {
  /** Whether the stored draft has been read. */
  isRead: boolean
  write: (text: string) => void
  removeCard: () => void
  /** Adds the text that `takeShare` resolves to, after the pending writes. */
  attachShare: (takeShare: () => Promise<string>) => void
  /**
   * Empties the draft and runs `send` with its card after the pending writes. Puts the draft back if `send` rejects,
   * unless it has called `onStored`, because the text would then be sent twice.
   */
  send: (send: (card: Draft['card'], onStored: () => void) => Promise<void>) => Promise<void>
}

export function useTextDraft(replica: Replica, clientId: string): TextDraft {
  const writer = useMemo(() => draftWriter(replica, clientId), [replica, clientId])
  const [draft, setDraft] = useState(NO_DRAFT)
  const [isRead, setRead] = useState(false)
  const { text, card } = draft
  const hasTyped = useRef(false)

  useEffect(() => {
    readDraft(replica, clientId).then(
      (stored) => {
        setDraft((before) => (hasTyped.current ? { ...stored, text: before.text } : stored))
        setRead(true)
      },
      () => undefined,
    )
  }, [replica, clientId])

  return {
    text,
    card,
    isRead,
    write(next) {
      hasTyped.current = true
      setDraft({ text: next, card })
      writer.save(isRead ? { text: next, card } : { text: next })
    },
    removeCard() {
      setDraft({ text, card: null })
      writer.save({ text, card: null })
    },
    attachShare(takeShare) {
      writer.after(takeShare).then(
        (shared) => {
          if (shared !== '') setDraft((before) => ({ ...before, text: withShare(before.text, shared) }))
        },
        // Ignore a failure: the share stays where it is, and the next mount tries again.
        () => undefined,
      )
    },
    async send(send) {
      setDraft(NO_DRAFT)
      const textState = { isStored: false }
      let sentCard = card
      try {
        await writer.after(async () => {
          if (!isRead) {
            sentCard = (await readDraft(replica, clientId)).card
            // The first read may have shown the card meanwhile.
            setDraft((since) => ({ ...since, card: null }))
          }
          await send(sentCard, () => (textState.isStored = true))
        })
      } catch (error) {
        if (textState.isStored) throw error
        setDraft((since) => ({
          text: since.text === '' ? text : `${text}\n${since.text}`,
          card: since.card ?? sentCard,
        }))
        throw error
      }
    },
  }
}

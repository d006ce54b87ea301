// Hook for the search in a conversation: query, matches of the device and the server, and the selected match.
import { useEffect, useState } from 'react'

import type { MessageRow } from '../../../db/rows/messages'
import { onResponse } from '../../../lib/time/slow-response'
import { useLive, useSyncStatus } from '../../../live/live'
import { useSearchText } from '../../../ui/list/use-search-text'
import { matchingMessages } from '../queries'
import { searchThread, type ServerSearch } from '../remote'
import { queryOf, MAX_MATCHES, matchesWords, mergeMatches } from './matches'

/** `device-only`: the server was not searched. `incomplete`: the server ran out of time and searched a part. */
type SearchState = {
  is: 'idle' | 'searching' | 'done' | 'device-only' | 'incomplete'
  matches: readonly MessageRow[]
}

export interface ThreadSearch extends SearchState {
  isOpen: boolean
  open: () => void
  close: () => void
  /** The text in the search field. */
  text: string
  setText: (text: string) => void
  /** The match to scroll to. A new object with the same message scrolls there again. */
  picked: { message: MessageRow } | null
  pick: (message: MessageRow) => void
  /** Selects the next older match (1) or the next newer one (-1), if there is one. */
  step: (by: 1 | -1) => void
  retry: () => void
}

/** State of a jump to a match: its page is loading, is loaded, or cannot be loaded. */
export type JumpState = 'loading' | 'loaded' | 'failed'

const IDLE: SearchState = { is: 'idle', matches: [] }
/** Debounce: the search starts when the user has not typed for this long. */
const PAUSE_MS = 200

export function useThreadSearch(clientId: string): ThreadSearch {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const [wasOpened, setOpen] = useState<boolean | null>(null)
  const [text, setStoredText] = useSearchText(`Conversation ${clientId}`, wasOpened !== false)
  const isOpen = wasOpened ?? text !== ''
  const [state, setState] = useState<SearchState & { for: string | null }>({ ...IDLE, for: null })
  const [picked, setPicked] = useState<ThreadSearch['picked']>(null)
  const [attempt, setAttempt] = useState(0)
  const words = isOpen ? queryOf(text) : null
  const isOnline = link.is !== 'offline'

  useEffect(() => {
    if (words === null) return
    const controller = new AbortController()
    const show = (is: SearchState['is'], matches: readonly MessageRow[]) => {
      if (!controller.signal.aborted) setState({ is, matches, for: words })
    }
    const search = async () => {
      const stored = await matchingMessages(
        replica,
        clientId,
        (message) => matchesWords(message, words),
        MAX_MATCHES,
      )
      show('searching', stored)
      const receive = (response: ServerSearch | null) => {
        if (response === null) show('device-only', stored)
        else show(response.isIncomplete ? 'incomplete' : 'done', mergeMatches(stored, response.matches))
      }
      onResponse(
        isOnline ? searchThread(clientId, words, controller.signal) : Promise.resolve(null),
        receive,
        null,
      )
    }
    const timer = setTimeout(() => void search().catch(() => show('device-only', [])), PAUSE_MS)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [replica, clientId, words, isOnline, attempt])

  // Matches of the previous query stay until the new query has a response.
  const { is, matches } =
    words === null ? IDLE : state.for === words ? state : { is: 'searching' as const, matches: state.matches }
  return {
    is,
    matches,
    isOpen,
    open: () => setOpen(true),
    close() {
      setOpen(false)
      setPicked(null)
    },
    text,
    setText(next) {
      setStoredText(next)
      setPicked(null)
    },
    picked,
    pick: (message) => setPicked({ message }),
    step(by) {
      const next = matches[matches.findIndex(({ id }) => id === picked?.message.id) + by]
      if (next !== undefined) setPicked({ message: next })
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

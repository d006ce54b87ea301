// Adds a line to the draft of the user's own thread.
import { useNavigate } from 'react-router'

import { useDraftUpdate } from '../../live/use-draft-update'
import { useToasts } from '../../ui/feedback/toast'
import { paths } from '../paths'

/** Returns a function that adds a line and opens the thread; null if the user has no own thread. */
export function useDraftLine(): ((line: string) => void) | null {
  const updateDraft = useDraftUpdate()
  const navigate = useNavigate()
  const toasts = useToasts()
  if (updateDraft === null) return null
  return (line) => {
    updateDraft((draft) => ({ ...draft, text: [draft.text, line].filter(Boolean).join('\n') })).then(
      () => void navigate(paths.messaging),
      () => toasts.show({ tone: 'error', title: 'The draft could not be stored on this device.' }),
    )
  }
}

// The hook that copies a text and returns a message to show for 2 seconds afterwards.
import { useEffect, useState } from 'react'

const COPIED_MS = 2000

export const COPIED = 'Copied'

/** Returns the message (null if there is none) and the function that copies `text`. */
export function useCopy(text: string): [message: string | null, copy: () => void] {
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [message])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage(COPIED)
    } catch {
      // A page without TLS has no clipboard.
      setMessage('Copy it by hand')
    }
  }
  return [message, () => void copy()]
}

// An id as quiet text that is copied by a press, because only a support request needs it.
import { useEffect, useState } from 'react'

const COPIED_MS = 2000

export function CopyId({ id }: { id: string }) {
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [message])
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setMessage('Copied'),
      () => setMessage('Copy it by hand'),
    )
  return (
    <button
      type="button"
      title="Copy ID"
      onClick={() => void copy()}
      className="copy-id flex max-w-full items-center gap-2 text-left text-xs text-ink-3 hover:text-ink"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">Copy </span>ID <span className="font-mono">{id}</span>
      </span>
      <span aria-live="polite" className="shrink-0 font-medium text-good">
        {message}
      </span>
    </button>
  )
}
